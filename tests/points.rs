//! Proves that several points in one pass have the log densities and gradients that they have one by one, at
//! ordinary points, at −∞ and at NaN, on every instruction set, without an allocation.

mod common;

use common::counting::allocations;
use common::{Random, is_near, is_whole_sweep, on_every_set};
use faer::{Mat, MatRef};
use monomorph::prelude::*;

/// The numbers of points: some, none, one, and more than share a pass.
const COUNTS: [usize; 6] = [3, 0, 1, 9, 2, 8];

/// Evaluates a model at several points `rounds` times, and compares each with the evaluation of one point.
fn same(what: &str, rounds: usize, model: impl Model) {
    on_every_set(model, |set, posterior| {
        let dimension = posterior.dimension();
        let (mut workspace, mut random) = (posterior.workspace(), Random(21));
        let (mut finite, mut infinite) = (0, 0);
        for &count in if rounds < 5 { &COUNTS[..1] } else { &COUNTS } {
            let mut workspaces = posterior.workspaces(count);
            let mut gradients = vec![7.0; count * dimension];
            for round in 0..rounds {
                let mut points = random.numbers(count * dimension, -1.0, 1.0);
                // In turn all are ordinary, or one of them is none.
                if let (1..4, Some(q)) = (round, points.chunks_mut(dimension).nth(round)) {
                    q[0] = [f64::NAN, f64::INFINITY, -1e300][round - 1];
                }
                let mut log_densities: &[f64] = &[];
                let made = allocations(|| {
                    log_densities =
                        posterior.log_density_and_gradients(&points, &mut gradients, &mut workspaces);
                });
                assert_eq!(made, 0, "{what}, {set}: allocations");
                assert_eq!(log_densities.len(), count);
                let each = points.chunks(dimension).zip(gradients.chunks(dimension)).zip(log_densities);
                for ((q, gradient), log_density) in each {
                    let mut alone = vec![0.0; dimension];
                    let expected = posterior.log_density_and_gradient(q, &mut alone, &mut workspace);
                    compare(what, set, (*log_density, gradient), (expected, &alone));
                    finite += usize::from(log_density.is_finite());
                    infinite += usize::from(*log_density == f64::NEG_INFINITY);
                }
            }
        }
        assert!(finite > 0 && infinite > 0, "{what}, {set}: {finite} finite, {infinite} infinite");
    });
}

/// The order of additions may differ between statements, and so the last digits.
fn compare(what: &str, set: &str, several: (f64, &[f64]), one: (f64, &[f64])) {
    if !one.0.is_finite() {
        assert_eq!(several, one, "{what}, {set}");
        return;
    }
    let scale = one.1.iter().fold(one.0.abs().max(1.0), |most, slope| most.max(slope.abs()));
    assert!(is_near(several.0, one.0, 1e-13 * scale), "{what}, {set}: {} is not {}", several.0, one.0);
    for (several, one) in several.1.iter().zip(one.1) {
        assert!(is_near(*several, *one, 1e-13 * scale), "{what}, {set}: the slope {several} is not {one}");
    }
}

/// Rows in several runs, the last of which is not full; groups and a definition.
#[test]
fn regressions_of_many_rows() {
    let (rows, columns, groups) = (9_003, 6, 7);
    let mut random = Random(11);
    let x = Mat::from_fn(rows, columns, |_, _| random.between(-1.0, 1.0));
    let y = random.numbers(rows, -2.0, 2.0);
    let flags: Vec<bool> = y.iter().map(|&y| y > 0.3).collect();
    let counts: Vec<u32> = y.iter().map(|&y| (3.0 + y) as u32).collect();
    let group = random.indices(rows, groups);
    params! { tau: positive(), beta: vector(columns), a: vector(groups), s: positive() }
    let priors = model! {
        tau |= half_normal(1.0), beta |= normal(0.0, 1.0), a |= normal(0.0, tau), s |= exponential(1.0),
    };
    let x = matrix(x.as_ref());
    let eta = x.dot(beta) + a.at(&group);
    same("logistic", 2, model! { priors, data(&flags) |= bernoulli_logit(eta) });
    same(
        "counts",
        if is_whole_sweep() { 5 } else { 2 },
        model! { priors, data(&counts) |= poisson_log(eta), data(&y) |= student_t(4.0, eta, s) },
    );
    same("defined", 2, model! { priors, mean = eta * 0.5, data(&y) |= cauchy(mean, s) });
    same("rewritten", 2, model! { priors, data(&y) |= normal(x.dot(beta), s) });
    same("in a sum", 2, model! { priors, increment((x.dot(beta) * s).tanh()) });
}

#[test]
fn mixtures() {
    let y = &Random(5).numbers(33_001, -2.0, 2.0);
    params! { mu: vector(2), s: positive(), w: simplex(2) }
    same(
        "a mixture",
        2,
        model! {
            mu |= normal(0.0, 2.0),
            s  |= exponential(1.0),
            w  |= dirichlet(1.0),
            data(y) |= mixture(w, (normal(mu.at(0), s), student_t(3.0, mu.at(1), s))),
        },
    );
}

#[test]
fn what_is_marginalised() {
    let y = &Random(5).numbers(13, -2.0, 2.0);
    params! { mu: vector(2), s: positive(), w: simplex(2), z: vector(13).category(2) }
    let model = model! {
        mu |= normal(0.0, 2.0),
        s  |= exponential(1.0),
        w  |= dirichlet(1.0),
        z  |= categorical(w),
        data(y) |= normal(mu.at(z), s),
    };
    same("marginalised", 5, model.marginalise(z));
}

#[test]
fn sequences() {
    let y = &Random(3).numbers(21, 0.1, 2.0);
    params! { w: vector(3).positive(), t: simplex(2).rows(2), h: vector(21) }
    same(
        "sequences",
        5,
        model! {
            t |= dirichlet(1.0), w |= exponential(1.0),
            h |= process(normal(0.0, w.at(0)), |h| normal(0.9 * h, w.at(1))),
            data(y) |= hidden_markov(&[0.5, 0.5], t, [exponential(w.at(0)), exponential(w.at(1))]),
            data(y) |= linear_gaussian(1.0, w.at(0), 1.0, w.at(1)),
            data(y) |= normal(h, w.at(2)),
        },
    );
}

/// Thousands of points of a small model, with values given to elements and to a parameter.
#[test]
fn small_models() {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    params! { mu: real(), tau: positive(), top: lower(mu), eta: vector(8), v: vector(3) }
    let covariance = MatRef::from_row_major_slice(&[2.0, 0.5, 0.1, 0.5, 1.0, 0.2, 0.1, 0.2, 1.0], 3, 3);
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        top |= normal(mu, 3.0),
        eta |= normal(0.0, 1.0),
        v   |= multi_normal(0.0, covariance),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, 12.0),
        data(1.5) |= gamma(2.0, tau),
        data(&y[..1]) |= logistic(top + v.at(1), tau),
    };
    same("eight schools", 200, model);
    same("with values", 5, model.condition(tau, 2.0).condition_at(eta, &[1, 2], &[0.5, 0.25]));
}

/// Wrong lengths and workspaces of other posteriors give NaN everywhere.
#[test]
fn what_does_not_fit_is_nan() {
    params! { mu: vector(2) }
    let model = model! { mu |= normal(0.0, 1.0) };
    let posterior = model.compile().expect("a model");
    let other = model.compile().expect("a model");
    let mut workspaces = posterior.workspaces(3);
    for (points, length) in [(5, 6), (6, 5), (0, 0), (8, 8)] {
        let mut gradients = vec![0.0; length];
        let log_densities =
            posterior.log_density_and_gradients(&vec![0.0; points], &mut gradients, &mut workspaces);
        assert!(log_densities.len() == 3 && log_densities.iter().all(|value| value.is_nan()));
        assert!(gradients.iter().all(|slope| slope.is_nan()));
    }
    let mut gradients = [0.0; 6];
    let foreign = other.log_density_and_gradients(&[0.0; 6], &mut gradients, &mut workspaces);
    assert!(foreign.iter().all(|value| value.is_nan()));
    assert!(gradients.iter().all(|slope| slope.is_nan()));
}
