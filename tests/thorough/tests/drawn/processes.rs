//! Values of processes that are drawn step by step have the moments of their laws, and series continue from
//! their ends.

use crate::common::normal::log_density as log_normal_density;
use crate::common::{assert_mean, assert_near, column};
use monomorph::prelude::*;

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
    let product: Vec<f64> = squares(28).iter().zip(squares(29)).map(|(x, y)| (x - 1.0) * (y - 1.0)).collect();
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
        [first[draw] - level[draw] - 100.0 * phi[draw], second[draw] - level[draw] - phi[draw] * first[draw]]
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
    assert!(error.contains("`y`, of which some elements are data, has 6 elements in the model"), "{error}");
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
    let noise: Vec<f64> =
        (0..5_000).map(|draw| column(&future, "y[0]")[draw] - 100.0 * column(&given, "phi")[draw]).collect();
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
    let lacking = model! { other |= normal(0.0, 1.0), data(&y) |= process(0.0, |y| normal(other * y, 1.0)) };
    assert!(lacking.forecast(&given, 1, 1).unwrap_err().to_string().contains("other"));
}
