//! Results of a posterior besides its log density, if a discrete parameter is marginalised: roles,
//! observations, several points, constants, draws from the prior, Gibbs sampling, and messages.

use crate::enumerated::{assert_enumerated, given, observations};
use approx::assert_relative_eq;
use monomorph::graph::Inspect;
use monomorph::prelude::*;

fn normal_of(y: f64, mean: f64) -> f64 {
    -0.5 * (y - mean).powi(2) - 0.5 * std::f64::consts::TAU.ln()
}

fn log_of_sum(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + terms.iter().map(|term| (term - largest).exp()).sum::<f64>().ln()
}

/// Draws of a posterior, the same each time.
fn draws_of<M: BoundModel>(posterior: &Posterior<M>) -> Draws {
    posterior.nuts().chains(1).warmup(50).draws(5).seed(3).run().unwrap().draws().clone()
}

/// A category that is read by a parameter alone belongs to the prior, and one that an observation reads as
/// well to the likelihood; of an observation that reads it the log density is given what the parameter says.
#[test]
fn categories_of_parameters() {
    let y = observations(3);
    params! { mu: vector(2), theta: vector(3), z: vector(3).category(2) }
    let priors = model! {
        mu    |= normal(0.0, 3.0),
        z     |= categorical(&[0.3, 0.7]),
        theta |= normal(mu.at(z), 1.0),
    };
    let of_prior = model! { priors, data(&y) |= normal(theta, 1.0) };
    let posterior = of_prior.marginalise(z).compile().unwrap();
    let draws = draws_of(&posterior);
    for trace in draws.traces() {
        let theta = trace.get("theta").unwrap().to_vec();
        let expected: f64 = y.iter().zip(&theta).map(|(y, theta)| normal_of(*y, *theta)).sum();
        let likelihood = posterior.log_likelihood(&trace).unwrap();
        assert_relative_eq!(likelihood, expected, max_relative = 1e-12);
        let rest = posterior.log_joint(&trace).unwrap() - expected;
        assert_relative_eq!(posterior.log_prior(&trace).unwrap(), rest, max_relative = 1e-12);
    }

    let of_both = model! { priors, data(&y) |= normal(theta + 2.0 * z, 1.0) };
    assert_enumerated(&of_both.marginalise(z).compile().unwrap(), (0, 2, 3), given!(of_both, z));
    let model = of_both.marginalise(z);
    let draws = draws_of(&model.compile().unwrap());
    let pointwise = model.pointwise_log_likelihood(&draws).unwrap();
    for (number, trace) in draws.traces().enumerate() {
        let [mu, theta] = ["mu", "theta"].map(|name| trace.get(name).unwrap().to_vec());
        for (row, y) in y.iter().enumerate() {
            let class = |k: usize| [0.3_f64, 0.7][k].ln() + normal_of(theta[row], mu[k]);
            let seen = |k: usize| class(k) + normal_of(*y, theta[row] + 2.0 * k as f64);
            let expected = log_of_sum(&[0, 1].map(seen)) - log_of_sum(&[0, 1].map(class));
            let found = pointwise.column(&format!("y[{row}]")).unwrap().as_slice()[number];
            assert_relative_eq!(found, expected, max_relative = 1e-10);
        }
    }
}

/// An element that is known was seen with what reads it, by its own name: the log density is that of both,
/// also where the values do not begin at 0.
#[test]
fn observations_of_known_elements() {
    let y = observations(3);
    params! { mu: real(), z: vector(3).integer(1, 3) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        z  |= discrete_range(1, 3),
        data(&y) |= normal(mu * z, 1.0),
    };
    let labelled = model.condition_at(z, &[1], &[3.0]).marginalise(z);
    let draws = draws_of(&labelled.compile().unwrap());
    let pointwise = labelled.pointwise_log_likelihood(&draws).unwrap();
    for (number, mu) in draws.column("mu").unwrap().as_slice().iter().enumerate() {
        let row = |row: usize, z: f64| normal_of(y[row], mu * z);
        let of_all = |place: usize| log_of_sum(&[1.0, 2.0, 3.0].map(|z| row(place, z))) - 3.0_f64.ln();
        let known = row(1, 3.0) - 3.0_f64.ln();
        for (place, expected) in [of_all(0), known, of_all(2)].into_iter().enumerate() {
            let found = pointwise.column(&format!("z[{place}]")).unwrap().as_slice()[number];
            assert_relative_eq!(found, expected, max_relative = 1e-10);
        }
    }
}

/// Two variables, one inside of the other: log prior and log likelihood are those of the sum, and what is
/// recovered of one fits what is recovered of the other.
#[test]
fn two_variables_in_one_row() {
    let y = [1.02, 0.97, 1.01];
    params! { mu: real() }
    params! { a: vector(3).binary(), b: vector(3).binary() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        a  |= bernoulli(0.4),
        b  |= bernoulli(0.3),
        data(&y) |= normal(a + b, 0.05),
        data(0.3) |= normal(mu, 1.0),
    };
    let posterior = model.marginalise(a).marginalise(b).compile().unwrap();
    let draws = draws_of(&posterior);
    let recovered = posterior.recover(&draws, 1).unwrap();
    for (trace, number) in draws.traces().zip(0..) {
        let mu = trace.get("mu").unwrap()[0];
        let sum_of = |a: f64, b: f64, y: f64| normal_of((y - a - b) / 0.05, 0.0) - 0.05_f64.ln();
        let weights = [(0.0, 0.0, 0.42_f64), (1.0, 0.0, 0.28), (0.0, 1.0, 0.18), (1.0, 1.0, 0.12)];
        let row = |y: &f64| log_of_sum(&weights.map(|(a, b, weight)| weight.ln() + sum_of(a, b, *y)));
        let expected = y.iter().map(row).sum::<f64>() + normal_of(0.3, mu);
        assert_relative_eq!(posterior.log_likelihood(&trace).unwrap(), expected, max_relative = 1e-12);
        assert_relative_eq!(posterior.log_prior(&trace).unwrap(), normal_of(mu, 0.0), max_relative = 1e-12);
        for row in 0..3 {
            let of = |name: &str| recovered.column(&format!("{name}[{row}]")).unwrap().as_slice()[number];
            assert_eq!(of("a") + of("b"), 1.0, "the sum is 1 within a twentieth");
        }
    }
    // Nobody has seen anything of them here: they are of the prior.
    params! { c: binary(), d: binary() }
    let unseen = model! { c |= bernoulli(0.4), d |= bernoulli(0.3), mu |= normal(c + d, 1.0) };
    let posterior = unseen.marginalise(c).marginalise(d).compile().unwrap();
    let trace = posterior.constrain(&[0.7]).unwrap();
    assert_eq!(posterior.log_likelihood(&trace).unwrap(), 0.0);
    let joint = posterior.log_joint(&trace).unwrap();
    assert_relative_eq!(posterior.log_prior(&trace).unwrap(), joint, max_relative = 1e-12);
}

/// A vector of one element is a vector.
#[test]
fn one_element() {
    params! { mu: vector(2), z: vector(1).category(2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        z  |= categorical(&[0.3, 0.7]),
        data(1.3) |= normal(mu.at(z.at(0)), 0.5),
    };
    assert_enumerated(&model.marginalise(z).compile().unwrap(), (0, 2, 1), given!(model, z));
}

/// Several points at once, and the log density without constants.
#[test]
fn points_and_constants() {
    let y = observations(5);
    params! { mu: vector(2), z: vector(5).category(2) }
    let model = model! {
        mu |= normal(0.0, 3.0),
        z  |= categorical(&[0.3, 0.7]),
        data(&y) |= normal(mu.at(z), 1.5),
    };
    let posterior = model.marginalise(z).compile().unwrap();
    let (points, mut gradients) = ([0.3, -0.8, 1.4, 0.2, -2.0, 0.7], [0.0; 6]);
    let mut workspaces = posterior.workspaces(3);
    let found = posterior.log_density_and_gradients(&points, &mut gradients, &mut workspaces);
    let proportional = posterior.without_constants();
    let mut constants = Vec::new();
    for ((q, slopes), found) in points.chunks(2).zip(gradients.chunks(2)).zip(found) {
        let mut gradient = [0.0; 2];
        let mut workspace = posterior.workspace();
        let value = posterior.log_density_and_gradient(q, &mut gradient, &mut workspace);
        assert_relative_eq!(*found, value, max_relative = 1e-13);
        assert_relative_eq!(slopes, &gradient[..], max_relative = 1e-13);
        constants.push(value - proportional.log_density(q, &mut workspace));
    }
    // The two priors' √2π and 3 at least: those of the rows are inside of the sum.
    assert!(constants[0] <= -std::f64::consts::TAU.ln() - 2.0 * 3.0_f64.ln() + 1e-9, "{constants:?}");
    assert_relative_eq!(constants[..], [constants[0]; 3][..], max_relative = 1e-12);
}

/// The original model is simulated, and checked for suspicious parts.
#[test]
fn what_is_written_is_drawn_and_checked() {
    params! { sigma: real(), z: vector(4).category(2), y: vector(4) }
    let model = model! {
        sigma |= gamma(2.0, 1.0),
        z |= categorical(&[0.3, 0.7]),
        y |= normal(10.0 * z, sigma),
    };
    let marginal = model.marginalise(z);
    let draws = marginal.sample_prior(40, 1).unwrap();
    let means: Vec<f64> = draws.column("y[2]").unwrap().as_slice().to_vec();
    assert!(means.iter().any(|y| *y > 5.0) && means.iter().any(|y| *y < 5.0), "{means:?}");
    let findings = [model.check(), marginal.check()]
        .map(|findings| findings.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert!(!findings[1].is_empty());
    assert_eq!(findings[0], findings[1]);
    assert_eq!(marginal.graph().parents("y").unwrap(), ["sigma", "z"]);
}

/// The rest of the model is drawn by Gibbs sampling, and the marginalised variable is not a parameter.
#[test]
fn gibbs_sampling_of_the_rest() {
    let y = observations(30);
    params! { w: interval(0.0, 1.0), mu: real(), z: vector(30).binary() }
    let model = model! {
        w  |= beta(2.0, 2.0),
        mu |= normal(0.0, 1.0),
        z  |= bernoulli(w),
        data(&y) |= normal(3.0 * z, 1.0),
        data(&y) |= normal(mu, 2.0),
    };
    let posterior = model.marginalise(z).compile().unwrap();
    let gibbs = posterior.gibbs().chains(1).warmup(100).draws(2_000).seed(5).run().unwrap();
    assert_eq!(gibbs.names(), ["w", "mu"]);
    let precision = 1.0 + 30.0 / 4.0;
    let mean = y.iter().sum::<f64>() / 4.0 / precision;
    let drawn = gibbs.column("mu").unwrap().mean();
    assert!((drawn - mean).abs() < 5.0 / (precision * 2_000.0_f64).sqrt(), "{drawn} {mean}");
}

/// A sum that is nothing is named where no point of the start has a density.
#[test]
fn sums_that_are_impossible() {
    params! { p: interval(0.0, 1.0), count: integer(0, 3) }
    let model = model! {
        p |= beta(1.0, 1.0),
        count |= poisson(2.0),
        data(5) |= binomial(count, p),
    };
    let posterior = model.marginalise(count).compile().unwrap();
    let error = posterior.nuts().chains(1).warmup(10).draws(1).seed(1).run().unwrap_err().to_string();
    assert!(error.contains("count marginalised"), "{error}");
}
