//! Proves that laws made of distributions have the right log densities and gradients: mixtures of all kinds, and
//! weighted, truncated and censored distributions, against the same formula in plain `f64` and its central
//! differences, on every instruction set and at odd lengths.

mod common;

use common::{Random, assert_near, evaluate, gradient_by_differences, largest, lgamma, on_every_set};
use monomorph::prelude::*;

const LENGTHS: [usize; 6] = [1, 3, 8, 9, 17, 65];

/// Compares a model's density, and its gradient, with a plain formula at a point.
fn compare(what: &str, model: impl Model, q: &[f64], plain: &(dyn Fn(&[f64]) -> f64 + Sync)) {
    let want = plain(q);
    let slopes = gradient_by_differences(&mut |q| plain(q), q);
    let allowed = 1e-8 * largest(&slopes).max(want.abs()).max(1.0);
    on_every_set(model, |set, posterior| {
        let (got, gradient) = evaluate(posterior, q);
        assert_near(got, want, 1e-12 * want.abs().max(1.0), || format!("{what}, {set}: value"));
        for (place, (&got, &want)) in gradient.iter().zip(&slopes).enumerate() {
            assert_near(got, want, allowed, || format!("{what}, {set}: gradient[{place}]"));
        }
    });
}

fn normal_density(y: f64, location: f64, scale: f64) -> f64 {
    let z = (y - location) / scale;
    (-0.5 * z * z).exp() / (scale * core::f64::consts::TAU.sqrt())
}

fn poisson_mass(y: f64, rate: f64) -> f64 {
    (y * rate.ln() - rate - lgamma(y + 1.0)).exp()
}

#[test]
fn mixture_of_two_with_a_shared_weight() {
    let mut random = Random(1);
    for n in LENGTHS {
        let y = random.numbers(n, -3.0, 3.0);
        params! { share: real(), mu: vector(2), sigma: real() }
        let model = model! {
            share |= flat(),
            mu |= flat(),
            sigma |= flat(),
            data(&y) |= mixture((share, 1.0 - share), [normal(mu.at(0), sigma), normal(mu.at(1), sigma)]),
        };
        compare("two normals", model, &[0.3, -1.2, 0.9, 0.8], &|q| {
            let mix = |y| q[0] * normal_density(y, q[1], q[3]) + (1.0 - q[0]) * normal_density(y, q[2], q[3]);
            y.iter().map(|&y| mix(y).ln()).sum()
        });
    }
}

#[test]
fn mixture_of_different_families_with_a_vector_of_weights() {
    let mut random = Random(2);
    for n in LENGTHS {
        let y = random.numbers(n, 0.2, 3.0);
        params! { weights: vector(3), x: vector(n), rate: real() }
        let model = model! {
            weights |= flat(),
            x |= flat(),
            rate |= flat(),
            data(&y) |= mixture(weights, (normal(x, 1.5), exponential(rate), uniform(0.0, 4.0))),
        };
        let mut q = vec![0.5, 0.2, 0.3];
        q.extend(random.numbers(n, -1.0, 2.0));
        q.push(0.7);
        compare("three families", model, &q, &|q| {
            let rate = q[n + 3];
            let mix = |(i, y): (usize, &f64)| {
                q[0] * normal_density(*y, q[3 + i], 1.5) + q[1] * rate * (-rate * y).exp() + q[2] / 4.0
            };
            y.iter().enumerate().map(|one| mix(one).ln()).sum()
        });
    }
}

/// Counts with more zeros than a Poisson distribution has: one weight for each observation.
#[test]
fn zero_inflation_with_a_probability_for_each() {
    let mut random = Random(3);
    for n in LENGTHS {
        let y: Vec<u32> = random.indices(n, 4);
        params! { zero: vector(n), rate: vector(n) }
        let model = model! {
            zero |= flat(),
            rate |= flat(),
            data(&y) |= mixture((zero, 1.0 - zero), (uniform(-0.5, 0.5), poisson(rate))),
        };
        let mut q = random.numbers(n, 0.2, 0.8);
        q.extend(random.numbers(n, 0.5, 3.0));
        compare("zero inflation", model, &q, &|q| {
            let mix = |i: usize| {
                let (zero, rate) = (q[i], q[n + i]);
                let point = if y[i] == 0 { zero } else { 0.0 };
                point + (1.0 - zero) * poisson_mass(f64::from(y[i]), rate)
            };
            (0..n).map(|i| mix(i).ln()).sum()
        });
    }
}

/// Far from every component, and with a component that has no weight, value and gradient stay finite.
#[test]
fn mixtures_in_the_tails() {
    params! { share: real(), mu: real() }
    let model = model! {
        share |= flat(),
        mu |= flat(),
        data(50.0) |= mixture((share, 1.0 - share), (normal(mu, 1.0), normal(-mu, 1.0))),
    };
    on_every_set(model, |set, posterior| {
        let (value, gradient) = evaluate(posterior, &[0.25, 2.0]);
        let want = 0.25f64.ln() - 0.5 * 48.0 * 48.0 - 0.5 * core::f64::consts::TAU.ln();
        assert_near(value, want, 1e-10, || format!("{set}: value"));
        assert_near(gradient[1], 48.0, 1e-10, || format!("{set}: by mu"));
        let (value, gradient) = evaluate(posterior, &[0.0, 2.0]);
        let want = -0.5 * 52.0 * 52.0 - 0.5 * core::f64::consts::TAU.ln();
        assert_near(value, want, 1e-10, || format!("{set}: value without the first component"));
        assert_near(gradient[1], -52.0, 1e-10, || format!("{set}: by mu without the first component"));
        assert_eq!(evaluate(posterior, &[-0.25, 2.0]).0, f64::NEG_INFINITY, "{set}: a negative weight");
        assert_eq!(evaluate(posterior, &[f64::NAN, 2.0]).0, f64::NEG_INFINITY, "{set}: a weight that is NaN");
    });
}

#[test]
fn weighted_observations() {
    let mut random = Random(4);
    for n in LENGTHS {
        let y = random.numbers(n, -3.0, 3.0);
        let mut weights = random.numbers(n, 0.0, 3.0);
        weights[0] = 0.0;
        params! { mu: real(), sigma: real(), power: real() }
        let model = model! {
            mu |= weighted(power, normal(0.5, 2.0)),
            sigma |= flat(),
            power |= flat(),
            data(&y) |= weighted(data(&weights), normal(mu, sigma)),
        };
        compare("weighted normals", model, &[0.3, 1.7, 0.6], &|q| {
            let each = |i: usize| weights[i] * normal_density(y[i], q[0], q[1]).ln();
            q[2] * normal_density(q[0], 0.5, 2.0).ln() + (0..n).map(each).sum::<f64>()
        });
    }
}

/// Nested laws: a mixture in a weighted law, a mixture in a mixture.
#[test]
fn nested_laws() {
    let y = [0.4, 2.0, 1.1];
    params! { mu: real(), share: real() }
    let inner = mixture((share, 1.0 - share), (normal(mu, 1.0), normal(0.0, 3.0)));
    let model = model! {
        mu |= flat(),
        share |= flat(),
        data(&y) |= weighted(2.0, mixture([0.75, 0.25], (inner, exponential(1.0)))),
    };
    compare("a mixture in a mixture", model, &[0.7, 0.4], &|q| {
        let inner = |y| q[1] * normal_density(y, q[0], 1.0) + (1.0 - q[1]) * normal_density(y, 0.0, 3.0);
        let outer = |y: f64| 0.75 * inner(y) + 0.25 * (-y).exp();
        2.0 * y.iter().map(|&y| outer(y).ln()).sum::<f64>()
    });
}

/// An observation is refused if every component excludes it, and accepted if one does not.
#[test]
fn impossible_observations() {
    let refuse = |y: f64, message: &str| {
        let y = [1.0, y];
        params! { rate: positive() }
        let model = model! {
            rate |= exponential(1.0),
            data(&y) |= mixture([0.5, 0.5], (exponential(rate), half_normal(rate))),
        };
        let error = model.compile().err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.ends_with(message), "{error}");
    };
    refuse(-1.0, "the variable on the left: element 1 is -1, but must be zero or positive, and finite");
    refuse(2.0, "");

    params! { rate: positive() }
    let model = model! {
        rate |= exponential(1.0),
        data(&[1.0]) |= mixture([0.5, 0.5], (exponential(rate), normal(0.0, -1.0))),
    };
    let error = model.compile().err().expect("a negative scale is an error").to_string();
    assert!(
        error.ends_with("the argument `scale` of normal is -1, but must be positive and finite"),
        "{error}"
    );
}
