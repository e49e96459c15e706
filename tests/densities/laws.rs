//! Proves that laws made of distributions have the right log densities and gradients: mixtures of all kinds,
//! and weighted, truncated and censored distributions, against the same formula in plain `f64` and its
//! central differences, on every instruction set and at odd lengths.

use crate::common::{Random, assert_near, evaluate, gradient_by_differences, largest, lgamma, on_every_set};
use monomorph::prelude::*;

pub const LENGTHS: [usize; 6] = [1, 3, 8, 9, 17, 65];

/// Compares a model's density, and its gradient, with a plain formula at a point.
pub fn compare(what: &str, model: impl Model, q: &[f64], plain: &(dyn Fn(&[f64]) -> f64 + Sync)) {
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

pub fn normal_density(y: f64, location: f64, scale: f64) -> f64 {
    let z = (y - location) / scale;
    (-0.5 * z * z).exp() / (scale * core::f64::consts::TAU.sqrt())
}

pub fn poisson_mass(y: f64, rate: f64) -> f64 {
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
            data(&y) |= mixture((zero, 1.0 - zero), (discrete_range(0, 0), poisson(rate))),
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
    let error = model.compile().expect_err("a negative scale is an error").to_string();
    assert!(
        error.ends_with("the argument `scale` of normal is -1, but must be positive and finite"),
        "{error}"
    );
}

/// Φ by the complementary error function of another library.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * pxfm::f_erfc(-z * core::f64::consts::FRAC_1_SQRT_2)
}

#[test]
fn truncated_distributions() {
    let mut random = Random(5);
    for n in LENGTHS {
        let y = random.numbers(n, 0.5, 2.5);
        params! { mu: real(), sigma: real(), lower: real(), upper: vector(n) }
        let model = model! {
            mu |= normal(0.0, 2.0).truncated_above(3.0),
            sigma |= exponential(0.5).truncated_below(0.1),
            lower |= flat(),
            upper |= flat(),
            data(&y) |= normal(mu, sigma).truncated(lower, upper),
        };
        let mut q = vec![0.9, 1.4, 0.2];
        q.extend(random.numbers(n, 2.6, 4.0));
        compare("truncated normals", model, &q, &|q| {
            let (mu, sigma, lower) = (q[0], q[1], q[2]);
            let each = |i: usize| {
                let mass = normal_cdf((q[3 + i] - mu) / sigma) - normal_cdf((lower - mu) / sigma);
                normal_density(y[i], mu, sigma).ln() - mass.ln()
            };
            let prior = normal_density(mu, 0.0, 2.0).ln() - normal_cdf(1.5).ln();
            prior + 0.5f64.ln() - 0.5 * sigma + 0.05 + (0..n).map(each).sum::<f64>()
        });
    }
}

/// For whole numbers both bounds belong to the truncated support, as in Stan.
#[test]
fn truncated_counts() {
    let y = [1, 2, 2, 4, 3];
    params! { rate: real() }
    let model = model! {
        rate |= flat(),
        data(&y) |= poisson(rate).truncated(1, 4),
        data(&y) |= poisson(rate).truncated_below(1),
        data(&y) |= poisson(rate).truncated_above(4),
    };
    compare("truncated counts", model, &[1.7], &|q| {
        let mass =
            |from: u32, to: u32| (from..=to).map(|k| poisson_mass(f64::from(k), q[0])).sum::<f64>().ln();
        let seen: f64 = y.iter().map(|&y| poisson_mass(f64::from(y), q[0]).ln()).sum();
        3.0 * seen - 5.0 * (mass(1, 4) + mass(1, 60) + mass(0, 4))
    });
}

/// A hurdle: zeros have a process of their own, and counts above begin at 1.
#[test]
fn hurdles() {
    let y = [0, 1, 0, 3, 2];
    params! { zero: real(), rate: real() }
    let model = model! {
        zero |= flat(),
        rate |= flat(),
        data(&y) |= mixture((zero, 1.0 - zero), (discrete_range(0, 0), poisson(rate).truncated_below(1))),
    };
    compare("a hurdle", model, &[0.4, 1.3], &|q| {
        let positive = |y: u32| poisson_mass(f64::from(y), q[1]) / -(-q[1]).exp_m1();
        let each = |&y: &u32| if y == 0 { q[0].ln() } else { (1.0 - q[0]).ln() + positive(y).ln() };
        y.iter().map(each).sum()
    });
}

/// The mass between two bounds far out in either tail, where F(b) − F(a) in plain numbers is 0.
#[test]
fn truncated_in_the_tails() {
    for (sign, y) in [(1.0, 40.1), (-1.0, -40.1)] {
        let (lower, upper) = if sign > 0.0 { (40.0, 41.0) } else { (-41.0, -40.0) };
        params! { mu: real() }
        let model = model! { mu |= flat(), data(y) |= normal(mu, 1.0).truncated(lower, upper) };
        on_every_set(model, |set, posterior| {
            // log(φ(40.1)/(Φ(−40) − Φ(−41))) and 40.1 − (φ(40) − φ(41))/(Φ(−40) − Φ(−41)), with 60 digits.
            let (value, gradient) = evaluate(posterior, &[0.0]);
            assert_near(value, -0.315_496_519_450_884_6, 1e-12, || format!("{set}: value at {y}"));
            assert_near(gradient[0], sign * 0.075_031_152_792_736_28, 1e-12, || {
                format!("{set}: slope at {y}")
            });
        });
    }
}

#[test]
fn truncated_observations_outside() {
    params! { mu: real() }
    let model = model! { mu |= flat(), data(&[0.5, 4.5]) |= normal(mu, 1.0).truncated(0.0, 4.0) };
    let error = model.compile().expect_err("4.5 is above the bound").to_string();
    assert!(
        error.ends_with("the variable on the left: element 1 is 4.5, but must lie inside the truncation"),
        "{error}"
    );
    // Of a parameter it is −∞, and so are bounds in the wrong order.
    params! { x: real(), upper: real() }
    let model = model! { x |= normal(0.0, 1.0).truncated(0.0, upper), upper |= flat() };
    on_every_set(model, |set, posterior| {
        assert_eq!(evaluate(posterior, &[-0.1, 1.0]).0, f64::NEG_INFINITY, "{set}: below");
        assert_eq!(evaluate(posterior, &[1.1, 1.0]).0, f64::NEG_INFINITY, "{set}: above");
        assert_eq!(evaluate(posterior, &[0.1, -1.0]).0, f64::NEG_INFINITY, "{set}: crossed bounds");
        assert!(evaluate(posterior, &[0.1, 1.0]).0.is_finite(), "{set}: inside");
    });
}

#[test]
fn censored_distributions() {
    let mut random = Random(6);
    for n in LENGTHS {
        // Some of the observations are at a limit.
        let y: Vec<f64> = random.numbers(n, -1.0, 4.0).iter().map(|y| y.clamp(0.0, 3.0)).collect();
        let flags: Vec<bool> = random.indices(n, 2).iter().map(|&flag| flag == 1).collect();
        params! { mu: real(), sigma: real() }
        let model = model! {
            mu |= flat(),
            sigma |= flat(),
            data(&y) |= normal(mu, sigma).censored(0.0, 3.0),
            data(&y) |= normal(mu, sigma).censored_below(0.0),
            data(&y) |= normal(mu, sigma).censored_above(3.0),
            data(&y) |= normal(mu, sigma).right_censored(data(&flags)),
            data(&y) |= normal(mu, sigma).left_censored(data(&flags)),
        };
        compare("censored normals", model, &[0.9, 1.3], &|q| {
            let z = |y: f64| (y - q[0]) / q[1];
            let seen = |y: f64| normal_density(y, q[0], q[1]).ln();
            let below = |y: f64| normal_cdf(z(y)).ln();
            let above = |y: f64| normal_cdf(-z(y)).ln();
            let each = |(i, &y): (usize, &f64)| {
                let low = if y <= 0.0 { below(0.0) } else { seen(y) };
                let high = if y >= 3.0 { above(3.0) } else { seen(y) };
                let both = if y <= 0.0 { below(0.0) } else { high };
                let right = if flags[i] { above(y) } else { seen(y) };
                let left = if flags[i] { below(y) } else { seen(y) };
                both + low + high + right + left
            };
            y.iter().enumerate().map(each).sum()
        });
    }
}

/// Counts at an upper limit are as probable as the limit and all above.
#[test]
fn censored_counts() {
    let y = [0, 2, 3, 3, 1];
    params! { rate: real() }
    let model = model! {
        rate |= flat(),
        data(&y) |= poisson(rate).censored(0, 3),
    };
    compare("censored counts", model, &[1.7], &|q| {
        let mass =
            |from: u32, to: u32| (from..=to).map(|k| poisson_mass(f64::from(k), q[0])).sum::<f64>().ln();
        y.iter()
            .map(|&y| {
                if y == 0 {
                    mass(0, 0)
                } else if y == 3 {
                    mass(3, 60)
                } else {
                    mass(y, y)
                }
            })
            .sum()
    });
}

#[test]
fn weights_without_components() {
    params! { weights: simplex(3), mu: real() }
    let model = model! {
        weights |= dirichlet(1.0),
        mu |= normal(0.0, 1.0),
        data(&[0.5]) |= mixture(weights, [normal(mu, 1.0), normal(mu, 2.0)]),
    };
    let error = model.compile().err().map(|error| error.to_string()).unwrap_or_default();
    let message = "the mixture's list of components has length 2, but the vector of weights has length 3";
    assert!(error.ends_with(message), "{error}");
}
