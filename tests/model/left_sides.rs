//! Proves which shapes a statement's left side may have beside its arguments, and what the log density is
//! then: a number is repeated along vectors and matrices, as in Stan, a matrix takes vectors as each of its
//! rows, and a vector is never repeated (the programs `matrix_times_vector`, `matrix_plus_vector` and
//! `mixture_of_matrices` of `tests/compile_fail` do not compile). And that parts of parameters and
//! definitions have the density of an expression, while each parameter is transformed once.

use crate::common;
use crate::common::{check_against as check, evaluate, numbers, on_every_set};
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

/// Lengths that are known only from data are compared by `compile()`.
#[test]
fn a_vector_is_not_repeated_along_a_longer_one() {
    params! { b: vector(3) }
    let model = model! { b |= normal(0.0, 1.0), data(&[1.0]) |= normal(b, 1.0) };
    let error = model.compile().map(drop).unwrap_err();
    assert!(matches!(error, Error::LengthMismatch { .. }), "{error}");
}

// Parts of parameters.

/// The log density and its gradient of a random walk, by its formula.
#[test]
fn parts_of_a_parameter_have_statements_of_their_own() {
    for n in [2, 7, 9, 17] {
        params! { scale: positive(), mu: vector(n) }
        let walk = model! {
            scale |= exponential(1.0),
            mu.at(0) |= normal(0.0, 5.0),
            mu.slice(1..n) |= normal(mu.slice(0..n - 1), scale),
            data(0.5) |= normal(mu.mean(), 1.0),
        };
        let formula = |q: &[f64]| {
            let (scale, mu) = (q[0].exp(), &q[1..]);
            let steps: f64 = mu.windows(2).map(|pair| log_normal(pair[1], pair[0], scale)).sum();
            let mean = mu.iter().sum::<f64>() / n as f64;
            q[0] - scale + log_normal(mu[0], 0.0, 5.0) + steps + log_normal(0.5, mean, 1.0)
        };
        check(walk, &numbers(n + 1), formula);
    }
}

/// The Jacobian counts once, whichever statement stands first, and in whichever submodel.
#[test]
fn a_parameter_of_parts_is_transformed_once() {
    params! { tau: vector(3).lower(1.0), m: vector(2).rows(3), theta: simplex(3).rows(2) }
    let part = model! { tau.slice(1..3) |= exponential(0.5), m.row(1) |= normal(m.row(0), 0.5) };
    let powers = mat![[0.0, 1.0, 2.0], [1.0, 1.0, 1.0]];
    let model = model! {
        part,
        tau.at(0) |= exponential(2.0),
        m.row(0) |= normal(0.0, 1.0),
        m.rows(2..3) |= cauchy(0.0, 2.0),
        theta.row(1) |= dirichlet(2.0),
        theta.row(0) |= dirichlet(data(&[1.0, 2.0, 3.0])),
    };
    let same = model! {
        tau |= flat(),
        m |= flat(),
        theta |= flat(),
        increment(exponential(0.5).log_density(tau.slice(1..3))),
        increment(normal(m.row(0), 0.5).log_density(m.row(1))),
        increment(exponential(2.0).log_density(tau.at(0))),
        increment(normal(0.0, 1.0).log_density(m.row(0))),
        increment(cauchy(0.0, 2.0).log_density(m.rows(2..3))),
        increment(theta.log() * data(&powers)),
    };
    // Constants of the Dirichlet densities: 1/B(1, 2, 3) = 60 and 1/B(2, 2, 2) = 120.
    let constant = 60_f64.ln() + 120_f64.ln();
    assert_same(model, same, &numbers(13), constant);
}

/// Every kind of part, beside `flat()` for what is left.
#[test]
fn any_part_may_stand_on_the_left() {
    let (even, near) = ([0, 2], Mat::from_fn(3, 3, |i, j| if i == j { 2.0 } else { 0.5 }));
    params! { m: vector(4).rows(4), x: vector(6), s: vector(3) }
    let model = model! {
        m.row(0) |= normal(0.0, 1.0),
        m.block(1..3, 0..2) |= normal(0.1, 2.0),
        m.column(3).slice(1..4) |= cauchy(0.2, 3.0),
        m |= flat(),
        x.at(&even) |= logistic(0.0, 1.0),
        x.reshape(2, 3).row(1) |= multi_normal(0.0, data(&near)),
        x |= flat(),
        s.slice(0..2).at(1) |= mixture((0.3, 0.7), (normal(0.0, 1.0), normal(1.0, 2.0))),
        s.at(0) |= normal(0.0, 1.0).truncated_below(-3.0),
        s.at(2) |= student_t(3.0, 0.0, 1.0),
    };
    let same = model! {
        m |= flat(),
        x |= flat(),
        s |= flat(),
        increment(normal(0.0, 1.0).log_density(m.row(0))),
        increment(normal(0.1, 2.0).log_density(m.block(1..3, 0..2))),
        increment(cauchy(0.2, 3.0).log_density(m.column(3).slice(1..4))),
        increment(logistic(0.0, 1.0).log_density(x.at(&even))),
        increment(multi_normal(0.0, data(&near)).log_density(x.reshape(2, 3).row(1))),
        increment(mixture((0.3, 0.7), (normal(0.0, 1.0), normal(1.0, 2.0))).log_density(s.at(1))),
        increment(normal(0.0, 1.0).truncated_below(-3.0).log_density(s.at(0))),
        increment(student_t(3.0, 0.0, 1.0).log_density(s.at(2))),
    };
    assert_same(model, same, &numbers(25), 0.0);
}

/// Two models with one density, up to a constant.
fn assert_same<A: Model, B: Model>(model: A, same: B, q: &[f64], constant: f64) {
    on_every_set(same, |_, same| {
        let want = evaluate(same, q);
        on_every_set(model, |set, posterior| {
            let got = evaluate(posterior, q);
            assert!((got.0 - want.0 - constant).abs() < 1e-12, "{set}: {} and {}", got.0, want.0 + constant);
            for (got, want) in got.1.iter().zip(&want.1) {
                assert!((got - want).abs() < 1e-12, "{set}: {got} instead of {want}");
            }
        });
    });
}

// Definitions.

/// No Jacobian is added: the density of the definition's value is a factor of that of the parameters.
#[test]
fn a_definition_follows_a_law() {
    let n = 5;
    params! { mu: vector(n), tau: vector(2).positive() }
    let model = model! {
        delta = mu.slice(1..n) - mu.slice(0..n - 1),
        rate = tau.log(),
        mu.at(0) |= normal(0.0, 1.0),
        mu |= flat(),
        delta |= normal(0.0, tau.at(0)),
        tau |= flat(),
        rate.at(1) |= normal(0.0, 2.0),
        rate.at(0) |= cauchy(rate.at(1), 1.0),
    };
    check(model, &numbers(n + 2), |q| {
        let (mu, log_tau) = (&q[..n], &q[n..]);
        let steps: f64 = mu.windows(2).map(|pair| log_normal(pair[1] - pair[0], 0.0, log_tau[0].exp())).sum();
        let z = log_tau[0] - log_tau[1];
        let cauchy = -(1.0 + z * z).ln() - std::f64::consts::PI.ln();
        // The Jacobian of τ is there, since τ is a parameter; one of log τ is not.
        steps
            + log_normal(mu[0], 0.0, 1.0)
            + log_normal(log_tau[1], 0.0, 2.0)
            + cauchy
            + log_tau[0]
            + log_tau[1]
    });
}
