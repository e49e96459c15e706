//! Proves which shapes a statement's left side may have beside its arguments, and what the log density is then: a number is
//! repeated along vectors and matrices, as in Stan, a matrix takes vectors as each of its rows, and a vector is never repeated
//! (the programs `matrix_times_vector`, `matrix_plus_vector` and `mixture_of_matrices` of `tests/compile_fail` do not compile).

mod common;

use common::{check_against as check, numbers};
use faer::{Mat, mat};
use monomorph::prelude::*;

/// The log density of a normal distribution.
fn log_normal(y: f64, mean: f64, sd: f64) -> f64 {
    let z = (y - mean) / sd;
    -0.5 * z * z - sd.ln() - 0.5 * std::f64::consts::TAU.ln()
}

/// Stan's `mu ~ normal(m, s)` of a number and vectors is a sum over the vectors.
#[test]
fn a_parameter_that_is_a_number_follows_several_laws() {
    let m = numbers(11);
    params! { mu: real(), s: vector(11).positive() }
    let model = model! { mu |= normal(data(&m), s), s |= flat() };
    let q: Vec<f64> = numbers(12).iter().map(|x| 0.3 + x).collect();
    check(model, &q, |q| (0..11).map(|i| log_normal(q[0], m[i], q[1 + i].exp()) + q[1 + i]).sum());
}

#[test]
fn a_number_is_repeated_for_each_element() {
    let m = Mat::from_fn(3, 5, |i, j| (i * 5 + j) as f64 / 7.0);
    params! { mu: real(), b: vector(4) }
    let model = model! {
        mu |= normal(data(&m), 2.0),
        b |= normal(0.0, 1.0),
        data(0.5) |= normal(b, 1.0),
        data(1) |= bernoulli_logit(b),
        data(2.5) |= mixture((0.3, 0.7), (normal(b, 1.0), normal(mu, 2.0))),
    };
    let q = numbers(5);
    check(model, &q, |q| {
        let (mu, b) = (q[0], &q[1..]);
        let cells = (0..15).map(|k| log_normal(mu, k as f64 / 7.0, 2.0)).sum::<f64>();
        let each = |b: &f64| {
            let mixed = 0.3 * log_normal(2.5, *b, 1.0).exp() + 0.7 * log_normal(2.5, mu, 2.0).exp();
            log_normal(*b, 0.0, 1.0) + log_normal(0.5, *b, 1.0) - common::softplus(-b) + mixed.ln()
        };
        cells + b.iter().map(each).sum::<f64>()
    });
}

/// Rows that share a vector of means, one by one and together.
#[test]
fn a_matrix_takes_a_vector_as_each_row() {
    let y = mat![[0.5, -1.0, 2.0], [1.5, 0.25, -0.5]];
    let near = Mat::from_fn(3, 3, |i, j| if i == j { 2.0 } else { 0.5 });
    params! { mean: vector(3) }
    let model = model! {
        mean |= normal(0.0, 1.0),
        data(&y) |= normal(mean, 1.5),
        data(&y) |= mixture((0.5, 0.5), (normal(mean, 1.5), normal(mean, 1.5))),
        data(&y) |= multi_normal(mean, data(&near)),
    };
    // The inverse of a + b 11ᵀ is that of a, less b/(a + 3b) times it; here a = 1.5 and b = 0.5.
    let (a, b): (f64, f64) = (1.5, 0.5);
    check(model, &numbers(3), |mean| {
        let prior: f64 = mean.iter().map(|&m| log_normal(m, 0.0, 1.0)).sum();
        let rows = (0..2).map(|i| {
            let d: Vec<f64> = (0..3).map(|j| y[(i, j)] - mean[j]).collect();
            let (square, sum) = (d.iter().map(|d| d * d).sum::<f64>(), d.iter().sum::<f64>());
            let form = (square - b / (a + 3.0 * b) * sum * sum) / a;
            let log_determinant = 2.0 * a.ln() + (a + 3.0 * b).ln();
            let apart: f64 = (0..3).map(|j| log_normal(y[(i, j)], mean[j], 1.5)).sum();
            2.0 * apart - 0.5 * (form + log_determinant + 3.0 * std::f64::consts::TAU.ln())
        });
        prior + rows.sum::<f64>()
    });
}

/// Lengths that only the data know are compared by `compile()`.
#[test]
fn a_vector_is_not_repeated_along_a_longer_one() {
    params! { b: vector(3) }
    let model = model! { b |= normal(0.0, 1.0), data(&[1.0]) |= normal(b, 1.0) };
    let error = model.compile().map(drop).unwrap_err();
    assert!(matches!(error, Error::LengthMismatch { .. }), "{error}");
}
