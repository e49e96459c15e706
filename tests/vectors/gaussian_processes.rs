//! Proves that covariances of Gaussian processes have the values of their formulas and the gradients of
//! differences: between points that are data, parameters and pairs of both, with one length scale and with
//! many, on every instruction set.

use crate::common;
use crate::common::{Random, assert_gradient, assert_near, differences, evaluate, on_every_set};
use faer::Mat;
use monomorph::prelude::*;
use monomorph::typenum::{U2, U3};
use std::f64::consts::PI;

fn mat(numbers: &[f64], columns: usize) -> Mat<f64> {
    Mat::from_fn(numbers.len() / columns, columns, |i, j| numbers[i * columns + j])
}

/// Compares the gradient at `q` with differences of the value, and the definition `value` with a formula.
fn check(model: impl Model, q: &[f64], formula: impl Fn(&[f64]) -> Vec<f64> + Sync, what: &str) {
    on_every_set(model, |set, posterior| {
        let (_, gradient) = evaluate(posterior, q);
        let trace = posterior.constrain(q).expect("the point has the right length");
        let (got, want) = (trace.get("value").expect("the definition is in the trace"), formula(q));
        assert_eq!(got.len(), want.len(), "{what}, {set}");
        for (place, (&got, &want)) in got.iter().zip(&want).enumerate() {
            assert_near(got, want, 1e-13 * want.abs().max(0.1), || format!("{what}, {set}: element {place}"));
        }
        let want = differences(posterior, q);
        let allowed = 1e-8 * common::largest(&want).max(1.0);
        assert_gradient(&gradient, &want, allowed, || format!("{what}, {set}"));
    });
}

/// Covariances between the rows of two tables, by the distance.
fn covariances(x: &[f64], y: &[f64], l: &[f64], at: impl Fn(f64) -> f64) -> Vec<f64> {
    let columns = l.len();
    let distance = |x: &[f64], y: &[f64]| {
        x.iter().zip(y).zip(l).map(|((x, y), l)| ((x - y) / l).powi(2)).sum::<f64>().sqrt()
    };
    x.chunks(columns).flat_map(|x| y.chunks(columns).map(move |y| distance(x, y))).map(at).collect()
}

fn exp_quad(r: f64) -> f64 {
    (-r * r / 2.0).exp()
}
fn exponential(r: f64) -> f64 {
    (-r).exp()
}
fn matern32(r: f64) -> f64 {
    (1.0 + 3_f64.sqrt() * r) * (-3_f64.sqrt() * r).exp()
}
fn matern52(r: f64) -> f64 {
    (1.0 + 5_f64.sqrt() * r + 5.0 / 3.0 * r * r) * (-5_f64.sqrt() * r).exp()
}

/// Returns numbers with a minimum distance, so that differences do not cross points where two numbers
/// coincide.
fn points(count: usize, random: &mut Random) -> Vec<f64> {
    (0..count).map(|place| place as f64 * 0.3 + random.between(0.0, 0.2)).collect()
}

/// For each covariance: points of data and of parameters, numbers and rows, one length scale and one for each
/// dimension, pairs.
macro_rules! covariances {
    ($($function:ident: $formula:ident;)*) => {$(
        mod $function {
            use super::*;

            #[test]
            fn of_data() {
                let mut random = Random(1);
                for n in [1, 2, 5, 9, 17, 33] {
                    let x = points(n, &mut random);
                    let w = mat(&random.numbers(n * n, -1.0, 1.0), n);
                    params! { sigma: real(), l: real() }
                    let model = model! {
                        sigma |= flat(), l |= flat(),
                        value = $function(&x, sigma, l),
                        increment((value * data(&w)).sum()),
                    };
                    check(model, &[1.3, 0.8], |q| {
                        covariances(&x, &x, &[q[1]], |r| q[0] * q[0] * $formula(r))
                    }, &format!("{n}"));
                }
            }

            #[test]
            fn of_rows_of_data() {
                let mut random = Random(2);
                for n in [1, 3, 19] {
                    let x = random.numbers(2 * n, -2.0, 2.0);
                    let table = mat(&x, 2);
                    let w = mat(&random.numbers(n * n, -1.0, 1.0), n);
                    params! { sigma: real(), l: vector(2) }
                    let one = model! {
                        sigma |= flat(), l |= flat(),
                        value = $function(&table, sigma, l.at(0)),
                        increment((value * data(&w)).sum() + l.at(1)),
                    };
                    check(one, &[0.7, 1.4, 0.0], |q| {
                        covariances(&x, &x, &[q[1]; 2], |r| q[0] * q[0] * $formula(r))
                    }, &format!("{n} rows"));
                    let each = model! {
                        sigma |= flat(), l |= flat(),
                        value = $function(&table, sigma, l),
                        increment((value * data(&w)).sum()),
                    };
                    check(each, &[0.7, 1.4, 2.5], |q| {
                        covariances(&x, &x, &q[1..], |r| q[0] * q[0] * $formula(r))
                    }, &format!("{n} rows, a scale for each dimension"));
                }
            }

            #[test]
            fn of_parameters() {
                let mut random = Random(3);
                for n in [1, 2, 9] {
                    let w = mat(&random.numbers(n * n, -1.0, 1.0), n);
                    params! { x: vector(2).rows(n), sigma: real(), l: vector(2) }
                    let model = model! {
                        x |= flat(), sigma |= flat(), l |= flat(),
                        value = $function(x, sigma, l),
                        increment((value * data(&w)).sum()),
                    };
                    let q = [points(2 * n, &mut random), vec![1.2, 0.9, 1.7]].concat();
                    check(model, &q, |q| {
                        let (x, rest) = q.split_at(2 * n);
                        covariances(x, x, &rest[1..], |r| rest[0] * rest[0] * $formula(r))
                    }, &format!("{n}"));
                }
            }

            #[test]
            fn of_pairs() {
                let mut random = Random(4);
                let (n, m) = (5, 11);
                let (x, y) = (points(n, &mut random), random.numbers(m, 5.0, 8.0));
                let w = mat(&random.numbers(n * m, -1.0, 1.0), m);
                params! { z: vector(n), sigma: real(), l: real() }
                let of_data = model! {
                    sigma |= flat(), l |= flat(), z |= flat(),
                    value = $function((&x, &y), sigma, l),
                    increment((value * data(&w)).sum() + z.sum()),
                };
                let q = [x.clone(), vec![1.2, 3.0]].concat();
                let formula = |q: &[f64]| {
                    let (x, rest) = q.split_at(n);
                    covariances(x, &y, &[rest[1]], |r| rest[0] * rest[0] * $formula(r))
                };
                check(of_data, &q, formula, "data");
                let of_a_parameter = model! {
                    sigma |= flat(), l |= flat(), z |= flat(),
                    value = $function((z, &y), sigma, l),
                    increment((value * data(&w)).sum()),
                };
                check(of_a_parameter, &q, formula, "a parameter and data");
                let mirrored = model! {
                    sigma |= flat(), l |= flat(), z |= flat(),
                    value = $function((&y, z), sigma, l),
                    increment((value.transpose() * data(&w)).sum()),
                };
                check(mirrored, &q, |q| {
                    let (x, rest) = q.split_at(n);
                    covariances(&y, x, &[rest[1]], |r| rest[0] * rest[0] * $formula(r))
                }, "data and a parameter");
            }

            /// Points that coincide have covariance σ² and no slope, also where the kernel has a corner.
            #[test]
            fn of_coincident_points() {
                params! { x: vector(3), sigma: positive(), l: positive() }
                let model = model! {
                    x |= flat(), sigma |= flat(), l |= flat(),
                    increment($function(x, sigma, l).cells(&[0, 1], &[1, 0]).sum()),
                };
                on_every_set(model, |set, posterior| {
                    let (value, gradient) = evaluate(posterior, &[0.5, 0.5, 0.9, 0.0, 0.3]);
                    assert_near(value, 2.0 + 0.3, 1e-15, || set.to_owned());
                    assert_eq!(gradient, [0.0, 0.0, 0.0, 5.0, 1.0], "{set}");
                });
            }
        }
    )*};
}

covariances! {
    gp_exp_quad_cov: exp_quad;
    gp_exponential_cov: exponential;
    gp_matern32_cov: matern32;
    gp_matern52_cov: matern52;
}

fn periodic(d: f64, [sigma, l, p]: [f64; 3]) -> f64 {
    sigma * sigma * (-2.0 * ((PI * d / p).sin() / l).powi(2)).exp()
}

#[test]
fn periodic_covariances() {
    let mut random = Random(5);
    for n in [1, 2, 5, 9, 17] {
        let x = points(n, &mut random);
        let w = mat(&random.numbers(n * n, -1.0, 1.0), n);
        params! { scales: vector(3) }
        let of_data = model! {
            scales |= flat(),
            value = gp_periodic_cov(&x, scales.at(0), scales.at(1), scales.at(2)),
            increment((value * data(&w)).sum()),
        };
        check(
            of_data,
            &[1.2, 0.8, 1.7],
            |q| covariances(&x, &x, &[1.0], |d| periodic(d, [q[0], q[1], q[2]])),
            "data",
        );
        params! { s: vector(3), z: vector(n) }
        let of_parameters = model! {
            s |= flat(), z |= flat(),
            value = gp_periodic_cov(z, s.at(0), s.at(1), s.at(2)),
            increment((value * data(&w)).sum()),
        };
        let q = [vec![1.2, 0.8, 1.7], x.clone()].concat();
        check(
            of_parameters,
            &q,
            |q| covariances(&q[3..], &q[3..], &[1.0], |d| periodic(d, [q[0], q[1], q[2]])),
            "parameters",
        );
    }
}

#[test]
fn periodic_covariances_of_pairs() {
    let (x, y) = ([0.1, 0.2, 0.7, 0.9, 1.5, 2.0], [0.5, 0.3, 0.8, 0.4]);
    params! { s: vector(3), z: vector(2).rows(U2::new()) }
    let table = mat(&x, 2);
    let model = model! {
        s |= flat(), z |= flat(),
        value = gp_periodic_cov((&table, z), s.at(0), s.at(1), s.at(2)),
        increment(value.square().sum()),
    };
    let q = [&[1.2, 0.8, 1.7][..], &y].concat();
    check(
        model,
        &q,
        |q| covariances(&x, &q[3..], &[1.0, 1.0], |d| periodic(d, [q[0], q[1], q[2]])),
        "a pair",
    );
    params! { t: vector(3) }
    let model = model! {
        t |= flat(),
        value = gp_periodic_cov((&x, &y), t.at(0), t.at(1), 0.9),
        increment(value.square().sum() + t.at(2)),
    };
    check(
        model,
        &[1.2, 0.8, 0.0],
        |q| covariances(&x, &y, &[1.0], |d| periodic(d, [q[0], q[1], 0.9])),
        "data",
    );
    // A whole number of periods away everything is as it was.
    params! { u: real() }
    let model = model! { u |= flat(), increment(u * gp_periodic_cov(&[0.0, 2.0], 1.0, 1.0, 2.0).sum()) };
    on_every_set(model, |set, posterior| {
        assert_near(evaluate(posterior, &[1.0]).0, 4.0, 1e-15, || set.to_owned());
    });
}

/// A marginalised process as users write it, three ways, with every kernel somewhere.
#[test]
fn regressions() {
    let mut random = Random(6);
    for n in [2, 9, 33, 70, 130] {
        let (x, y) = (points(n, &mut random), random.numbers(n, -1.0, 1.0));
        params! { sigma: positive(), l: positive(), noise: positive() }
        let k =
            (gp_exp_quad_cov(&x, sigma, l) + gp_matern32_cov(&x, 0.5, 2.0 * l)).add_diagonal(noise.square());
        let prior = model! { sigma |= half_normal(1.0), l |= inv_gamma(5.0, 5.0), noise |= half_normal(1.0) };
        let by_hand = model! {
            prior,
            z = k.cholesky().solve_lower(data(&y)),
            increment(-0.5 * z.dot(z) - k.cholesky().diagonal().log().sum()),
        };
        let by_determinant = model! {
            prior,
            increment(-0.5 * (data(&y).dot(k.solve_spd(data(&y))) + k.log_determinant_spd())),
        };
        let by_distribution = model! { prior, data(&y) |= multi_normal_cholesky(0.0, k.cholesky()) };
        let by_covariance = model! { prior, data(&y) |= multi_normal(0.0, k) };
        let q = [0.2, -0.4, -1.0];
        let constant = 0.5 * n as f64 * (2.0 * PI).ln();
        let mut expected = None;
        let mut compare = |set: &str, (value, gradient): (f64, Vec<f64>), constant: f64| {
            let (first_value, first_gradient) =
                expected.get_or_insert_with(|| (value + constant, gradient.clone()));
            assert_near(value + constant, *first_value, 1e-11 * n as f64, || format!("{n}, {set}"));
            for (&got, &want) in gradient.iter().zip(&*first_gradient) {
                assert_near(got, want, 1e-10 * (n as f64).max(want.abs()), || {
                    format!("gradient, {n}, {set}")
                });
            }
        };
        on_every_set(by_hand, |set, posterior| {
            let (value, gradient) = evaluate(posterior, &q);
            let want = differences(posterior, &q);
            for (&got, &want) in gradient.iter().zip(&want) {
                assert_near(got, want, 1e-8 * want.abs().max(1.0), || format!("{n}, {set}"));
            }
            compare(set, (value, gradient), 0.0);
        });
        on_every_set(by_determinant, |set, posterior| compare(set, evaluate(posterior, &q), 0.0));
        on_every_set(by_distribution, |set, posterior| compare(set, evaluate(posterior, &q), constant));
        on_every_set(by_covariance, |set, posterior| compare(set, evaluate(posterior, &q), constant));
    }
}

/// A latent process over points that are parameters, with sizes that the compiler knows.
#[test]
fn latent_processes() {
    params! {
        x: vector(U3::new()), z: vector(U3::new()), sigma: positive(), l: positive(),
        jitter: vector(U3::new()),
    }
    let model = model! {
        x |= normal(0.0, 1.0),
        z |= normal(0.0, 1.0),
        jitter |= flat(),
        sigma |= half_normal(1.0),
        l |= lognormal(0.0, 1.0),
        value = gp_matern52_cov(x, sigma, l).add_diagonal(jitter.exp()).cholesky().dot(z),
        increment(-value.dot(value)),
    };
    let q = [0.1, 0.5, 1.3, -0.4, 0.8, 0.3, 0.1, -0.3, -2.0, -1.5, -3.0];
    on_every_set(model, |set, posterior| {
        let (_, gradient) = evaluate(posterior, &q);
        let want = differences(posterior, &q);
        assert_gradient(&gradient, &want, 1e-9, || set.to_owned());
    });
}

/// Magnitudes and scales that are not positive make the log density −∞, or are an error if they are data.
/// Distant points have the covariance 0.
#[test]
fn outside_of_domains() {
    let x = [0.0, 1.0, 1e150];
    params! { s: vector(2) }
    let model = model! {
        s |= flat(),
        increment(gp_matern32_cov(&x, s.at(0), s.at(1)).sum()
            + gp_exponential_cov(&x, s.at(0), s.at(1)).sum()),
        increment(gp_matern52_cov(&x, s.at(0), s.at(1)).sum()
            + gp_periodic_cov(&x, s.at(0), s.at(1), 2.0).sum()),
        increment(gp_exp_quad_cov(s, s.at(0), s.at(1)).sum()),
    };
    on_every_set(model, |set, posterior| {
        for good in [[1.0, 1.0], [1.0, 1e-160], [1e-160, 1e160], [1e100, 1e-100]] {
            let (value, gradient) = evaluate(posterior, &good);
            assert!(
                value.is_finite() && gradient.iter().all(|slope| slope.is_finite()),
                "{good:?}, {set}: {gradient:?}"
            );
        }
        for bad in [[0.0, 1.0], [-1.0, 1.0], [1.0, 0.0], [1.0, -2.0], [f64::NAN, 1.0], [1.0, f64::NAN]] {
            assert_eq!(evaluate(posterior, &bad), (f64::NEG_INFINITY, vec![0.0; 2]), "{bad:?}, {set}");
        }
    });
    params! { t: real() }
    let model = model! { t |= flat(), increment(gp_exp_quad_cov(&x, t, -1.0).sum()) };
    let error = model.compile().expect_err("the length scale is negative").to_string();
    assert!(error.contains("the length scale of `gp_exp_quad_cov` is -1, but must be positive"), "{error}");
    let (table, other) = (mat(&[0.0; 6], 3), mat(&[0.0; 6], 2));
    let model = model! { t |= flat(), increment(gp_exp_quad_cov((&table, &other), t, 1.0).sum()) };
    assert!(matches!(model.compile().err(), Some(Error::LengthMismatch { expected: 3, found: 2, .. })));
    let model = model! { t |= flat(), increment(gp_exp_quad_cov(&table, t, &[1.0, 2.0]).sum()) };
    assert!(matches!(model.compile().err(), Some(Error::LengthMismatch { expected: 3, found: 2, .. })));
    let nothing: [f64; 0] = [];
    let model = model! { t |= flat(), increment(gp_exp_quad_cov(&nothing, t, 1.0).sum()) };
    assert!(matches!(model.compile().err(), Some(Error::Empty { .. })));
    let text = gp_exp_quad_cov((&x, s), t, 1.0).add_diagonal(t).to_string();
    assert_eq!(text, "gp_exp_quad_cov((data(&[0, 1, 1e150]), s), t, 1).add_diagonal(t)");
}
