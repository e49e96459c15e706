//! Proves that counts of all sizes may stand side by side in a model: rows that are merged and rows that are
//! not agree, and laws that are special cases of others agree with them, up to counts of 1e15.

use crate::common::{assert_near, evaluate, on_every_set, on_every_set_with, with_room};
use monomorph::prelude::*;

/// Rows of small counts are merged into their mean, rows of large ones are not.
#[test]
fn merged_rows() {
    let y: Vec<f64> = [0.0, 3.0, 499.0, 500.0, 501.0, 7.0, 12_345.0, 500.0, 1e9, 3.0, 1e9].to_vec();
    let trials: Vec<f64> = y.iter().map(|y| 3.0 * y + 1.0).collect();
    params! { rate: positive(), eta: real(), theta: interval(0.0, 1.0), alpha: real() }
    let model = || {
        model! {
            rate |= exponential(1.0), eta |= normal(0.0, 9.0), theta |= beta(1.0, 1.0),
            alpha |= normal(0.0, 3.0),
            data(&y) |= poisson(rate),
            data(&y) |= poisson_log(eta),
            data(&y) |= binomial(data(&trials), theta),
            data(&y) |= binomial_logit(data(&trials), alpha),
        }
    };
    let q = [17.5, 17.4, -0.6, -0.7];
    let plain = Options::default().rewrites(Rewrites::None);
    let (value, gradient) = with_room(|| evaluate(&model().compile_with(plain).unwrap(), &q));
    for rewrites in [Rewrites::All, Rewrites::None] {
        on_every_set_with(rewrites, model(), |set, posterior| {
            let (got, slopes) = evaluate(posterior, &q);
            assert_near(got, value, 1e-12 * value.abs(), || set.to_owned());
            for (&got, &want) in slopes.iter().zip(&gradient) {
                assert_near(got, want, 1e-11 * want.abs(), || format!("{set}: gradient"));
            }
        });
    }
}

/// Two categories are counted as well by `binomial` and by `beta_binomial`.
#[test]
fn categories_counted_two_ways() {
    for (n, allowed) in
        [(40.0f64, 1e-12), (1e3, 1e-12), (1e6, 1e-11), (1e9, 1e-11), (1e12, 1e-9), (1e15, 1e-7)]
    {
        let successes = (0.25 * n + 0.7 * n.sqrt()).floor();
        let counts = [successes, n - successes];
        params! { theta: vector(2), alpha: vector(2).positive() }
        let model = model! {
            theta |= flat(), alpha |= flat(),
            data(&counts) |= multinomial(theta),
            data(&counts) |= dirichlet_multinomial(alpha),
        };
        params! { p: real(), a: positive(), b: positive() }
        let (y, all) = ([successes], [n]);
        let same = model! {
            p |= flat(), a |= flat(), b |= flat(),
            data(&y) |= binomial(data(&all), p),
            data(&y) |= beta_binomial(data(&all), a, b),
        };
        let want = with_room(|| evaluate(&same.compile().unwrap(), &[0.25, 0.6, 1.2]));
        on_every_set(model, |set, posterior| {
            let got = evaluate(posterior, &[0.25, 0.75, 0.6, 1.2]);
            assert_near(got.0, want.0, allowed, || format!("{n} trials, {set}"));
            for place in 0..2 {
                let (got, want) = (got.1[2 + place], want.1[1 + place]);
                assert_near(got, want, 1e-10 * want.abs().max(1.0), || {
                    format!("{n} trials, {set}: gradient")
                });
            }
        });
    }
}

/// Large and small categories of one vector, vectors of several rows, and logits.
#[test]
fn categories_of_all_sizes() {
    let counts = [3.0, 1_000_000.0, 0.0, 499.0, 12_345.0, 600.0, 1.0, 2_000_000.0, 1.0, 498.0, 500.0, 700.0];
    let rows = faer::Mat::from_fn(2, 6, |i, j| counts[6 * i + j]);
    let (first, second) = (&counts[..6], &counts[6..]);
    params! { gamma: vector(6) }
    let by_rows = model! {
        gamma |= normal(0.0, 5.0),
        data(&rows) |= multinomial_logit(gamma),
    };
    let one_by_one = model! {
        gamma |= normal(0.0, 5.0),
        data(first) |= multinomial(gamma.softmax()),
        data(second) |= multinomial(gamma.softmax()),
    };
    let q = [-10.0, 2.9, -9.0, -4.7, -1.5, -4.4];
    let want = with_room(|| evaluate(&one_by_one.compile().unwrap(), &q));
    // Plainly, with factorials as sums of logarithms.
    let total: f64 = q.iter().map(|q: &f64| q.exp()).sum();
    let log_factorial = |n: f64| (1..=n as u64).rev().map(|k| (k as f64).ln()).sum::<f64>();
    let mut plain: f64 =
        q.iter().map(|q| -0.5 * (q / 5.0).powi(2) - (5.0 * std::f64::consts::TAU.sqrt()).ln()).sum();
    for row in [first, second] {
        plain += log_factorial(row.iter().sum());
        plain += row.iter().zip(&q).map(|(y, q)| y * (q - total.ln()) - log_factorial(*y)).sum::<f64>();
    }
    assert_near(want.0, plain, 1e-6, || "by hand".to_owned());
    on_every_set(by_rows, |set, posterior| {
        let got = evaluate(posterior, &q);
        assert_near(got.0, want.0, 1e-8, || set.to_owned());
        for (&got, &want) in got.1.iter().zip(&want.1) {
            assert_near(got, want, 1e-8 * want.abs().max(1.0), || format!("{set}: gradient"));
        }
    });
}

/// A mean of 0 is the distribution at 0.
#[test]
fn no_mean() {
    let none = [0, 0];
    params! { mean: real(), phi: positive() }
    let model = model! { mean |= flat(), phi |= flat(), data(&none) |= neg_binomial_2(mean, phi) };
    on_every_set(model, |set, posterior| {
        let (value, gradient) = evaluate(posterior, &[0.0, 0.5]);
        assert_eq!(value, 0.5, "{set}: the Jacobian alone");
        assert_eq!(gradient, [-2.0, 1.0], "{set}");
    });
    let some = [0, 3];
    let impossible = model! { mean |= flat(), phi |= flat(), data(&some) |= neg_binomial_2(mean, phi) };
    let posterior = with_room(|| impossible.compile()).unwrap();
    assert_eq!(evaluate(&posterior, &[0.0, 0.5]).0, f64::NEG_INFINITY);
    let (mean, y) = ([0.0, 4.0], [0, 3]);
    params! { precision: positive() }
    let data_ = model! { precision |= exponential(1.0), data(&y) |= neg_binomial_2(data(&mean), precision) };
    assert!(with_room(|| data_.compile()).is_ok());
}
