//! Proves that the covariance of a Kronecker product with noise is that of Cholesky factors for sides of many
//! lengths, singular matrices among them, and that it is `kronecker` without noise.

use crate::common::{Random, assert_near, evaluate, largest, on_every_set};
use faer::{Mat, MatRef};
use monomorph::covariance::kronecker;
use monomorph::prelude::*;

/// Checks that two models of the same parameters have the same log density and gradient.
fn same(one: impl Model, other: impl Model, at: &[f64], allowed: f64, what: &str) {
    let other = other.compile().expect("the model compiles");
    let (want, slopes) = evaluate(&other, at);
    assert!(want.is_finite(), "{what}");
    on_every_set(one, |set, posterior| {
        let (value, gradient) = evaluate(posterior, at);
        assert_near(value, want, allowed * want.abs(), || format!("{what}, {set}"));
        for (place, (&got, &want)) in gradient.iter().zip(&slopes).enumerate() {
            let allowed = allowed * largest(&slopes);
            assert_near(got, want, allowed, || format!("{what}, slope {place}, {set}"));
        }
    });
}

fn points(count: usize) -> Vec<f64> {
    (0..count).map(|place| place as f64 / count as f64).collect()
}

/// Covariances of smooth processes, whose smallest eigenvalues are 0 within rounding. With a mask that
/// leaves all variables the covariance is formed and factorised.
#[test]
fn smooth_processes_on_grids() {
    for (p, q) in [(1, 1), (1, 9), (7, 1), (5, 8), (9, 17), (16, 4), (30, 13)] {
        let (rows, columns) = (points(p), points(q));
        let y = Random(1).numbers(3 * p * q, -2.0, 2.0);
        let all = vec![true; p * q];
        let one = &y[..p * q];
        let few = MatRef::from_row_major_slice(&y, 3, p * q);
        params! { sigma: positive(), length: vector(2).positive(), noise: positive(), mu: real() }
        let covariance = kronecker(
            gp_exp_quad_cov(&rows, sigma, length.at(0)),
            gp_exp_quad_cov(&columns, 1.0, length.at(1)),
        )
        .add_diagonal(noise.square());
        macro_rules! model {
            ($covariance:expr) => {
                monomorph::model! {
                    sigma |= exponential(1.0),
                    length |= inv_gamma(5.0, 1.0),
                    noise |= exponential(1.0),
                    mu |= normal(0.0, 1.0),
                    data(one) |= multi_normal(mu, $covariance),
                    data(few) |= multi_normal(mu, $covariance),
                }
            };
        }
        let at = [0.2, -1.2, -0.7, -1.0, 0.3];
        same(model!(covariance), model!(covariance.observed(&all)), &at, 1e-9, &format!("{p} × {q}"));
    }
}

/// Many observations with one mean are kept as few rows.
#[test]
fn many_observations() {
    let (p, q, count) = (3, 2, 50);
    let y = Random(2).numbers(count * p * q, -2.0, 2.0);
    let y = MatRef::from_row_major_slice(&y, count, p * q);
    let all = [true; 6];
    params! { a: cov_matrix(3), b: cov_matrix(2), s: positive(), mu: vector(6) }
    macro_rules! model {
        ($covariance:expr) => {
            monomorph::model! {
                a |= flat(),
                b |= flat(),
                s |= flat(),
                mu |= normal(0.0, 1.0),
                data(y) |= multi_normal(mu, $covariance),
            }
        };
    }
    let covariance = kronecker(a, b).add_diagonal(s);
    let at = Random(3).numbers(16, -0.5, 0.5);
    same(model!(covariance), model!(covariance.observed(&all)), &at, 1e-10, "kept");
}

/// Without noise, and with matrices that are definite, it is the product.
#[test]
fn without_noise() {
    let y = Random(4).numbers(20, -2.0, 2.0);
    params! { a: cov_matrix(4), b: cov_matrix(5) }
    let product = model! { a |= flat(), b |= flat(), data(&y) |= multi_normal(0.0, kronecker(a, b)) };
    let sum =
        model! { a |= flat(), b |= flat(), data(&y) |= multi_normal(0.0, kronecker(a, b).add_diagonal(0.0)) };
    same(sum, product, &Random(5).numbers(25, -0.5, 0.5), 1e-10, "without noise");
}

/// A sum with an eigenvalue that is 0 within rounding has no density, whatever its sign. Noise above
/// rounding makes it positive definite.
#[test]
fn sums_that_are_not_definite() {
    let n = 7;
    let ones = Mat::<f64>::ones(n, n);
    let identity = Mat::<f64>::identity(n, n);
    let y = Random(6).numbers(n * n, -1.0, 1.0);
    params! { s: real() }
    for (rows, columns) in [(&ones, &identity), (&identity, &ones), (&ones, &ones)] {
        let covariance = kronecker(data(rows), data(columns)).add_diagonal(s);
        let model = model! { s |= flat(), data(&y) |= multi_normal(0.0, covariance) };
        on_every_set(model, |set, posterior| {
            for s in [0.0, 1e-17, -1e-12, -1.0, f64::NAN, f64::INFINITY] {
                assert_eq!(evaluate(posterior, &[s]).0, f64::NEG_INFINITY, "{s}, {set}");
            }
            for s in [1e-6, 1.0, 1e100] {
                let (value, gradient) = evaluate(posterior, &[s]);
                assert!(value.is_finite() && gradient[0].is_finite(), "{s}, {set}");
            }
        });
    }
}
