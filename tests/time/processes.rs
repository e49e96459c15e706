//! Proves that `process` is the law that its steps make: densities against loops written out, gradients
//! against finite differences, on every instruction set and at lengths that are no multiple of a register;
//! draws step by step, and errors.

use crate::common::{
    Random, assert_gradient, assert_near, differences, evaluate, largest, numbers, on_every_set,
};
use monomorph::prelude::*;

const LENGTHS: [usize; 5] = [1, 2, 8, 9, 31];

/// The log density of a model at `q`, less that of its `others` alone, against `want`; the gradient against
/// differences.
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

fn log_normal_density(y: f64, mean: f64, sd: f64) -> f64 {
    -0.5 * ((y - mean) / sd).powi(2) - sd.ln() - 0.5 * (2.0 * std::f64::consts::PI).ln()
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

/// The past is no variable of the model.
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
        &["data(&y)", "lag(2)", "there are 1 before"],
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

#[cfg(feature = "random")]
mod draws {
    use super::*;
    use crate::common::{assert_mean, column};

    /// y₀, …, y₃ of an autoregression in equilibrium: means, variances and covariances.
    #[test]
    fn values_are_drawn_in_order() {
        let nothing = [0.0; 4];
        params! { h: vector(4) }
        let start = normal(2.0, 1.0 / (1.0 - 0.36_f64).sqrt());
        let model = model! {
            h |= process(start, |h| normal(2.0 + 0.6 * (h - 2.0), 1.0)),
            data(&nothing) |= process(h.at(3), |y| normal(0.5 * y.lag(2) + h, 1.0)),
        };
        let draws = model.sample_prior(40_000, 1).unwrap();
        let h = |step: usize| column(&draws, &format!("h[{step}]")).to_vec();
        let products = |x: Vec<f64>, y: Vec<f64>| -> Vec<f64> {
            x.iter().zip(&y).map(|(x, y)| (x - 2.0) * (y - 2.0)).collect()
        };
        for step in 0..4 {
            assert_mean("mean", &h(step), 2.0);
            assert_mean("variance", &products(h(step), h(step)), 1.0 / 0.64);
            assert_mean("covariance", &products(h(0), h(step)), 0.6_f64.powi(step as i32) / 0.64);
        }
        let names: Vec<&str> = draws.names().iter().map(|name| name.as_ref()).collect();
        assert_eq!(names[4..], ["nothing[0]", "nothing[1]", "nothing[2]", "nothing[3]"]);
        let y = |step: usize| column(&draws, &format!("nothing[{step}]")).to_vec();
        let residual = |y: Vec<f64>, before: Vec<f64>, h: Vec<f64>| -> Vec<f64> {
            (0..y.len()).map(|draw| y[draw] - 0.5 * before[draw] - h[draw]).collect()
        };
        for noise in [residual(y(0), h(3), h(0)), residual(y(1), h(3), h(1)), residual(y(3), y(1), h(3))] {
            assert_mean("noise", &noise, 0.0);
            assert_mean("noise squared", &noise.iter().map(|noise| noise * noise).collect::<Vec<_>>(), 1.0);
        }
    }

    /// The variance of a GARCH process in equilibrium is a₀ / (1 − a₁ − b₁), and squares are correlated.
    #[test]
    fn a_scan_of_the_past_is_drawn() {
        let nothing = [0.0; 30];
        let (a0, a1, b1) = (0.3, 0.2, 0.5);
        let model = model! {
            data(&nothing) |= process(0.0,
                |y| normal(1.0, scan(1.0, y, |s2, y| a0 + a1 * (y - 1.0).square() + b1 * s2).sqrt())),
        };
        let draws = model.sample_prior(20_000, 2).unwrap();
        let squares = |step: usize| -> Vec<f64> {
            column(&draws, &format!("nothing[{step}]")).iter().map(|y| (y - 1.0) * (y - 1.0)).collect()
        };
        // the value before the first one is 0, and the variance before it 1
        assert_mean("first", &squares(0), a0 + a1 + b1);
        assert_mean("second", &squares(1), a0 + (a1 + b1));
        assert_mean("last", &squares(29), 1.0);
        let product: Vec<f64> =
            squares(28).iter().zip(squares(29)).map(|(x, y)| (x - 1.0) * (y - 1.0)).collect();
        // κ of a GARCH(1,1): the kurtosis is 3 (1 − (a₁ + b₁)²) / (1 − (a₁ + b₁)² − 2 a₁²)
        let sum: f64 = a1 + b1;
        let variance = 3.0 * (1.0 - sum * sum) / (1.0 - sum * sum - 2.0 * a1 * a1) - 1.0;
        let correlation = a1 * (1.0 - a1 * b1 - b1 * b1) / (1.0 - 2.0 * a1 * b1 - b1 * b1);
        assert_mean("squares", &product, variance * correlation);
    }

    /// All that a law stores of the past follows what is drawn: the noise that a loop finds in the draws is
    /// the noise that was put in.
    #[test]
    fn what_a_law_stores_follows_the_draws() {
        let y = [0.0; 12];
        params! { phi: vector(2), theta: vector(3) }
        let model = model! {
            phi |= normal(0.4, 0.1),
            theta |= normal(0.2, 0.1),
            data(&y) |= arma(phi, theta, 1.0, 0.5),
            data(&y) |= process(0.3, |y| {
                let states = scan((0.1, 0.2), (y, y * y),
                    |(a, b), (y, square)| (0.5 * a + (b - y).sin(), 0.3 * b.lag(2) + square.tanh()));
                normal(states.row(0) + states.row(1) + 0.1 * y.cumulative_sum()
                    + (y * phi.at(0)).lagged(1, 0.7), 0.5)
            }),
        };
        let draws = model.sample_prior(4_000, 8).unwrap();
        let of = |name: &str, draw: usize| -> Vec<f64> {
            (0..12).map(|step| column(&draws, &format!("{name}[{step}]"))[draw]).collect()
        };
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for draw in 0..4_000 {
            let (phi, theta) = (
                [0, 1].map(|k| column(&draws, &format!("phi[{k}]"))[draw]),
                [0, 1, 2].map(|k| column(&draws, &format!("theta[{k}]"))[draw]),
            );
            let (y, mut errors) = (of("y", draw), Vec::new());
            for t in 0..12 {
                let past = |values: &[f64], weights: &[f64]| -> f64 {
                    values.iter().rev().zip(weights).map(|(value, weight)| value * weight).sum()
                };
                let deviations: Vec<f64> = y[..t].iter().map(|y| y - 1.0).collect();
                errors.push(y[t] - 1.0 - past(&deviations, &phi) - past(&errors, &theta));
            }
            first.extend(errors);
            let y = of("y#2", draw);
            let (mut a, mut b, mut sum) = (0.1, vec![0.2, 0.2], 0.0);
            for t in 0..12 {
                let before = |lag: usize| if t >= lag { y[t - lag] } else { 0.3 };
                let next = 0.5 * a + (b[t + 1] - before(1)).sin();
                b.push(0.3 * b[t] + before(1).powi(2).tanh());
                a = next;
                sum += before(1);
                let lagged = if t == 0 { 0.7 } else { before(2) * phi[0] };
                second.push(y[t] - a - b[t + 2] - 0.1 * sum - lagged);
            }
        }
        for (name, noise) in [("ARMA", first), ("process", second)] {
            assert_mean(name, &noise, 0.0);
            assert_mean(name, &noise.iter().map(|noise| noise * noise).collect::<Vec<_>>(), 0.25);
        }
    }

    fn volatility(y: &[f64]) -> impl Model {
        params! { mu: real(), h: vector(y.len()) }
        model! {
            mu |= normal(0.0, 1.0),
            h  |= process(mu, |h| normal(mu + 0.8 * (h - mu), 0.5)),
            twice = 2.0 * h,
            data(y) |= normal(twice, 0.1),
        }
    }

    #[test]
    fn series_go_on() {
        let y = [0.5, 1.0, 1.5];
        let given = volatility(&y).sample_prior(20_000, 3).unwrap();
        let longer = [&y[..], &[f64::MAX; 2]].concat();
        let future = volatility(&longer).forecast(&given, 2, 4).unwrap();
        let names: Vec<&str> = future.names().iter().map(|name| name.as_ref()).collect();
        assert_eq!(
            names,
            ["h[0]", "h[1]", "twice[0]", "twice[1]", "longer[0]", "longer[1]"]
                .map(|name| name.replace("longer", "y"))
        );
        let (mu, last) = (column(&given, "mu"), column(&given, "h[2]"));
        let of = |name: &str| column(&future, name).to_vec();
        let first: Vec<f64> =
            (0..last.len()).map(|draw| of("h[0]")[draw] - mu[draw] - 0.8 * (last[draw] - mu[draw])).collect();
        assert_mean("step", &first, 0.0);
        assert_mean("step squared", &first.iter().map(|step| step * step).collect::<Vec<_>>(), 0.25);
        let noise: Vec<f64> = of("y[1]").iter().zip(of("h[1]")).map(|(y, h)| y - 2.0 * h).collect();
        assert_mean("noise", &noise, 0.0);
        assert_mean("noise squared", &noise.iter().map(|noise| noise * noise).collect::<Vec<_>>(), 0.01);
        assert_eq!(of("twice[1]"), of("h[1]").iter().map(|h| 2.0 * h).collect::<Vec<_>>());
    }

    /// The model that goes on shares the declarations of the fit, and leaves out what the future does not
    /// need, wherever it stands among them.
    #[test]
    fn parameters_are_left_out() {
        let y = [3.0, -1.0, 100.0, 0.0, 0.0];
        params! { unread: vector(2), phi: real(), level: real(), also_unread: positive() }
        let fit = model! {
            unread |= normal(0.0, 1.0),
            phi |= normal(0.0, 1.0),
            level |= normal(10.0 * phi, 1e-9),
            also_unread |= exponential(1.0),
            data(&y) |= process(0.0, |y| normal(level + also_unread * y + unread.sum(), 0.5)),
        };
        let given = fit.sample_prior(5_000, 8).unwrap();
        let longer = model! {
            level |= flat(), phi |= flat(), data(&y) |= process(0.0, |y| normal(level + phi * y, 0.5)),
            twice = 2.0 * level,
        };
        let future = longer.forecast(&given, 2, 9).unwrap();
        assert_eq!(future.names(), ["y[0]", "y[1]"]);
        let (phi, level) = (column(&given, "phi"), column(&given, "level"));
        let of = |name: &str| column(&future, name).to_vec();
        let (first, second) = (of("y[0]"), of("y[1]"));
        let noise = |draw: usize| {
            [
                first[draw] - level[draw] - 100.0 * phi[draw],
                second[draw] - level[draw] - phi[draw] * first[draw],
            ]
        };
        let noise: Vec<f64> = (0..5_000).flat_map(noise).collect();
        assert_mean("noise", &noise, 0.0);
        assert_mean("noise squared", &noise.iter().map(|noise| noise * noise).collect::<Vec<_>>(), 0.25);
        // What the future needs is not left out: a parameter that the draws lack is an error.
        params! { other: real() }
        let lacking = model! { other |= flat(), data(&y) |= process(0.0, |y| normal(other * y, 0.5)) };
        assert!(matches!(lacking.forecast(&given, 2, 1), Err(Error::MissingValue { .. })));
    }

    /// A series whose gaps are parameters goes on behind them: the draws have all of it.
    #[test]
    fn series_with_gaps_go_on() {
        const GAP: f64 = f64::NAN;
        fn series(seen: &[f64]) -> impl Model {
            params! { phi: interval(-1.0, 1.0), y: data(seen).missing_nan() }
            model! {
                phi |= uniform(-1.0, 1.0),
                y |= process(0.0, |y| normal(phi * y, 0.5)),
            }
        }
        let (y, draws) = ([3.0, -1.0, 20.0, GAP], 4000);
        let variables = series(&y).compile().unwrap().variables();
        let columns = [0.6, 3.0, -1.0, 20.0].map(|value| vec![value; draws]);
        let gap: Vec<f64> = (0..draws).map(|draw| 40.0 + (draw % 2) as f64).collect();
        let given = Draws::new(variables, 1, draws, [columns.concat(), gap.clone()].concat()).unwrap();
        let future = series(&[3.0, -1.0, 20.0, GAP, GAP, GAP]).forecast(&given, 2, 3).unwrap();
        assert_eq!(future.names(), ["y[0]", "y[1]"]);
        let (first, second) = (column(&future, "y[0]"), column(&future, "y[1]"));
        let noise: Vec<f64> = first.iter().zip(&gap).map(|(y, before)| y - 0.6 * before).collect();
        assert_mean("noise", &noise, 0.0);
        let noise: Vec<f64> = second.iter().zip(first).map(|(y, before)| y - 0.6 * before).collect();
        assert_mean("noise squared", &noise.iter().map(|noise| noise * noise).collect::<Vec<_>>(), 0.25);

        let numbers = series(&[3.0, -1.0, 20.0, GAP, 0.0, 0.0]);
        let error = numbers.forecast(&given, 2, 3).unwrap_err().to_string();
        assert!(error.contains("the steps of the future are NaN, too"), "{error}");
        let error = series(&y).sample_prior(5, 1).unwrap_err().to_string();
        assert!(error.contains("draw from a second model"), "{error}");
        let error = numbers.pointwise_log_likelihood(&given).unwrap_err().to_string();
        assert!(
            error.contains("`y`, of which some elements are data, has 6 elements in the model"),
            "{error}"
        );
    }

    #[test]
    fn data_go_on_after_what_was_seen() {
        let y = [3.0, -1.0, 100.0, 0.0, 0.0];
        params! { phi: real() }
        let model = model! {
            phi |= normal(0.0, 1.0),
            data(&y) |= process(0.0, |y| normal(phi * y, 0.5)),
        };
        let given = model.sample_prior(5_000, 5).unwrap();
        let future = model.forecast(&given, 2, 6).unwrap();
        assert_eq!(future.names(), ["y[0]", "y[1]"]);
        let noise: Vec<f64> = (0..5_000)
            .map(|draw| column(&future, "y[0]")[draw] - 100.0 * column(&given, "phi")[draw])
            .collect();
        assert_mean("noise squared", &noise.iter().map(|noise| noise * noise).collect::<Vec<_>>(), 0.25);
        // what is drawn from a model once does not stay in it
        let again = model.pointwise_log_likelihood(&given).unwrap();
        let want = log_normal_density(100.0, -column(&given, "phi")[7], 0.5);
        assert_near(column(&again, "y[2]")[7], want, 1e-9 * want.abs(), || "pointwise".to_owned());
        let nothing = [0.0; 3];
        assert!(
            model! { phi |= normal(0.0, 1.0), data(&nothing) |= normal(phi, 1.0) }
                .forecast(&given, 1, 1)
                .is_err()
        );
        params! { other: real() }
        let lacking =
            model! { other |= normal(0.0, 1.0), data(&y) |= process(0.0, |y| normal(other * y, 1.0)) };
        assert!(lacking.forecast(&given, 1, 1).unwrap_err().to_string().contains("other"));
    }
}
