//! Continuous parameters that are marginalised: the results equal marginal likelihoods in closed form and
//! numerical integration, with gradients, and draws are exact.

use crate::common::normal::log_density as normal_density;
use crate::common::{assert_gradient, differences, evaluate, on_every_set};
use crate::counted::{Counted, evaluations_of};
use approx::assert_relative_eq;
use monomorph::custom::operation;
use monomorph::faer::{Mat, mat};
use monomorph::prelude::*;

/// Returns log ∫ exp l(x) dx by the trapezoidal rule after x = g(t), which converges exponentially.
fn log_integral(l: impl Fn(f64) -> f64, (from, to): (f64, f64), g: impl Fn(f64) -> (f64, f64)) -> f64 {
    let steps = 4_000;
    let width = (to - from) / f64::from(steps);
    let terms: Vec<f64> = (0..=steps)
        .map(|step| {
            let (x, slope) = g(from + width * f64::from(step));
            l(x) + slope.ln()
        })
        .filter(|term| !term.is_nan())
        .collect();
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + (terms.iter().map(|term| (term - largest).exp()).sum::<f64>() * width).ln()
}

/// On the line, above 0, and between 0 and 1.
fn line(t: f64) -> (f64, f64) {
    (t, 1.0)
}

fn above(t: f64) -> (f64, f64) {
    (t.exp(), t.exp())
}

fn between(t: f64) -> (f64, f64) {
    let x = 1.0 / (1.0 + (-t).exp());
    (x, x * (1.0 - x))
}

/// log Γ(n) of a whole number.
fn log_factorial_below(n: u32) -> f64 {
    (1..n).map(|k| f64::from(k).ln()).sum()
}

/// Returns the value of a marginal posterior, and checks its gradient on every instruction set.
fn value_of<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> f64 {
    let (value, gradient) = evaluate(posterior, q);
    assert_gradient(&gradient, &differences(posterior, q), 2e-7, || "the integral".to_owned());
    assert_relative_eq!(posterior.log_density(q, &mut posterior.workspace()), value, max_relative = 1e-12);
    value
}

/// The log density of a posterior of one parameter less.
fn at<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> f64 {
    posterior.log_density(q, &mut posterior.workspace())
}

#[test]
fn group_means() {
    let group = [0, 2, 1, 1, 0, 2, 0, 1, 2, 0];
    let y = [1.2, -0.4, 3.3, 2.9, 0.7, 0.2, 1.0, 3.1, -0.9, 1.4];
    params! { mu: real(), tau: positive(), sigma: positive(), theta: vector(3) }
    let model = model! {
        mu    |= normal(0.0, 2.0),
        tau   |= exponential(1.0),
        sigma |= exponential(1.0),
        theta |= normal(mu, tau),
        centre = 0.5 + 2.0 * theta,
        data(&y) |= normal(centre.at(&group), sigma),
        data(&y[..3]) |= normal(3.0 * theta, 2.0),
    };
    let marginal = model.marginalise(theta);
    let posterior = marginal.compile().unwrap();
    assert_eq!(posterior.parameter_names(), ["mu", "tau", "sigma"]);
    assert!(posterior.explain().to_string().contains(
        "an integral over 3 elements, each of a normal distribution: the statements that mention it are \
                 evaluated 6 times, with the gradient 8 times"
    ));
    for q in [[0.3_f64, -0.4, 0.2], [-1.0, 2.0, -3.0], [4.0, -3.0, 1.5]] {
        let (mu, tau, sigma) = (q[0], q[1].exp(), q[2].exp());
        let integral = |element: usize| {
            let l = |x: f64| {
                let rows = group.iter().zip(&y).filter(|(group, _)| **group == element);
                normal_density(x, mu, tau)
                    + normal_density(y[element], 3.0 * x, 2.0)
                    + rows.map(|(_, y)| normal_density(*y, 0.5 + 2.0 * x, sigma)).sum::<f64>()
            };
            log_integral(l, (-10.0, 10.0), line)
        };
        let others = normal_density(mu, 0.0, 2.0) - tau - sigma + q[1] + q[2];
        let expected = others + (0..3).map(integral).sum::<f64>();
        assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
    }
    let expected = at(&posterior, &[0.3, -0.4, 0.2]);
    on_every_set(marginal, |set, posterior| {
        let q = [0.3, -0.4, 0.2];
        assert_relative_eq!(at(posterior, &q), expected, max_relative = 1e-12);
        let (_, gradient) = evaluate(posterior, &q);
        assert_gradient(&gradient, &differences(posterior, &q), 2e-7, || set.to_owned());
    });
}

/// Counts and waiting times with one rate, measured in any unit.
#[test]
fn rates() {
    for unit in [1.0, 1e-7, 1e9] {
        let (count, exposure) = ([3, 0, 5, 2], [1.0, 0.5, 2.0, 1.5].map(|exposure: f64| exposure * unit));
        let wait = [0.3, 1.2, 0.1].map(|wait| wait * unit);
        params! { scale: positive(), rate: positive() }
        let model = model! {
            scale |= exponential(1.0),
            rate  |= gamma(2.0, scale * unit),
            data(&count) |= poisson(rate * data(&exposure)),
            data(wait[0]) |= exponential(rate),
            data(&wait[1..]) |= gamma(3.0, rate),
        };
        let posterior = model.marginalise(rate).compile().unwrap();
        for q in [[0.3_f64], [-2.0], [3.0]] {
            let scale = q[0].exp();
            let gamma_density = |x: f64, shape: u32, rate: f64| {
                f64::from(shape) * rate.ln() - log_factorial_below(shape) + f64::from(shape - 1) * x.ln()
                    - rate * x
            };
            let l = |rate: f64| {
                let counts = count.iter().zip(&exposure).map(|(&n, exposure)| {
                    f64::from(n) * (rate * exposure).ln() - rate * exposure - log_factorial_below(n + 1)
                });
                let waits = wait[1..].iter().map(|wait| gamma_density(*wait, 3, rate));
                gamma_density(rate, 2, scale * unit)
                    + counts.sum::<f64>()
                    + gamma_density(wait[0], 1, rate)
                    + waits.sum::<f64>()
            };
            let expected = -scale + q[0] + log_integral(l, (-30.0 - unit.ln(), 10.0 - unit.ln()), above);
            assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
        }
    }
}

/// The variances of groups, whose square roots are standard deviations.
#[test]
fn variances() {
    let (y, group) = ([1.2, -0.4, 3.3, 2.9, 0.7], [0, 1, 1, 0, 0]);
    params! { mu: real(), b: positive(), v: vector(2).positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        b  |= exponential(1.0),
        v  |= inv_gamma(3.0, b),
        sigma = v.sqrt(),
        data(&y) |= normal(mu, sigma.at(&group)),
    };
    let posterior = model.marginalise(v).compile().unwrap();
    for q in [[0.3_f64, -0.4], [2.0, 1.5]] {
        let (mu, b) = (q[0], q[1].exp());
        let integral = |element: usize| {
            let l = |v: f64| {
                let rows = group.iter().zip(&y).filter(|(group, _)| **group == element);
                3.0 * b.ln() - 2.0_f64.ln() - 4.0 * v.ln() - b / v
                    + rows.map(|(_, y)| normal_density(*y, mu, v.sqrt())).sum::<f64>()
            };
            log_integral(l, (-20.0, 30.0), above)
        };
        let expected = normal_density(mu, 0.0, 1.0) - b + q[1] + integral(0) + integral(1);
        assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
    }
}

/// Probabilities of groups under counts of successes, single trials and numbers of failures.
#[test]
fn probabilities() {
    let (successes, trials) = ([2, 0, 7], [5, 3, 7]);
    let (single, group) = ([true, false, true, true], [2, 0, 0, 1]);
    params! { a: positive(), p: vector(3).interval(0.0, 1.0) }
    let model = model! {
        a |= exponential(1.0),
        p |= beta(a, 2.0),
        data(&successes) |= binomial(&trials, p),
        data(&single) |= bernoulli(p.at(&group)),
        data(&[1, 0, 4]) |= geometric(p),
    };
    let posterior = model.marginalise(p).compile().unwrap();
    assert_eq!(posterior.dimension(), 1);
    let choose = |n: u32, k: u32| {
        log_factorial_below(n + 1) - log_factorial_below(k + 1) - log_factorial_below(n - k + 1)
    };
    for q in [[0.3_f64], [-2.0], [2.0]] {
        let a = q[0].exp();
        let integral = |element: usize| {
            let l = |p: f64| {
                let (k, n) = (successes[element], trials[element]);
                let rows = group.iter().zip(&single).filter(|(group, _)| **group == element);
                let rows = rows.map(|(_, single)| if *single { p.ln() } else { (1.0 - p).ln() });
                // B(a, 2) = 1/(a (a + 1))
                (a * (a + 1.0)).ln()
                    + (a - 1.0) * p.ln()
                    + (1.0 - p).ln()
                    + choose(n, k)
                    + f64::from(k) * p.ln()
                    + f64::from(n - k) * (1.0 - p).ln()
                    + p.ln()
                    + [1.0, 0.0, 4.0][element] * (1.0 - p).ln()
                    + rows.sum::<f64>()
            };
            log_integral(l, (-30.0, 30.0), between)
        };
        let expected = -a + q[0] + (0..3).map(integral).sum::<f64>();
        assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
    }
}

/// An integral inside of a sum.
#[test]
fn means_under_a_category() {
    let y = [1.2, 0.4, 2.3];
    params! { sigma: positive(), mu: real(), z: binary() }
    let model = model! {
        sigma |= exponential(1.0),
        mu    |= normal(0.0, 1.0),
        z     |= bernoulli(0.3),
        data(&y) |= normal(mu + 2.0 * z, sigma),
    };
    let posterior = model.marginalise(mu).marginalise(z).compile().unwrap();
    let given = |value: f64| model.condition(z, value).marginalise(mu).compile().unwrap();
    let (zero, one) = (given(0.0), given(1.0));
    for q in [[0.3_f64], [-1.0]] {
        let expected = (at(&zero, &q).exp() + at(&one, &q).exp()).ln();
        assert_relative_eq!(value_of(&posterior, &q), expected, max_relative = 1e-10);
    }
}

/// Other bounds than those of the name have another integral.
#[test]
fn other_supports() {
    params! { rate: lower(0.5) }
    let model = model! { rate |= gamma(2.0, 1.0), data(4) |= poisson(rate) };
    let error = model.marginalise(rate).compile().err().unwrap();
    assert!(matches!(error, Error::NotSummed { name: "rate", .. }), "{error}");
}

/// The gradient with respect to both arguments of the law of the integrated variable is the mean of a
/// logarithm, and of the variable or another logarithm. The value equals the integral of the original model
/// over the coordinate.
#[test]
fn both_arguments_are_parameters() {
    let counts = [3_u32, 0, 7];
    params! { a: positive(), b: positive() }
    params! { rate: positive() }
    params! { chance: interval(0.0, 1.0) }
    let priors = model! { a |= exponential(0.5), b |= exponential(0.5) };
    let of_rates = model! { priors, rate |= gamma(a, b), data(&counts) |= poisson(rate) };
    let of_inverse = model! { priors, rate |= inv_gamma(a, b), data(&[0.4, 2.5]) |= exponential(1.0 / rate) };
    let of_chances = model! { priors, chance |= beta(a, b), data(&counts) |= binomial(&[9, 9, 9], chance) };
    fn check<Before: BoundModel, After: BoundModel>(before: &Posterior<Before>, after: &Posterior<After>) {
        for q in [[0.3, -0.4], [-1.5, 1.0], [2.0, 1.5], [-0.7, -2.0]] {
            let expected = log_integral(|t| at(before, &[q[0], q[1], t]), (-60.0, 60.0), line);
            assert_relative_eq!(value_of(after, &q), expected, max_relative = 1e-9);
        }
    }
    check(&of_rates.compile().unwrap(), &of_rates.marginalise(rate).compile().unwrap());
    check(&of_inverse.compile().unwrap(), &of_inverse.marginalise(rate).compile().unwrap());
    check(&of_chances.compile().unwrap(), &of_chances.marginalise(chance).compile().unwrap());
}

/// Checks the reported number of evaluations of statements for a sum: once for each value, and once more
/// for the slopes.
#[test]
fn sums_say_how_often_statements_are_evaluated() {
    params! { mu: real(), kind: category(3) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        kind |= categorical(&[0.2, 0.3, 0.5]),
        data(1.0) |= normal(mu, kind + 1.0),
    };
    let posterior = model.marginalise(kind).compile().unwrap();
    let explanation = posterior.explain().to_string();
    let words = "a sum over 3 values: the statements that mention it are evaluated 3 times, with the gradient \
                 6 times";
    assert!(explanation.contains(words), "{explanation}");
}

/// A flat prior with too little data: the integral is infinite, and is not replaced by a finite number.
#[test]
fn integrals_that_are_infinite() {
    params! { mu: real() }
    params! { mean: positive() }
    for (shape, is_finite) in [(0.5, false), (0.9, false), (1.1, true), (2.5, true)] {
        let model = model! {
            mu |= normal(0.0, 1.0),
            mean |= flat(),
            data(1.3) |= gamma(shape, 1.0 / mean),
            data(1.0) |= normal(mu, 1.0),
        };
        let posterior = model.marginalise(mean).compile().unwrap();
        assert_eq!(at(&posterior, &[0.2]).is_finite(), is_finite, "{shape}");
    }
    // A rate that nothing keeps from being large: its shape is one, and its rate is 0.
    params! { rate: positive() }
    for (exposure, is_finite) in [(0.0, false), (1e-3, true)] {
        let exposure = [exposure];
        let model = model! {
            mu |= normal(0.0, 1.0),
            rate |= flat(),
            data(&[0]) |= poisson(rate * data(&exposure)),
        };
        let value = at(&model.marginalise(rate).compile().unwrap(), &[0.2]);
        assert!(
            if is_finite { value.is_finite() } else { value == f64::NEG_INFINITY },
            "{exposure:?}: {value}"
        );
    }
}

/// Coefficients with one known element: the others are integrated out, and the known one is an offset.
#[test]
fn known_coefficients() {
    let x = mat![[1.0, 0.2, -0.6], [1.0, 1.1, 0.4], [1.0, -0.7, 0.9], [1.0, 2.0, 0.1]];
    let others = mat![[1.0, -0.6], [1.0, 0.4], [1.0, 0.9], [1.0, 0.1]];
    let (known, y) = ([0.2, 1.1, -0.7, 2.0], [0.9, 3.3, -0.8, 5.1]);
    params! { tau: positive(), sigma: positive() }
    params! { b: vector(3) }
    params! { c: vector(2) }
    let scales = model! { tau |= exponential(0.2), sigma |= exponential(1.0) };
    let all = model! { scales, b |= normal(0.0, tau), data(&y) |= normal(data(&x).dot(b), sigma) };
    let fewer = model! {
        scales,
        c |= normal(0.0, tau),
        increment(normal(0.0, tau).log_density(1.7)),
        data(&y) |= normal(data(&others).dot(c) + 1.7 * data(&known), sigma),
    };
    let all = all.condition_at(b, &[1], &[1.7]).marginalise(b).compile().unwrap();
    let fewer = fewer.marginalise(c).compile().unwrap();
    for q in [[0.3, -0.4], [2.0, 1.0], [-1.0, -1.5]] {
        assert_relative_eq!(value_of(&all, &q), at(&fewer, &q), max_relative = 1e-10);
        let slopes = evaluate(&fewer, &q).1;
        assert_gradient(&evaluate(&all, &q).1, &slopes, 1e-9, || "known coefficients".to_owned());
    }
}

/// The statements that mention d coefficients are evaluated d + 2 times, as the explanation says: once for
/// each point of a round, and once at the mean. Far from the origin, d + 1 times more.
#[test]
fn evaluations_of_a_joint_integral() {
    let x = mat![[1.0, 0.2, -0.6], [1.0, 1.1, 0.4], [1.0, -0.7, 0.9], [1.0, 2.0, 0.1]];
    for (y, expected) in [([0.9, 3.3, -0.8, 5.1], 5), ([0.9e4, 3.3e4, -0.8e4, 5.1e4], 9)] {
        params! { mu: real(), b: vector(3) }
        let model = model! {
            mu |= normal(0.0, 1.0),
            b  |= normal(0.0, 1e5),
            data(&y) |= normal(data(&x).dot(b), operation(&Counted, (mu, 1.0 * mu)).exp()),
        };
        let posterior = model.marginalise(b).compile().unwrap();
        let mut workspace = posterior.workspace();
        let (value, evaluations) = evaluations_of(|| posterior.log_density(&[0.4], &mut workspace));
        assert!(value.is_finite());
        assert_eq!(evaluations, expected, "{}", posterior.explain());
    }
}

/// The most coefficients that are integrated over together.
#[test]
fn many_coefficients() {
    for (count, is_possible) in [(2048, true), (2049, false)] {
        let x = Mat::from_fn(1, count, |_, column| 1.0 / (1.0 + column as f64));
        params! { sigma: positive(), b: vector(count) }
        let model = model! {
            sigma |= exponential(1.0),
            b     |= normal(0.0, 1.0),
            data(&[0.7]) |= normal(data(&x).dot(b), sigma),
        };
        assert_eq!(model.marginalise(b).compile().is_ok(), is_possible, "{count}");
    }
}
