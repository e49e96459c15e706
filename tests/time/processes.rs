//! Proves that `process` is the law that its steps make: densities against loops written out, gradients
//! against finite differences, on every instruction set and at lengths that are no multiple of a register;
//! and errors.

use crate::common::normal::log_density as log_normal_density;
use crate::common::{
    Random, assert_gradient, assert_near, differences, evaluate, largest, numbers, on_every_set,
};
use monomorph::prelude::*;

const LENGTHS: [usize; 5] = [1, 2, 8, 9, 31];

/// Compares the log density of a model at `q`, without the log density of its `others`, with `want`, and
/// the gradient with differences.
fn agrees(model: impl Model, others: impl Model, q: &[f64], want: &(dyn Fn(&Trace) -> f64 + Sync)) {
    let others = evaluate(&others.compile().unwrap(), q).0;
    on_every_set(model, |set, posterior| {
        let (value, gradient) = evaluate(posterior, q);
        let want = others + want(&posterior.constrain(q).unwrap());
        assert_near(value, want, 1e-11 * largest(&[want, 1.0]), || {
            format!("log density, {set}, {}", q.len())
        });
        let differences = differences(posterior, q);
        let most = largest(&differences);
        assert_gradient(&gradient, &differences, 1e-8 * most.max(1.0), || {
            format!("gradient, {set}, {}", q.len())
        });
    });
}

fn number(values: &Trace, name: &str) -> f64 {
    values.get(name).unwrap()[0]
}

#[test]
fn a_vector_whose_first_value_has_a_law() {
    for n in LENGTHS {
        params! { mu: real(), phi: interval(-1.0, 1.0), s: positive(), h: vector(n) }
        let priors = model! { mu |= normal(0.0, 1.0), phi |= uniform(-1.0, 1.0), s |= half_normal(1.0) };
        let model = model! {
            priors,
            h |= process(normal(mu, s / (1.0 - phi.square()).sqrt()), |h| normal(mu + phi * (h - mu), s)),
        };
        let others = model! { priors, h |= flat() };
        agrees(model, others, &numbers(3 + n), &|values| {
            let [mu, phi, s] = ["mu", "phi", "s"].map(|name| number(values, name));
            let h = values.get("h").unwrap().to_vec();
            let later = h.windows(2).map(|pair| log_normal_density(pair[1], mu + phi * (pair[0] - mu), s));
            log_normal_density(h[0], mu, s / (1.0 - phi * phi).sqrt()) + later.sum::<f64>()
        });
    }
}

#[test]
fn lags_before_which_values_are_given() {
    for n in LENGTHS {
        let x = Random(n as u64).numbers(n, -2.0, 2.0);
        let x = &x;
        params! { phi: vector(2), beta: real(), before: vector(3), h: vector(n) }
        let priors = model! { phi |= normal(0.0, 1.0), beta |= normal(0.0, 1.0), before |= normal(0.0, 1.0) };
        let model = model! {
            priors,
            h |= process(before, |h| student_t(4.0,
                phi.at(0) * h.lag(3) + phi.at(1) * h.sin() + beta * data(x), 0.5 + h.lag(2).square())),
        };
        let others = model! { priors, h |= flat() };
        let constant = params_constant();
        agrees(model, others, &numbers(6 + n), &|values| {
            let phi = values.get("phi").unwrap().to_vec();
            let mut h = values.get("before").unwrap().to_vec();
            h.extend(values.get("h").unwrap().iter());
            (3..h.len())
                .map(|t| {
                    let mean =
                        phi[0] * h[t - 3] + phi[1] * h[t - 1].sin() + number(values, "beta") * x[t - 3];
                    let scale = 0.5 + h[t - 2] * h[t - 2];
                    constant - scale.ln() - 2.5 * (((h[t] - mean) / scale).powi(2) / 4.0).ln_1p()
                })
                .sum()
        });
    }
}

/// The logarithm of Γ(5/2) / (Γ(2) √(4π)), the constant of Student's distribution with four degrees of
/// freedom.
fn params_constant() -> f64 {
    (3.0 / 4.0 * std::f64::consts::PI.sqrt()).ln() - 0.5 * (4.0 * std::f64::consts::PI).ln()
}

#[test]
fn a_scan_of_the_past() {
    for n in LENGTHS {
        let y = Random(n as u64).numbers(n, -2.0, 2.0);
        let y = &y;
        params! { mu: real(), a0: positive(), a1: interval(0.0, 1.0), b1: interval(0.0, 1.0) }
        let priors = model! {
            mu |= normal(0.0, 1.0),
            a0 |= exponential(1.0),
            a1 |= uniform(0.0, 1.0),
            b1 |= uniform(0.0, 1.0),
        };
        let garch = |values: &Trace, series: &[f64]| -> f64 {
            let [mu, a0, a1, b1] = ["mu", "a0", "a1", "b1"].map(|name| number(values, name));
            let (mut variance, mut before) = (a0, mu);
            series
                .iter()
                .map(|&y| {
                    variance = a0 + a1 * (before - mu).powi(2) + b1 * variance;
                    before = y;
                    log_normal_density(y, mu, variance.sqrt())
                })
                .sum()
        };
        let of_data = model! {
            priors,
            data(y) |= process(mu,
                |y| normal(mu, scan(a0, y, |s2, y| a0 + a1 * (y - mu).square() + b1 * s2).sqrt())),
        };
        agrees(of_data, priors, &numbers(4), &|values| garch(values, y));
        params! { h: vector(n) }
        let of_parameters = model! {
            priors,
            h |= process(mu,
                |y| normal(mu, scan(a0, y, |s2, y| a0 + a1 * (y - mu).square() + b1 * s2).sqrt())),
        };
        agrees(of_parameters, model! { priors, h |= flat() }, &numbers(4 + n), &|values| {
            garch(values, &values.get("h").unwrap())
        });
    }
}

#[test]
fn counts_and_mixtures_unfold() {
    let y = [3, 0, 2, 5, 1, 1, 0, 4, 2];
    params! { a: positive(), b: interval(0.0, 1.0) }
    let model = model! {
        a |= exponential(1.0),
        b |= uniform(0.0, 1.0),
        data(&y) |= process(poisson(a), |y| poisson(a + b * y)),
    };
    agrees(model, model! { a |= exponential(1.0), b |= uniform(0.0, 1.0) }, &numbers(2), &|values| {
        let [a, b] = ["a", "b"].map(|name| number(values, name));
        let log_density = |y: i32, rate: f64| {
            f64::from(y) * rate.ln() - rate - (1..=y).map(|k| f64::from(k).ln()).sum::<f64>()
        };
        let later = y.windows(2).map(|pair| log_density(pair[1], a + b * f64::from(pair[0])));
        log_density(y[0], a) + later.sum::<f64>()
    });
}

#[test]
fn laws_with_a_name() {
    let y = Random(5).numbers(21, -2.0, 2.0);
    let y = &y;
    params! { mu: real(), s: positive(), phi: vector(3), theta: vector(2) }
    let priors = model! {
        mu |= normal(0.0, 1.0), s |= exponential(1.0), phi |= normal(0.0, 0.5), theta |= normal(0.0, 0.5),
    };
    let expected = |deviations: &[f64], weights: &[f64]| -> f64 {
        deviations.iter().rev().zip(weights).map(|(deviation, weight)| deviation * weight).sum()
    };
    let arma_of = |values: &Trace, phi: &[f64], theta: &[f64]| -> f64 {
        let (mu, s) = (number(values, "mu"), number(values, "s"));
        let deviations: Vec<f64> = y.iter().map(|y| y - mu).collect();
        let mut errors: Vec<f64> = Vec::new();
        (0..y.len())
            .map(|t| {
                let mean = expected(&deviations[..t], phi) + expected(&errors, theta);
                errors.push(deviations[t] - mean);
                log_normal_density(deviations[t], mean, s)
            })
            .sum()
    };
    let vector = |values: &Trace, name: &str| values.get(name).unwrap().to_vec();
    agrees(model! { priors, data(y) |= autoregression(phi, mu, s) }, priors, &numbers(7), &|values| {
        arma_of(values, &vector(values, "phi"), &[])
    });
    agrees(model! { priors, data(y) |= arma(phi, theta, mu, s) }, priors, &numbers(7), &|values| {
        arma_of(values, &vector(values, "phi"), &vector(values, "theta"))
    });
    agrees(model! { priors, data(y) |= garch(mu, s, 0.3, 0.5, 2.0 * s) }, priors, &numbers(7), &|values| {
        let (mu, s) = (number(values, "mu"), number(values, "s"));
        let (mut variance, mut square) = (2.0 * s, 2.0 * s);
        y.iter()
            .map(|y| {
                variance = s + 0.3 * square + 0.5 * variance;
                square = (y - mu).powi(2);
                log_normal_density(*y, mu, variance.sqrt())
            })
            .sum()
    });
    agrees(model! { priors, data(y) |= random_walk(mu, s) }, priors, &numbers(7), &|values| {
        let mut before = number(values, "mu");
        y.iter().map(|&y| log_normal_density(y, std::mem::replace(&mut before, y), number(values, "s"))).sum()
    });
}

/// Kernels of some variables alone have the gradient of all of them, also where the past changes and where it
/// does not.
#[test]
fn restricted_kernels() {
    let y = Random(6).numbers(9, -1.0, 1.0);
    let y = &y;
    params! { mu: real(), s: positive(), h: vector(9) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        s |= exponential(1.0),
        h |= process(normal(mu, 1.0), |h| normal(0.5 * h, s)),
        data(y) |= process(mu, |y| normal(scan(mu, y, |m, y| 0.4 * m + y * mu) + h, 1.0)),
    };
    let posterior = model.compile().unwrap();
    let q = numbers(11);
    let whole = evaluate(&posterior, &q).1;
    let check = |restricted: &dyn Fn(&mut [f64]) -> f64, written: std::ops::Range<usize>| {
        let mut gradient = vec![f64::MAX; 11];
        assert!(restricted(&mut gradient).is_finite());
        for (place, (got, want)) in gradient.iter().zip(&whole).enumerate() {
            let want = if written.contains(&place) { *want } else { f64::MAX };
            assert_near(*got, want, 1e-12 * largest(&[want, 1.0]), || format!("coordinate {place}"));
        }
    };
    check(&|gradient| posterior.restricted::<(), (mu,)>(&q, gradient, &mut posterior.workspace()), 0..1);
    check(&|gradient| posterior.restricted::<(), (s,)>(&q, gradient, &mut posterior.workspace()), 1..2);
    check(&|gradient| posterior.restricted::<(), (h,)>(&q, gradient, &mut posterior.workspace()), 2..11);
    check(&|gradient| posterior.restricted::<(mu, s), ()>(&q, gradient, &mut posterior.workspace()), 2..11);
    check(&|gradient| posterior.restricted::<(h,), ()>(&q, gradient, &mut posterior.workspace()), 0..2);
}

/// A part of a parameter unfolds from another, and single values are given.
#[test]
fn parts_and_values_that_are_given() {
    params! { s: positive(), h: vector(5) }
    let model = model! {
        s |= exponential(1.0),
        h.at(0) |= normal(0.0, 1.0),
        h.slice(1..5) |= process(h.at(0), |h| normal(0.5 * h, s)),
    };
    agrees(model, model! { s |= exponential(1.0), h |= flat() }, &numbers(6), &|values| {
        let (h, s) = (values.get("h").unwrap(), number(values, "s"));
        let later = h.windows(2).map(|pair| log_normal_density(pair[1], 0.5 * pair[0], s));
        log_normal_density(h[0], 0.0, 1.0) + later.sum::<f64>()
    });
    let walk = model! { s |= exponential(1.0), h |= process(0.0, |h| normal(0.5 * h, s)) };
    let given = walk.condition_at(h, &[2], &[1.5]).compile().unwrap();
    let q = numbers(5);
    let (value, gradient) = evaluate(&given, &q);
    let h = [q[1], q[2], 1.5, q[3], q[4]];
    let before = [0.0, h[0], h[1], h[2], h[3]];
    let s = q[0].exp();
    let steps = h.iter().zip(before).map(|(h, before)| log_normal_density(*h, 0.5 * before, s));
    assert_near(value, steps.sum::<f64>() - s + q[0], 1e-12 * largest(&[value, 1.0]), || "given".to_owned());
    let differences = differences(&given, &q);
    assert_gradient(&gradient, &differences, 1e-8 * largest(&differences).max(1.0), || "given".to_owned());
}

/// The past is not a variable of the model.
#[test]
fn the_graph_knows_what_a_process_depends_on() {
    params! { mu: real(), s: positive(), h: vector(4) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        s |= exponential(1.0),
        h |= process(normal(mu, 1.0), |h| normal(0.5 * h, s)),
    };
    let graph = model.graph();
    let mut parents = graph.parents("h").unwrap();
    parents.sort();
    assert_eq!(parents, ["mu", "s"]);
    assert_eq!(graph.vertex("h").unwrap().law().unwrap().name(), "process of normal");
}

#[test]
fn errors_name_what_is_wrong() {
    let message = |error: Result<(), monomorph::Error>| error.unwrap_err().to_string();
    let y = [1.0, 2.0, 3.0, 0.5];
    params! { s: positive() }
    let of = |model: Result<(), monomorph::Error>, words: &[&str]| {
        let text = message(model);
        words.iter().for_each(|word| assert!(text.contains(word), "{text}"));
    };
    of(
        model! { s |= exponential(1.0), data(&y) |= process(0.0, |y| normal(y.sum() * y, s)) }
            .compile()
            .map(|_| ()),
        &["data(&y)", "past", "future"],
    );
    of(
        model! {
            s |= exponential(1.0),
            data(&y) |= process(0.0, |y| normal(scan(0.0, y - y.at(3), |e, y| 0.5 * e + y), s)),
        }
        .compile()
        .map(|_| ()),
        &["data(&y)", "past", "future"],
    );
    of(
        model! { s |= exponential(1.0), data(&y) |= process(normal(0.0, 1.0), |y| normal(y.lag(2), s)) }
            .compile()
            .map(|_| ()),
        &["data(&y)", "lag(2)", "first step of the law is 1"],
    );
    of(
        model! { s |= exponential(1.0), data(&y) |= process(0.0, |y| normal(y.lag(0), s)) }
            .compile()
            .map(|_| ()),
        &["data(&y)", "lag(0)"],
    );
    let x = [1.0, 2.0];
    of(
        model! { s |= exponential(1.0), data(&y) |= process(0.0, |y| normal(y * data(&x), s)) }
            .compile()
            .map(|_| ()),
        &["data(&y)", "4", "2"],
    );
    let nan = [1.0, f64::NAN];
    of(
        model! { s |= exponential(1.0), data(&nan) |= process(0.0, |y| normal(y, s)) }.compile().map(|_| ()),
        &["data(&nan)", "NaN"],
    );
    of(
        model! { s |= exponential(1.0), data(&y) |= process(0.0, |y| poisson(y + s)) }.compile().map(|_| ()),
        &["data(&y)", "0.5"],
    );
}
