//! States of Markov chains that are marginalised, by the forward–backward algorithm: equal to the enumeration
//! of all paths, and to [`hidden_markov`](monomorph::distribution::hidden_markov).

use crate::enumerated::{assert_enumerated, given, observations};
use approx::assert_relative_eq;
use monomorph::prelude::*;

/// The states of a Markov chain, of which each is read by several rows.
#[test]
fn chains() {
    let y = observations(5);
    params! { t: simplex(3).rows(3), mu: ordered(3), s: vector(5).category(3) }
    let model = model! {
        t  |= dirichlet(2.0),
        mu |= normal(0.0, 3.0),
        s  |= markov_chain(&[0.5, 0.2, 0.3], t),
        data(&y) |= normal(mu.at(s), 1.0),
        data(&y[..4]) |= normal(mu.at(s.at(&[0, 0, 2, 4])), 2.0),
    };
    assert_enumerated(&model.marginalise(s).compile().unwrap(), (0, 3, 5), given!(model, s));
}

/// A chain of which nothing is a parameter, that is left once: smoothed states, drawn ones, and log
/// likelihoods given the past.
#[test]
fn chains_are_recovered() {
    let y = [0.1, -0.4, 2.9, 0.6, 3.2, 3.3];
    let moves = monomorph::faer::mat![[0.8, 0.2], [0.0, 1.0]];
    let model = {
        params! { mu: vector(2), s: vector(6).category(2) }
        model! {
            mu |= normal(&[0.0, 3.0], 0.3),
            s  |= markov_chain(&[0.9, 0.1], stack_rows((data(&[0.8, 0.2]), data(&[0.0, 1.0])))),
            data(&y) |= normal(mu.at(s), 1.0),
        }
    };
    params! { s: vector(6).category(2) }
    let by_hand = {
        params! { mu: vector(2) }
        model! {
            mu |= normal(&[0.0, 3.0], 0.3),
            data(&y) |= hidden_markov(&[0.9, 0.1], data(&moves),
                [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
        }
    };
    let marginal = model.marginalise(s);
    let (posterior, expected) = (marginal.compile().unwrap(), by_hand.compile().unwrap());
    let (mut slopes, mut of_hand) = ([0.0; 2], [0.0; 2]);
    let q = [0.3, 2.5];
    let value = posterior.log_density_and_gradient(&q, &mut slopes, &mut posterior.workspace());
    let other = expected.log_density_and_gradient(&q, &mut of_hand, &mut expected.workspace());
    assert_relative_eq!(value, other, max_relative = 1e-12);
    assert_relative_eq!(slopes[..], of_hand[..], max_relative = 1e-9);

    let draws = posterior.nuts().chains(1).warmup(200).draws(400).seed(1).run().unwrap();
    let pointwise = marginal.pointwise_log_likelihood(draws.draws()).unwrap();
    let given_the_past = by_hand.pointwise_log_likelihood(draws.draws()).unwrap();
    let (drawn, table) =
        (posterior.recover(draws.draws(), 1).unwrap(), posterior.probabilities(s, draws.draws()).unwrap());
    for time in 0..6 {
        let column = |draws: &Draws, name: String| draws.column(&name).unwrap().as_slice().to_vec();
        let [left, right] = [&pointwise, &given_the_past].map(|draws| column(draws, format!("y[{time}]")));
        assert_relative_eq!(left[..], right[..], max_relative = 1e-9);
        let mean = |numbers: Vec<f64>| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let (share, expected) =
            (mean(column(&drawn, format!("s[{time}]"))), mean(column(&table, format!("s[{time},1]"))));
        assert!((share - expected).abs() < 0.07, "{time}: {share} {expected}");
    }
    let paths = drawn.values_of(s).unwrap();
    assert!(paths.iter().all(|path| path.is_sorted()), "a state that is left is never entered again");
}

/// Scales that belong to states are the same in all rows of a pass, and stand beside the rows: the law of the
/// chain reads both. A state that cannot be has no path.
#[test]
fn scales_of_states() {
    let y = observations(5);
    params! { stay: simplex(2).rows(2), mu: vector(2), sigma: vector(2).positive(), s: vector(5).category(2) }
    let model = model! {
        stay  |= dirichlet(2.0),
        mu    |= normal(0.0, 3.0),
        sigma |= lognormal(0.0, 0.5),
        s     |= markov_chain(&[0.5, 0.5], stay),
        data(&y) |= normal(mu.at(s), sigma.at(s)),
        increment((sigma.at(s.at(0)) - 0.9).log()),
    };
    assert_enumerated(&model.marginalise(s).compile().unwrap(), (0, 2, 5), given!(model, s));
}

/// A chain inside of the sum over a number that all rows read.
#[test]
fn chains_inside_of_sums() {
    let y = observations(4);
    params! { t: simplex(2).rows(2), mu: ordered(2), s: vector(4).category(2), shifted: binary() }
    let model = model! {
        t  |= dirichlet(2.0),
        mu |= normal(0.0, 3.0),
        s  |= markov_chain(&[0.4, 0.6], t),
        shifted |= bernoulli(0.3),
        data(&y) |= normal(mu.at(s) + 0.7 * shifted, 1.0),
    };
    let marginal = model.marginalise(s).marginalise(shifted).compile().unwrap();
    assert_enumerated(&marginal, (0, 2, 5), |value| {
        let given = model.condition(s, &value[..4]).condition(shifted, value[4]);
        Some(Box::new(given.compile().unwrap()))
    });
}

/// Three states whose transitions are parameters, read by a parameter as well as by an observation: the
/// probabilities of states by enumeration, and the log density of each row given the rows before it.
#[test]
fn states_of_parameters() {
    const PATHS: usize = 27;
    let y = [0.4, 2.2, -1.3];
    let initial = [0.5, 0.2, 0.3];
    params! { t: simplex(3).rows(3), mu: vector(3), theta: vector(3), s: vector(3).category(3) }
    let model = model! {
        t     |= dirichlet(2.0),
        mu    |= normal(&[-1.0, 0.5, 2.0], 0.2),
        s     |= markov_chain(&[0.5, 0.2, 0.3], 0.7 * t + 0.1),
        theta |= normal(mu.at(s), 1.0),
        data(&y) |= normal(theta + 0.5 * s, 1.0),
    };
    let marginal = model.marginalise(s);
    let posterior = marginal.compile().unwrap();
    let draws = posterior.nuts().chains(1).warmup(100).draws(4).seed(1).run().unwrap();
    let probabilities = posterior.probabilities(s, draws.draws()).unwrap();
    let pointwise = marginal.pointwise_log_likelihood(draws.draws()).unwrap();
    let normal_of = |y: f64, mean: f64| (-0.5 * (y - mean).powi(2)).exp() / std::f64::consts::TAU.sqrt();
    for (number, trace) in draws.draws().traces().enumerate() {
        let [t, mu, theta] = ["t", "mu", "theta"].map(|name| trace.get(name).unwrap().to_vec());
        let t: Vec<f64> = t.iter().map(|t| 0.7 * t + 0.1).collect();
        let path = |number: usize| [number / 9, number / 3 % 3, number % 3];
        // The density of a path, of the numbers that the first `seen` states emit, and of all of `theta`
        // up to the last of them.
        let density = |path: [usize; 3], rows: usize, last: usize| {
            let moves = initial[path[0]] * t[3 * path[0] + path[1]] * t[3 * path[1] + path[2]];
            let hidden: f64 = (0..last).map(|row| normal_of(theta[row], mu[path[row]])).product();
            let emitted = |row: usize| normal_of(y[row], theta[row] + 0.5 * path[row] as f64);
            moves * hidden * (0..rows).map(emitted).product::<f64>()
        };
        let all: f64 = (0..PATHS).map(|number| density(path(number), 3, 3)).sum();
        for row in 0..3 {
            for state in 0..3 {
                let own = (0..PATHS).map(path).filter(|path| path[row] == state);
                let expected = own.map(|path| density(path, 3, 3)).sum::<f64>() / all;
                let found = probabilities.column(&format!("s[{row},{state}]")).unwrap().as_slice()[number];
                assert_relative_eq!(found, expected, max_relative = 1e-9);
            }
            // Everything that reads the state of a row, given all that reads the states before.
            let before: f64 = (0..PATHS).map(|number| density(path(number), row, row)).sum();
            let with: f64 = (0..PATHS).map(|number| density(path(number), row + 1, row + 1)).sum();
            let found = pointwise.column(&format!("y[{row}]")).unwrap().as_slice()[number];
            assert_relative_eq!(found, (with / before).ln(), max_relative = 1e-9);
        }
    }
}

/// Models in which a chain cannot be summed out are refused with the reason.
#[test]
fn chains_that_are_refused() {
    let y = observations(4);
    params! { mu: ordered(2), s: vector(4).category(2), which: category(2), t: simplex(2).rows(2) }
    let chosen = model! {
        t     |= dirichlet(2.0),
        mu    |= normal(0.0, 3.0),
        which |= categorical(&[0.5, 0.5]),
        s     |= markov_chain(concatenate((0.5 + 0.3 * which, 0.5 - 0.3 * which)), t),
        data(&y) |= normal(mu.at(s), 1.0),
    };
    let error = chosen.marginalise(which).marginalise(s).compile().unwrap_err().to_string();
    assert!(error.contains("its law ties its elements"), "{error}");

    params! { n: vector(4).integer(1, 2) }
    let counted = model! {
        mu |= normal(0.0, 3.0),
        n  |= markov_chain(&[0.4, 0.6], stack_rows((data(&[0.8, 0.2]), data(&[0.3, 0.7])))),
        data(&y) |= normal(mu.at(0) * n, 1.0),
    };
    let error = counted.marginalise(n).compile().unwrap_err().to_string();
    assert!(error.contains("its law has 2 states, counted from 0"), "{error}");
}
