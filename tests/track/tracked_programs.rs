//! Proves kernels that use the recorded computations of a run: derivatives of laws, full conditionals,
//! Hamiltonian moves, and the dependency graph.

use crate::plain::{swept, swept_count};
use monomorph::distribution::{ChoiceLaw, TrackedLaw};
use monomorph::graph::Graph;
use monomorph::prelude::*;
use monomorph::program::{Run, program};
use monomorph::track::{Kind, Node, NodeId, track};
use std::collections::BTreeSet;

/// The derivatives of a law against finite differences, by the value and by each argument that has one.
fn check_derivatives<Law: TrackedLaw>(_: &Law, numbers: &[f64], fixed: &[usize]) {
    let law = Law::LAW;
    let mut derivatives = vec![0.0; numbers.len()];
    law.derivative.unwrap()(numbers, &mut derivatives);
    for place in (0..numbers.len()).filter(|place| !fixed.contains(place)) {
        let step = 1e-6 * numbers[place].abs().max(1.0);
        let moved = |by: f64| {
            let mut moved = numbers.to_vec();
            moved[place] += by;
            (law.log_density)(&moved)
        };
        let slope = (moved(step) - moved(-step)) / (2.0 * step);
        let error = (derivatives[place] - slope).abs();
        assert!(
            error < 1e-6 * (1.0 + slope.abs()),
            "{} at {numbers:?}, place {place}: {} and {slope}",
            law.name,
            derivatives[place]
        );
    }
}

/// The log density as a function of numbers is that of the law itself; its derivatives are those of finite
/// differences. The value comes first; a whole number among the arguments is named by its place.
macro_rules! laws {
    ($($law:ident($value:expr; $($argument:expr),*) $([$($whole:expr),+])?;)*) => {$({
        let law = $law($($argument),*);
        let numbers = [f64::from($value), $(f64::from($argument)),*];
        let whole: &[usize] = &[$($($whole),+)?];
        let arguments = law.arguments().unwrap();
        assert_eq!(
            (law_of(&law).log_density)(&numbers),
            law.log_density_of(f64::from($value), &arguments),
            "{}", stringify!($law)
        );
        let discrete: &[usize] =
            if law_of(&law).space == monomorph::track::Space::Discrete { &[0] } else { &[] };
        check_derivatives(&law, &numbers, &[whole, discrete].concat());
    })*};
}

fn law_of<Law: TrackedLaw>(_: &Law) -> &'static monomorph::track::Law {
    Law::LAW
}

#[test]
fn laws_are_functions_with_derivatives() {
    laws! {
        normal(0.7; 0.2, 1.3);
        std_normal(0.7;);
        cauchy(0.7; 0.2, 1.3);
        student_t(0.7; 4.5, 0.2, 1.3);
        skew_normal(0.7; 0.2, 1.3, 2.0);
        exp_mod_normal(0.7; 0.2, 1.3, 0.9);
        double_exponential(0.7; 0.2, 1.3);
        logistic(0.7; 0.2, 1.3);
        gumbel(0.7; 0.2, 1.3);
        half_normal(0.7; 1.3);
        half_cauchy(0.7; 1.3);
        half_student_t(0.7; 4.5, 1.3);
        lognormal(0.7; 0.2, 1.3);
        loglogistic(0.7; 1.2, 1.3);
        exponential(0.7; 1.3);
        gamma(0.7; 2.2, 1.3);
        inv_gamma(0.7; 2.2, 1.3);
        chi_square(0.7; 3.5);
        inv_chi_square(0.7; 3.5);
        scaled_inv_chi_square(0.7; 3.5, 1.3);
        weibull(0.7; 2.2, 1.3);
        frechet(0.7; 2.2, 1.3);
        rayleigh(0.7; 1.3);
        pareto(1.7; 1.2, 1.3);
        pareto_type_2(1.7; 0.2, 1.3, 2.0);
        beta(0.7; 2.2, 1.3);
        beta_proportion(0.7; 0.4, 3.0);
        von_mises(0.7; 0.2, 1.3);
        uniform(0.7; -0.3, 1.3);
        bernoulli(1; 0.3);
        bernoulli_logit(0; 0.3);
        binomial(3; 7.0, 0.3) [1];
        binomial_logit(3; 7.0, 0.3) [1];
        beta_binomial(3; 7.0, 2.2, 1.3) [1];
        hypergeometric(3; 7.0, 6.0, 8.0) [1, 2, 3];
        discrete_range(3; 1.0, 6.0) [1, 2];
        neg_binomial(3; 2.2, 1.3);
        neg_binomial_2(3; 2.2, 1.3);
        neg_binomial_2_log(3; 0.2, 1.3);
        geometric(3; 0.3);
        poisson(3; 2.2);
        poisson_log(3; 0.2);
    }
    check_derivatives(&categorical(&[0.2, 0.5, 0.3]), &[1.0, 0.2, 0.5, 0.3], &[0]);
}

#[test]
fn laws_say_which_values_there_are() {
    let values = |law: &monomorph::track::Law, arguments: &[f64]| {
        let candidates = (law.candidates)(arguments)?;
        let has_density = |&value: &i64| {
            let numbers: Vec<f64> = core::iter::once(value as f64).chain(arguments.iter().copied()).collect();
            (law.log_density)(&numbers) > f64::NEG_INFINITY
        };
        Some(candidates.filter(has_density).collect::<Vec<_>>())
    };
    assert_eq!(values(law_of(&bernoulli(0.3)), &[0.3]), Some(vec![0, 1]));
    assert_eq!(values(law_of(&binomial(3.0, 0.3)), &[3.0, 0.3]), Some(vec![0, 1, 2, 3]));
    assert_eq!(values(law_of(&beta_binomial(2.0, 9.5, 1.0)), &[2.0, 9.5, 1.0]), Some(vec![0, 1, 2]));
    assert_eq!(values(law_of(&hypergeometric(4.0, 3.0, 2.0)), &[4.0, 3.0, 2.0]), Some(vec![2, 3]));
    assert_eq!(values(law_of(&discrete_range(-2.0, 1.0)), &[-2.0, 1.0]), Some(vec![-2, -1, 0, 1]));
    assert_eq!(values(law_of(&categorical(&[0.2, 0.0, 0.8])), &[0.2, 0.0, 0.8]), Some(vec![0, 2]));
    assert_eq!(values(law_of(&poisson(2.0)), &[2.0]), None);
    assert_eq!(values(law_of(&normal(0.0, 1.0)), &[0.0, 1.0]), None);
}

const MEANS: [f64; 3] = [-2.0, 0.5, 3.0];
const WEIGHTS: [f64; 3] = [0.5, 0.2, 0.3];

/// Means that are chosen by hidden states, each of which depends on the one before.
#[track]
fn hidden_states(run: &mut Run, y: &[f64]) -> Vec<usize> {
    let stay = [[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.25, 0.25, 0.5]];
    let mut states = Vec::new();
    let mut state = run.sample(("state", 0), categorical(&WEIGHTS));
    run.observe(("y", 0), normal(MEANS[state], 1.5), y[0]);
    states.push(state);
    for (t, y) in y.iter().enumerate().skip(1) {
        state = run.sample(("state", t), categorical(&stay[state]));
        run.observe(("y", t), normal(MEANS[state], 1.5), *y);
        states.push(state);
    }
    states
}

fn log_normal(y: f64, mean: f64, sd: f64) -> f64 {
    -0.5 * ((y - mean) / sd).powi(2) - sd.ln() - 0.5 * std::f64::consts::TAU.ln()
}

#[test]
fn full_conditionals_are_those_of_all_states() {
    let y = [0.4, 2.5, -0.7, 1.9];
    let stay = [[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.25, 0.25, 0.5]];
    let mut weights = [[0.0; 3]; 4];
    for path in 0..81_usize {
        let state = |t: usize| path / 3_usize.pow(t as u32) % 3;
        let mut log_density = WEIGHTS[state(0)].ln();
        for t in 0..4 {
            log_density += log_normal(y[t], MEANS[state(t)], 1.5);
            log_density += if t > 0 { f64::ln(stay[state(t - 1)][state(t)]) } else { 0.0 };
        }
        (0..4).for_each(|t| weights[t][state(t)] += log_density.exp());
    }
    let states = program(|run| hidden_states::tracked(run, &y));
    let fit = states.chain().gibbs().times(8).chains(2).draws(5_000).warmup(100).seed(1).run().unwrap();
    for (t, weights) in weights.iter().enumerate() {
        let sum: f64 = weights.iter().sum();
        for (k, weight) in weights.iter().enumerate() {
            let share = fit.mean(|states| f64::from(u8::from(states[t].value() == k)));
            assert!((share - weight / sum).abs() < 0.02, "state {t} is {k}: {share}, {}", weight / sum);
        }
    }
    // No value leaves the path: every state has its full conditional.
    let mut replay = states.track(1).unwrap().list.replay();
    let is_choice = |node: &Node| matches!(node.kind(), Kind::Choice { .. });
    let sites: Vec<NodeId> =
        replay.list().nodes().filter(|(_, node)| is_choice(node)).map(|(id, _)| id).collect();
    assert_eq!(sites.len(), 4);
    assert!(sites.iter().all(|&id| (0..3).all(|value| replay.set(id, f64::from(value)).is_ok())));
}

/// One of two stories, of different length.
#[track]
fn stories(run: &mut Run) -> f64 {
    let level = run.sample("level", normal(0.0, 1.0));
    let is_long = run.sample("long", bernoulli(0.4));
    let end = if is_long {
        let detour = run.sample("detour", exponential(0.5));
        level + detour
    } else {
        2.0 * level
    };
    run.observe("end", normal(end, 0.5), 1.2);
    end
}

#[test]
fn chains_go_from_path_to_path() {
    let long = program(stories::tracked);
    let truth = long.importance(swept_count(50_000)).seed(1).run().unwrap();
    let of_end = truth.mean(|end| end.value());
    for hamiltonian in swept(1, [5, 0]) {
        let chain = long.chain().gibbs().times(4);
        let chain = if hamiltonian > 0 { chain.hamiltonian(hamiltonian) } else { chain };
        let fit = chain.draws(2_500).seed(2).record_all().run().unwrap();
        let share =
            fit.choices("detour").unwrap().iter().filter(|detour| detour.is_some()).count() as f64 / 10_000.0;
        let again = fit.mean(|end| end.value());
        assert!((again - of_end).abs() < 0.03, "{again} is not {of_end}");
        let chain = program(stories).single_site().times(4).draws(2_500).seed(3).record_all().run().unwrap();
        let plain = chain.choices("detour").unwrap().iter().filter(|detour| detour.is_some()).count() as f64
            / 10_000.0;
        assert!((share - plain).abs() < 0.03, "{share} is not {plain}");
    }
}

/// A regression, the scale of which is unknown, too.
#[track]
fn regression(run: &mut Run, x: &[f64], y: &[f64]) -> [f64; 3] {
    let a = run.sample("a", normal(0.0, 2.0));
    let b = run.sample("b", normal(0.0, 2.0));
    let sigma = run.sample("sigma", exponential(1.0));
    for i in 0..x.len() {
        run.observe(("y", i), normal(a + b * x[i], sigma), y[i]);
    }
    [a, b, sigma]
}

const X: [f64; 6] = [-1.0, -0.4, 0.1, 0.7, 1.2, 2.0];
const Y: [f64; 6] = [-0.9, 0.3, 0.2, 1.9, 1.7, 3.2];

#[test]
fn trajectories_find_the_posterior_of_a_static_model() {
    params! { a: real(), b: real(), sigma: positive() }
    let model = model! {
        a |= normal(0.0, 2.0),
        b |= normal(0.0, 2.0),
        sigma |= exponential(1.0),
        data(&Y) |= normal(a + b * data(&X), sigma),
    };
    let posterior = model.compile().unwrap();
    let lines = program(|run| regression::tracked(run, &X, &Y));
    let fit = lines.chain().hamiltonian(10).draws(350).warmup(150).seed(4).run().unwrap();
    let draws = posterior.gibbs().draws(2_000).seed(5).run().unwrap();
    for (place, name) in ["a", "b", "sigma"].into_iter().enumerate() {
        let expected = draws.column(name).unwrap().as_slice().iter().sum::<f64>() / 8_000.0;
        let mean = fit.mean(|values| values[place].value());
        assert!((mean - expected).abs() < 0.05, "{name}: {mean}, not {expected}");
    }
    // The gradient of the recorded run is that of the compiled model.
    let run = lines.track(7).unwrap();
    let mut replay = run.list.replay();
    let mut adjoints = vec![0.0; replay.list().len()];
    replay.add_gradient(&mut adjoints).unwrap();
    let [a, b, sigma] = run.value.map(|value| value.value());
    let (mut workspace, mut gradient) = (posterior.workspace(), [0.0; 3]);
    let q = [a, b, sigma.ln()];
    let log_density = posterior.log_density_and_gradient(&q, &mut gradient, &mut workspace);
    assert!((replay.log_density() + sigma.ln() - log_density).abs() < 1e-9);
    let is_choice =
        |node: &monomorph::track::Node| matches!(node.kind(), monomorph::track::Kind::Choice { .. });
    let choices = replay.list().nodes().filter(|(_, node)| is_choice(node));
    let slopes: Vec<f64> = choices.map(|(id, _)| adjoints[id.index()]).collect();
    let [by_a, by_b, by_sigma] = slopes.try_into().unwrap();
    for (tracked, compiled) in [by_a, by_b, by_sigma * sigma + 1.0].into_iter().zip(gradient) {
        assert!((tracked - compiled).abs() < 1e-9 * (1.0 + compiled.abs()), "{tracked} is not {compiled}");
    }
}

/// The parents of each variable, elements under the name of their vector, definitions left out.
fn arrows(graph: &Graph) -> BTreeSet<(String, String)> {
    let root = |name: &str| name.split('[').next().unwrap_or(name).to_owned();
    let names: Vec<String> = graph.vertices().iter().map(|vertex| vertex.name().to_owned()).collect();
    let kinds = graph.vertices().iter().map(|vertex| vertex.kind());
    let variables = names.iter().zip(kinds).filter(|(_, kind)| *kind != monomorph::graph::Kind::Definition);
    let arrows = variables.flat_map(|(name, _)| {
        graph.stochastic_parents(name).unwrap().into_iter().map(move |parent| (root(parent), root(name)))
    });
    arrows.collect()
}

#[track]
fn schools(run: &mut Run, y: &[f64]) -> f64 {
    let mu = run.sample("mu", normal(0.0, 5.0));
    let tau = run.sample("tau", half_cauchy(5.0));
    for (j, y) in y.iter().enumerate() {
        let eta = run.sample(("eta", j), normal(0.0, 1.0));
        let theta = mu + tau * eta;
        run.observe(("y", j), normal(theta, 10.0), *y);
    }
    mu
}

#[track]
fn clusters(run: &mut Run, y: &[f64]) -> f64 {
    let mut mu = Vec::new();
    for k in 0..2 {
        mu.push(run.sample(("mu", k), normal(0.0, 5.0)));
    }
    let sigma = run.sample("sigma", exponential(1.0));
    for (i, y) in y.iter().enumerate() {
        let z = run.sample(("z", i), bernoulli(0.4));
        run.observe(("y", i), normal(mu[z as usize], sigma), *y);
    }
    sigma
}

#[test]
fn the_graph_of_a_static_program_is_that_of_its_model() {
    let y = [28.0, 8.0, -3.0];
    let x = X;
    {
        params! { a: real(), b: real(), sigma: positive() }
        let lines = model! {
            a |= normal(0.0, 2.0),
            b |= normal(0.0, 2.0),
            sigma |= exponential(1.0),
            data(&y) |= normal(a + b * data(&x[..3]), sigma),
        };
        let run = program(|run| regression::tracked(run, &X[..3], &y)).track(1).unwrap();
        assert_eq!(arrows(&run.graph()), arrows(&lines.graph()));
    }
    {
        params! { mu: real(), tau: positive(), eta: vector(3) }
        let of_schools = model! {
            mu  |= normal(0.0, 5.0),
            tau |= half_cauchy(5.0),
            eta |= normal(0.0, 1.0),
            theta = mu + tau * eta,
            data(&y) |= normal(theta, 10.0),
        };
        let run = program(|run| schools::tracked(run, &y)).track(1).unwrap();
        assert_eq!(arrows(&run.graph()), arrows(&of_schools.graph()));
        assert_eq!(run.graph().blanket("eta[1]").unwrap(), ["mu", "tau", "y[1]"]);
    }
    {
        params! { mu: vector(2), sigma: positive(), z: vector(3).category(2) }
        let of_clusters = model! {
            mu    |= normal(0.0, 5.0),
            sigma |= exponential(1.0),
            z     |= bernoulli(0.4),
            data(&y) |= normal(mu.at(z), sigma),
        };
        let run = program(|run| clusters::tracked(run, &y)).track(1).unwrap();
        assert_eq!(arrows(&run.graph()), arrows(&of_clusters.graph()));
    }
}

#[test]
fn a_change_reaches_its_blanket_alone() {
    let reached = |count: usize| {
        let y = vec![1.0; count];
        let run = program(|run| schools::tracked(run, &y)).track(1).unwrap();
        let eta = run.list.nodes().find(|(_, node)| node.source().text.contains("\"eta\"")).unwrap().0;
        let mut replay = run.list.replay();
        let before = replay.log_density();
        let change = replay.set(eta, 0.3).unwrap();
        assert!((replay.log_density() - before - change).abs() < 1e-9);
        let reached = replay.reached().count();
        replay.undo();
        assert_eq!(replay.log_density(), before);
        reached
    };
    assert_eq!(reached(5), reached(500));
}

#[test]
fn what_is_not_tracked_is_told() {
    let y = [1.0];
    let beside = program(|run| {
        let _ = run.call("beside", |run| run.sample("x", normal(0.0, 1.0)));
        schools::tracked(run, &y)
    });
    let error = beside.chain().gibbs().run().unwrap_err().to_string();
    assert!(
        error.starts_with(
            "at `beside.x` of the program: this kernel needs to know the dependences of this step"
        ),
        "{error}"
    );
    let weighted = program(|run| {
        run.factor(-1.0);
        schools::tracked(run, &y)
    });
    let error = weighted.chain().hamiltonian(3).run().unwrap_err().to_string();
    assert!(error.starts_with("the program: a factor: this kernel"), "{error}");
}

/// A function without derivatives between two choices.
#[track]
fn through_a_step(run: &mut Run) -> f64 {
    let x = run.sample("x", normal(0.0, 1.0));
    run.observe("y", normal(cubed(x), 1.0), 0.3);
    x
}

fn cubed(x: f64) -> f64 {
    x * x * x
}

#[test]
fn trajectories_need_derivatives() {
    let error = program(through_a_step::tracked).chain().hamiltonian(3).run().unwrap_err().to_string();
    assert!(
        error.starts_with("the derivatives of `cubed` at ") && error.ends_with(" are not known"),
        "{error}"
    );
    let error = program(through_a_step::tracked).chain().hamiltonian(0).run().unwrap_err().to_string();
    assert_eq!(error, "the setting `steps` must be at least 1");
    let fit = program(through_a_step::tracked).chain().gibbs().chains(1).draws(50).seed(1).run();
    assert!(fit.is_ok(), "without trajectories no derivative is needed");
}

#[track]
fn two(run: &mut Run) -> f64 {
    let a = run.sample("a", normal(0.0, 1.0));
    let _b = run.sample("b", normal(a, 1.0));
    a
}

#[test]
fn what_is_set_tells_nothing_of_its_causes() {
    for (given, expected) in [(false, 0.0), (true, 1.0)] {
        let of_two = program(two::tracked);
        let of_two = if given { of_two.condition("b", 2.0) } else { of_two.intervene("b", 2.0) }.unwrap();
        let run = of_two.track(1).unwrap();
        let log_density = run.record.log_density();
        assert!((run.list.replay().log_density() - log_density).abs() < 1e-12);
        for hamiltonian in [false, true] {
            let chain = of_two.chain();
            let chain = if hamiltonian { chain.hamiltonian(8) } else { chain.gibbs() };
            let mean = chain.draws(2_000).warmup(200).seed(1).run().unwrap().mean(|a| a.value());
            assert!((mean - expected).abs() < 0.1, "{given} {hamiltonian}: {mean}");
        }
    }
}

/// A law with its probabilities written in place, and a weight that may be none.
#[track]
fn written_in_place(run: &mut Run) -> f64 {
    let z = run.sample("z", categorical(&[0.2, 0.3, 0.5]));
    let x = (z as f64 - 0.5).clamp(-0.25, 1.0);
    run.factor(x.ln());
    x
}

#[test]
fn factors_are_numbers() {
    let weighted = program(written_in_place::tracked);
    let errors = (0..20).filter_map(|seed| weighted.simulate(seed).err());
    let error = errors.map(|error| error.to_string()).next().unwrap();
    assert_eq!(error, "at `program` of the program: the logarithm of a factor is NaN");
}

#[track]
fn a_coin_and_a_weight(run: &mut Run) -> f64 {
    let heads = run.sample("heads", bernoulli(0.5));
    let mean = if heads { 1.0 } else { -1.0 };
    run.sample("weight", normal(mean, 1.0))
}

/// Trajectories alone would leave a discrete choice as it was drawn first.
#[test]
fn discrete_choices_need_a_kernel() {
    let coin = program(a_coin_and_a_weight::tracked);
    let error = coin.chain().hamiltonian(3).run().map(drop).unwrap_err().to_string();
    assert!(error.contains("at `heads`") && error.contains("add `gibbs` or `single_site`"), "{error}");
    let both = coin.chain().hamiltonian(3).gibbs().draws(2_000).thin(3).seed(1).run().unwrap();
    assert!(both.mean(|weight| weight.value()).abs() < 0.15);
    // Given a value it is no choice.
    assert!(coin.condition("heads", 1.0).unwrap().chain().hamiltonian(3).draws(10).warmup(10).run().is_ok());
}
