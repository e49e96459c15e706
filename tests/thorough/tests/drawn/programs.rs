//! Programs: one that recurs has its posterior by every kernel, against a series; what is given and set,
//! seeds, predictions, and what bad programs are told. Posteriors of others are thorough tests.

use crate::common::{assert_mean, assert_near};
use crate::runs::{normalised, poisson_probability, total_variation};
use monomorph::prelude::*;
use monomorph::program::{Choices, Program, Run, program, steps, submodel};

/// Returns the number of tosses until the first success.
fn geometric(run: &mut Run, p: f64) -> u64 {
    if run.sample("stop", bernoulli(p)) { 1 } else { 1 + run.call("next", |run| geometric(run, p)) }
}

/// n is geometric with an unknown probability, so that P(n) = 3 B(4, n) = 18/(n (n + 1) (n + 2) (n + 3)), and
/// 4 is a Poisson number of rate n.
fn counted() -> Program<impl Fn(&mut Run) -> u64> {
    program(|run| {
        let p = run.sample("p", beta(3.0, 1.0));
        let n = run.call("n", |run| geometric(run, p));
        run.observe("y", poisson(n as f64), 4);
        n
    })
}

fn counted_exactly() -> (Vec<f64>, f64) {
    let joint = |n: usize| match n {
        0 => 0.0,
        _ => poisson_probability(4, n as f64) * 18.0 / (n * (n + 1) * (n + 2) * (n + 3)) as f64,
    };
    (normalised((0..200).map(joint)), (0..200).map(joint).sum())
}

#[test]
fn recursion_by_every_kernel() {
    let (exact, evidence) = counted_exactly();
    let number = |n: &u64| *n as usize;
    let chain = counted().single_site().draws(5_000).thin(3).seed(1).run().unwrap();
    assert!(total_variation(&chain, &exact, number) < 0.02, "{}", total_variation(&chain, &exact, number));
    let weighted = counted().importance(40_000).seed(2).run().unwrap();
    assert!(total_variation(&weighted, &exact, number) < 0.02);
    assert_near(weighted.log_evidence().unwrap(), evidence.ln(), 0.03, || "evidence".to_owned());
    let particles = counted().particles(10_000).seed(3).run().unwrap();
    assert!(total_variation(&particles, &exact, number) < 0.04);
    assert_near(particles.log_evidence().unwrap(), evidence.ln(), 0.05, || "evidence".to_owned());
    let conditional = counted().particle_gibbs(10).draws(500).warmup(20).seed(4).run().unwrap();
    assert!(total_variation(&conditional, &exact, number) < 0.08);
}

#[test]
fn what_is_given_and_what_is_set() {
    let pair = || {
        program(|run| {
            let x = run.sample("x", normal(0.0, 1.0));
            let y = run.call("inner", |run| run.sample("y", normal(x, 1.0)));
            (x, y)
        })
    };
    let conditioned =
        pair().condition("inner.y", 2.0).unwrap().single_site().draws(10_000).thin(2).seed(9).run().unwrap();
    assert_near(conditioned.mean(|(x, _)| *x), 1.0, 0.04, || "given".to_owned());
    let set = pair().intervene("inner.y", 2.0).unwrap().importance(4_000).seed(9).run().unwrap();
    assert_mean("set", &set.values().iter().map(|(x, _)| *x).collect::<Vec<_>>(), 0.0);
    assert!(set.values().iter().all(|(_, y)| *y == 2.0));
    let trace = Trace::of([("x", 0.5), ("inner.y", -0.5)]).unwrap();
    let want = -(0.125 + 0.5) - (2.0 * std::f64::consts::PI).ln();
    assert_near(pair().log_density_of(&trace).unwrap(), want, 1e-14, || "log density".to_owned());
    let lacking = pair().log_density_of(&Trace::of([("x", 0.5)]).unwrap()).unwrap_err();
    assert!(lacking.to_string().contains("inner.y"), "{lacking}");
    for wrong in [pair().condition("z", 1.0).unwrap(), pair().intervene("y", 1.0).unwrap()] {
        let error = wrong.importance(10).run().unwrap_err().to_string();
        assert!(error.contains("no run makes this choice"), "{error}");
    }
}

/// The trace of a run has the log density of its record, whatever was given to the program; a trace that says
/// otherwise is refused.
#[test]
fn log_densities_of_what_is_given() {
    let normal_at = |x: f64, mean: f64| -0.5 * (x - mean).powi(2) - 0.5 * (2.0 * std::f64::consts::PI).ln();
    let counted = || {
        program(|run| {
            let n = run.sample("n", poisson(2.0));
            let x = run.sample("x", normal(n as f64, 1.0));
            run.observe("y", normal(x, 1.0), 0.5);
            n
        })
    };
    let trace = |pairs: &[(&str, f64)]| Trace::of(pairs.iter().copied()).unwrap();
    let set = counted().intervene("n", 3.0).unwrap();
    let seen = counted().condition("n", 3.0).unwrap();
    let of_set = normal_at(1.0, 3.0) + normal_at(0.5, 1.0);
    let of_count = 3.0 * 2.0_f64.ln() - 2.0 - 6.0_f64.ln();
    for values in [&[("x", 1.0)][..], &[("x", 1.0), ("n", 3.0)], &[("y", 0.5), ("x", 1.0), ("n", 3.0)]] {
        let found = set.log_density_of(&trace(values)).unwrap();
        assert_near(found, of_set, 1e-14, || format!("set, {values:?}"));
        let found = seen.log_density_of(&trace(values)).unwrap();
        assert_near(found, of_set + of_count, 1e-14, || format!("seen, {values:?}"));
    }
    let said = |program: &Program<_>, values: &[(&str, f64)]| {
        program.log_density_of(&trace(values)).unwrap_err().to_string()
    };
    for program in [&set, &seen] {
        let other = said(program, &[("x", 1.0), ("n", 2.0)]);
        assert!(
            other.contains("at `n`") && other.contains("the trace has 2, and the program has 3"),
            "{other}"
        );
    }
    let other = said(&set, &[("x", 1.0), ("y", 0.25)]);
    assert!(other.contains("at `y`") && other.contains("the trace has 0.25"), "{other}");
    assert!(said(&set, &[("x", 1.0), ("z", 0.25)]).contains("no run makes this choice"));
    let lacking = said(&set, &[("n", 3.0)]);
    assert!(lacking.contains("`x`"), "{lacking}");
    let start = set.single_site().start(&trace(&[("n", 2.0)])).run().map(drop).unwrap_err().to_string();
    assert!(start.contains("the trace has 2, and the program has 3"), "{start}");
    let start = set.single_site().start(&trace(&[("y", 2.0)])).run().map(drop).unwrap_err().to_string();
    assert!(start.contains("the trace has 2, and the program has 0.5"), "{start}");
    let to_what_is_set = |x: &mut Choices, _: &mut Choices| {
        x.set("n", 4.0);
        Ok(0.0)
    };
    let moved =
        set.chain().involution(|_, _| Ok(()), to_what_is_set).run().map(drop).unwrap_err().to_string();
    assert!(moved.contains("at `n`") && moved.contains("which has one"), "{moved}");

    params! { mu: real(), eta: vector(2), b: vector(2).rows(2) }
    let y = [0.3, -0.4];
    let model = model! {
        mu  |= normal(0.0, 1.0),
        eta |= normal(mu, 0.8),
        b   |= normal(0.0, 1.0),
        data(&y) |= normal(eta + b.row(1), 0.6),
    };
    let part = submodel(model).unwrap();
    // Names that come again, with indices, in calls, in steps, in a model; a choice that has one value, and a
    // factor.
    let all = || {
        program(|run| {
            let first = run.sample("x", normal(0.0, 1.0));
            let second = run.sample("x", normal(first, 1.0));
            let fixed = run.sample("fixed", discrete_range(2, 2));
            run.factor(-0.5 * second * second);
            let chosen: usize = run.sample("z", categorical(&[0.25, 0.75]));
            let inner = run.call("inner", |run| run.sample(("v", chosen), gamma(2.0, 1.0)));
            run.observe("w", normal(inner, 1.0), 0.7);
            let values = run.call("part", |run| run.model(&part));
            values.value_of(mu).unwrap() + fixed as f64
        })
    };
    let programs = [
        all(),
        all().condition("x#2", 0.3).unwrap(),
        all().intervene("x", 0.3).unwrap().condition("z", 1.0).unwrap(),
        all().intervene("part.mu", 0.3).unwrap(),
        all().condition("part.eta[0]", 0.3).unwrap().condition("part.eta[1]", -0.1).unwrap(),
        all().intervene("part.eta[0]", 0.3).unwrap().intervene("part.eta[1]", -0.1).unwrap(),
        [[0, 0], [0, 1], [1, 0], [1, 1]].iter().fold(all(), |program, [row, column]| {
            program.condition(&format!("part.b[{row},{column}]"), 0.2).unwrap()
        }),
    ];
    for (number, program) in programs.iter().enumerate() {
        for seed in 0..5 {
            let record = program.simulate(seed).unwrap().record;
            for with_observations in [false, true] {
                let found = program.log_density_of(&record.trace(with_observations).unwrap());
                assert_near(found.unwrap(), record.log_density(), 1e-11, || format!("program {number}"));
            }
        }
    }
    let walk = steps(
        |run| run.sample("x", normal(0.0, 1.0)),
        3,
        |run, x: &mut f64, _| {
            *x = run.sample("x", normal(*x, 0.5));
            run.observe("y", normal(*x, 0.4), 0.2);
        },
    );
    let walk = walk.program().intervene("step[1].x", 0.4).unwrap();
    let record = walk.simulate(3).unwrap().record;
    let found = walk.log_density_of(&record.trace(false).unwrap()).unwrap();
    assert_near(found, record.log_density(), 1e-13, || "steps".to_owned());
    // A vector as a whole is its elements.
    let whole = program(|run| run.model(&part).value_of(mu).unwrap());
    let values = Trace::new().with("mu", 0.4).unwrap().with("eta", [1.0, 0.1]).unwrap();
    let values = values.with("b", monomorph::trace::Value::matrix(2, [0.1, 0.2, 0.3, 0.4]).unwrap()).unwrap();
    let posterior = model.compile().unwrap();
    let found = whole.log_density_of(&values).unwrap();
    assert_near(found, posterior.log_joint(&values).unwrap(), 1e-12, || "vectors".to_owned());
}

#[test]
fn seeds_reproduce_on_any_number_of_threads() {
    let chains = |seed, threads| {
        let fit = counted().single_site().draws(50).seed(seed).threads(threads).record_all().run().unwrap();
        (fit.values().to_vec(), fit.choices("n.stop").unwrap(), fit.acceptance())
    };
    assert_eq!(chains(3, 1), chains(3, 3));
    assert_ne!(chains(3, 1).0, chains(4, 1).0);
    let first_of_two = counted().single_site().draws(50).seed(3).chains(2).run().unwrap();
    assert_eq!(first_of_two.values(), &chains(3, 1).0[..100]);
    assert_ne!(first_of_two.values()[..50], first_of_two.values()[50..]);
    let weighted = |threads| {
        let fit = counted().importance(700).seed(3).threads(threads).record("p").run().unwrap();
        (fit.values().to_vec(), fit.weights().to_vec(), fit.choices("p").unwrap())
    };
    assert_eq!(weighted(1), weighted(2));
    let particles = |threads| {
        let fit = counted().particles(700).seed(3).threads(threads).record("p").run().unwrap();
        (fit.values().to_vec(), fit.log_evidence(), fit.choices("p").unwrap())
    };
    assert_eq!(particles(1), particles(3));
    assert!(counted().importance(10).threads(0).run().is_err());
}

#[test]
fn recorded_choices_and_predictions() {
    let fit = counted().single_site().draws(4_000).thin(3).seed(14).record_all().run().unwrap();
    assert_eq!((fit.chains(), fit.values().len()), (4, 16_000));
    // what every draw has, as draws with their diagnostics: the first toss is in all, the second one is not
    let summary = fit.summary().unwrap();
    let names: Vec<&str> = summary.rows().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["p", "n.stop"]);
    let tosses = fit.draws_of("n", |n| *n as f64).unwrap().summary();
    let row = tosses.row("n").unwrap();
    assert!(row.rhat < 1.02 && row.ess_bulk > 400.0 && row.ess_bulk < 16_000.0, "{tosses}");
    assert_near(row.mean, fit.mean(|n| *n as f64), 1e-12, || "mean".to_owned());
    assert_near(row.sd, fit.sd(|n| *n as f64), 1e-3, || "sd".to_owned());
    assert_eq!(row.q50, fit.quantile(0.5, |n| *n as f64));
    let second = fit.choices("n.next.stop").unwrap();
    for (n, second) in fit.values().iter().zip(&second) {
        assert_eq!(*second, (*n > 1).then_some(f64::from(u8::from(*n == 2))));
    }
    let trace = fit.trace(7).unwrap();
    assert_eq!(trace.names().count(), 1 + fit.values()[7] as usize);
    assert!(fit.trace(16_000).is_err() && fit.choices("m").unwrap_err().to_string().contains("n.stop"));
    // 4 is a Poisson number of rate n, so the mean of a new one is that of n
    let again = counted().predict(&fit, 15).unwrap();
    assert_eq!(again.values(), fit.values());
    let y = again.summary().unwrap();
    assert_near(y.row("y").unwrap().mean, row.mean, 0.08, || "prediction".to_owned());
    // only what was asked for is recorded
    let some = counted().importance(50).record("n").run().unwrap();
    assert!(some.choices("n.stop").is_ok() && some.choices("p").is_err());
    assert!(counted().predict(&some, 1).unwrap_err().to_string().contains("record_all"));
    assert!(some.draws().unwrap_err().to_string().contains("resampled"));
    let resampled = counted().importance(40_000).seed(16).run().unwrap().resampled(20_000, 17);
    let mean = resampled.draws_of("n", |n| *n as f64).unwrap().column("n").unwrap().mean();
    assert_near(mean, row.mean, 0.15, || "resampled".to_owned());
}

#[test]
fn bad_programs_are_told_what_is_wrong() {
    fn message<T: std::fmt::Debug>(program: Program<impl Fn(&mut Run) -> T>) -> String {
        program.simulate(1).map(|run| run.value).unwrap_err().to_string()
    }
    let twice = message(program(|run| {
        run.sample(("x", 1), bernoulli(0.5));
        run.sample(("x", 1), bernoulli(0.5));
    }));
    assert!(twice.contains("`x[1]`") && twice.contains("two choices"), "{twice}");
    let outside = message(program(|run| run.call("part", |run| run.observe("y", exponential(1.0), -2.0))));
    assert!(outside.contains("`part.y`") && outside.contains("-2"), "{outside}");
    let arguments = message(program(|run| run.sample("y", normal(0.0, -1.0))));
    assert!(arguments.contains("`y`") && arguments.contains("scale = -1"), "{arguments}");
    fn without_end(run: &mut Run) -> u64 {
        run.call("deeper", without_end)
    }
    let endless = message(program(without_end).depth(50));
    assert!(endless.contains("deeper.deeper") && endless.contains("50"), "{endless}");
    let panics = message(program(|run| {
        run.sample("x", uniform(3.0, 4.0));
        assert!(run.sample("y", uniform(0.0, 1.0)) > 2.0, "a mistake of the user's");
    }));
    assert!(panics.contains("a mistake of the user's") && panics.contains("x = 3."), "{panics}");
    let categories = message(program(|run| run.sample("k", categorical(&[0.5, 0.6]))));
    assert!(categories.contains("add up to 1.1"), "{categories}");
    let impossible = program(|run| run.observe("y", uniform(0.0, 1.0), 2.0)).importance(5).run().unwrap_err();
    assert!(impossible.to_string().contains("none of the runs"), "{impossible}");
    let names = program(|run| (run.sample("x", bernoulli(0.5)), run.sample("x", bernoulli(0.5))))
        .simulate(1)
        .unwrap();
    let names: Vec<String> = names.record.sites().iter().map(|site| names.record.address(site)).collect();
    assert_eq!(names, ["x", "x#2"]);
}
