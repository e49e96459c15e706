//! Proves that the densities of whole numbers lose no digits where a precision is huge or tiny, that they are
//! −∞ where an argument is outside its domain, and that a mixture with a point mass is its formula. Their
//! values and gradients elsewhere are compared by `conformance`.
//!
//! Tolerances, with |f| the value, Σ|t| the sum of the absolute values of its terms and G the largest
//! gradient entry:
//!
//! * value 1e-12 Σ|t|: terms are differences of log-gammas ten times as large;
//! * gradient 1e-8 max(1, G, |f|): differences with steps of 1e-3 have errors of 1e-13 f⁽⁵⁾ and 4e-13 |f|,
//!   and close to the ends of the domains below the fifth derivatives reach 10⁴.

#[path = "../../common/mod.rs"]
mod common;

use common::{Random, assert_near, evaluate, gradient_by_differences, largest, lgamma, on_every_set};
use monomorph::distribution;
use monomorph::prelude::*;

const LENGTHS: [usize; 7] = [1, 2, 3, 7, 9, 17, 65];

/// Compares a model's density, and its gradient, with the terms of a plain formula at a point.
fn compare(what: &str, model: impl Model, q: &[f64], terms: &(dyn Fn(&[f64]) -> Vec<f64> + Sync)) {
    let want: f64 = terms(q).iter().sum();
    let magnitude = terms(q).iter().map(|term| term.abs()).sum::<f64>().max(1.0);
    let slopes = gradient_by_differences(&mut |q| terms(q).iter().sum(), q);
    let allowed = 1e-8 * largest(&slopes).max(want.abs()).max(1.0);
    on_every_set(model, |set, posterior| {
        let (got, gradient) = evaluate(posterior, q);
        assert_near(got, want, 1e-12 * magnitude, || format!("{what}, {set}: value"));
        for (place, (&got, &want)) in gradient.iter().zip(&slopes).enumerate() {
            assert_near(got, want, allowed, || format!("{what}, {set}: gradient[{place}]"));
        }
    });
}

/// A range of one number is the point mass of a zero-inflated distribution.
#[test]
fn zero_inflated() {
    let mut random = Random(10);
    for n in LENGTHS {
        let y = random.indices(n, 4);
        params! { share: real(), mean: vector(n), precision: real() }
        let model = model! {
            share |= flat(),
            mean |= flat(),
            precision |= flat(),
            data(&y) |= mixture((share, 1.0 - share),
                (discrete_range(0, 0), neg_binomial_2(mean, precision))),
        };
        let mut q = vec![0.3];
        q.extend(random.numbers(n, 0.5, 5.0));
        q.push(2.2);
        compare(&format!("{n} with too many zeros"), model, &q, &|q| {
            let term = |(i, &y): (usize, &u32)| {
                let (y, m, p) = (f64::from(y), q[1 + i], q[n + 1]);
                let log = lgamma(y + p) - lgamma(p) - lgamma(y + 1.0)
                    + y * (m / (m + p)).ln()
                    + p * (p / (m + p)).ln();
                let point = if y == 0.0 { q[0] } else { 0.0 };
                (point + (1.0 - q[0]) * log.exp()).ln()
            };
            y.iter().enumerate().map(term).collect()
        });
    }
}

/// A precision so large that the distribution is a Poisson one, and so small that almost all counts are 0:
/// value and both derivatives to their last digits, of values made by mpmath in 700 digits.
#[test]
fn negative_binomials_of_extreme_precision() {
    #[rustfmt::skip]
    let exact = [
        (7, 5.0, 10000000000.0, -2.2590959741767116, 0.3999999998, 1.4999999999333332e-20),
        (0, 3.0, 1000000000000.0, -2.9999999999955, -0.999999999997, -4.499999999982e-24),
        (100, 80.0, 1000000000000000.0, -5.536712088175179, 0.24999999999998, -1.4999999999997032e-28),
        (12, 12.0, 1e+20, -2.168334698205882, 0.0, 6.0e-40),
        (3, 4.5, 1e+100, -1.779527278899233, -0.3333333333333333, 3.75e-201),
        (1, 0.25, 1e+300, -1.6362943611198906, 3.0, 0.0),
        (1000, 1010.0, 100000000.0, -4.422573152838256, -0.00990089010001989, 4.499960083681073e-14),
        (40, 2.5, 1000000.0, -76.1683273249412, 14.99996250009375, -6.831047001911184e-10),
        (0, 1e-06, 100000.0, -9.99999999995e-07, -0.99999999999, -4.9999999999333327e-23),
        (5, 10000000.0, 50.0, -595.337030701753, -4.999972500137499e-06, -11.10985809007533),
        (0, 1000000000000.0, 30.0, -726.8947120288918, -2.99999999991e-11, -23.22982373432639),
        (6, 2.0, 1e-08, -20.212440411485368, 9.999999950000001e-09, 99999981.1695054),
        (4, 3.0, 1e-200, -461.90331295992905, 1.1111111111111112e-201, 1.0e+200),
        (2, 100000.0, 1e-304, -700.6790154507498, -9.9998e-310, 1.0e+304),
        (25, 0.001, 7.5, -208.78757457870506, 24995.667244367418, -1.8138698553200492),
        (1000000, 3.0, 9.99, -1465458.7431712197, 256350.2702078522, -76970.76090104408),
    ];
    for (y, mu, phi, value, by_mu, by_phi) in exact {
        let terms = 1.0 + f64::abs(value) + lgamma(f64::from(y) + 1.0) + (f64::from(y) * f64::ln(mu)).abs();
        // By the mean, or by its logarithm, which is `factor` times as large; y − μ is rounded like its
        // parts.
        let check = |name: &str, set: &str, got: f64, gradient: &[f64], factor: f64| {
            let what = || format!("{name} of {y} given {mu} and {phi}, {set}");
            assert_near(got, value, 2e-15 * terms, what);
            // Below the normal numbers there are fewer digits.
            let rounded = 1e-15 * (f64::from(y) + mu) * phi / (mu * (mu + phi)) + 1e-300;
            assert_near(gradient[0], factor * by_mu, factor * (1e-13 * f64::abs(by_mu) + rounded), what);
            assert_near(gradient[1], by_phi, 1e-12 * f64::abs(by_phi), what);
        };
        params! { a: real(), b: real() }
        let model = model! { a |= flat(), b |= flat(), data(y) |= neg_binomial_2(a, b) };
        on_every_set(model, |set, posterior| {
            let (got, gradient) = evaluate(posterior, &[mu, phi]);
            check("neg_binomial_2", set, got, &gradient, 1.0);
        });
        let model = model! { a |= flat(), b |= flat(), data(y) |= neg_binomial_2_log(a, b) };
        on_every_set(model, |set, posterior| {
            let (got, gradient) = evaluate(posterior, &[mu.ln(), phi]);
            check("neg_binomial_2_log", set, got, &gradient, mu);
        });
    }
}

/// Parameters outside their domains, at its ends, and where a probability of 0 or 1 makes what was seen
/// impossible.
#[test]
fn arguments_outside_their_domains() {
    macro_rules! impossible {
        ($($family:ident($($whole:literal,)? $($argument:ident),+) of $y:literal: $points:expr;)*) => {$({
            params! { $($argument: real()),+ }
            let model = model! {
                $($argument |= flat(),)+
                data(&[$y, $y, $y]) |= distribution::$family($($whole,)? $($argument),+),
            };
            on_every_set(model, |set, posterior| {
                for point in $points {
                    let (got, _) = evaluate(posterior, &point);
                    assert_eq!(got, f64::NEG_INFINITY, "{} at {point:?}, {set}", stringify!($family));
                }
            });
        })*};
    }
    impossible! {
        bernoulli(a) of 1: [[-0.1], [1.1], [0.0], [f64::NAN]];
        bernoulli(a) of 0: [[-0.1], [1.1], [1.0]];
        bernoulli_logit(a) of 1: [[f64::NAN], [f64::NEG_INFINITY]];
        binomial(7, a) of 3: [[-0.1], [1.1], [0.0], [1.0], [f64::NAN]];
        binomial_logit(7, a) of 3: [[f64::NAN], [f64::INFINITY], [f64::NEG_INFINITY]];
        beta_binomial(7, a, b) of 3: [[-1.0, 2.0], [2.0, -1.0], [0.0, 1.0], [1.0, 0.0], [f64::NAN, 1.0]];
        neg_binomial(a, b) of 3: [[-1.0, 2.0], [2.0, -1.0], [0.0, 1.0], [1.0, 0.0], [f64::NAN, 1.0]];
        neg_binomial_2(a, b) of 3: [[-1.0, 2.0], [2.0, -1.0], [0.0, 1.0], [1.0, 0.0], [1.0, f64::NAN]];
        neg_binomial_2_log(a, b) of 3: [[2.0, -1.0], [1.0, 0.0], [f64::NAN, 1.0], [1.0, f64::NAN]];
        poisson(a) of 3: [[-0.1], [0.0], [f64::NAN]];
        poisson(a) of 0: [[-0.1]];
        poisson_log(a) of 3: [[f64::NAN], [f64::INFINITY]];
        geometric(a) of 3: [[-0.1], [1.1], [0.0], [1.0], [f64::NAN]];
        geometric(a) of 0: [[0.0]];
    }
}

/// At the ends of the domains that belong to them: 0 · log 0 is 0.
#[test]
fn ends_of_domains() {
    macro_rules! certain {
        ($($family:ident($($whole:literal,)? $argument:ident) of $y:literal: $point:literal => $value:expr,
            $slope:expr;)*) => {$({
            params! { $argument: real() }
            let model = model! {
                $argument |= flat(),
                data(&[$y]) |= distribution::$family($($whole,)? $argument),
            };
            on_every_set(model, |set, posterior| {
                let got = evaluate(posterior, &[$point]);
                assert_eq!(got, ($value, vec![$slope]), "{} at {}, {set}", stringify!($family), $point);
            });
        })*};
    }
    certain! {
        bernoulli(a) of 1: 1.0 => 0.0, 1.0;
        bernoulli(a) of 0: 0.0 => 0.0, -1.0;
        binomial(7, a) of 0: 0.0 => 0.0, -7.0;
        binomial(7, a) of 7: 1.0 => 0.0, 7.0;
        poisson(a) of 0: 0.0 => 0.0, -1.0;
        geometric(a) of 0: 1.0 => 0.0, 1.0;
    }
}
