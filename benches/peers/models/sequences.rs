//! Time series models of 1 000 days each: GARCH, stochastic volatility whose innovations are the
//! parameters, and a level with an autoregression, both of which are integrated out.

use crate::compare::{Bench, Rivals};
use crate::json::list;
use crate::random::Random;
use crate::returns::returns;
use monomorph::prelude::*;

/// Compares them.
pub fn compare(bench: &mut Bench) {
    let y = returns();
    garch(bench, "garch, 200 days", &y[..200]);
    garch(bench, "garch, 1 000 days", &y);
    volatility(bench, &y);
    state_space(bench);
}

fn json(y: &[f64]) -> String {
    format!(r#"{{"T":{},"y":{}}}"#, y.len(), list(y))
}

fn garch(bench: &mut Bench, name: &str, y: &[f64]) {
    params! { mu: real(), a0: positive(), a1: interval(0.0, 1.0), b1: interval(0.0, 1.0 - a1) }
    let model = model! {
        mu |= normal(0.0, 10.0),
        a0 |= exponential(1.0),
        a1 |= flat(),
        b1 |= flat(),
        later = scan(1.0, data(&y[..y.len() - 1]), |s2, y| a0 + a1 * (y - mu).square() + b1 * s2),
        data(&y[..1]) |= normal(mu, 1.0),
        data(&y[1..]) |= normal(mu, later.sqrt()),
    };
    bench.compare(name, model, Rivals::stan("garch", json(y)));
}

fn volatility(bench: &mut Bench, y: &[f64]) {
    params! { mu: real(), phi: interval(-1.0, 1.0), sigma: positive(), z: vector(y.len()) }
    let first = sigma * z.at(0) / (1.0 - phi.square()).sqrt();
    let model = model! {
        mu    |= cauchy(0.0, 10.0),
        phi   |= uniform(-1.0, 1.0),
        sigma |= cauchy(0.0, 5.0),
        z     |= std_normal(),
        start  = first,
        later  = scan(start, sigma * z.slice(1..y.len()), |h, innovation| phi * h + innovation),
        data(&y[..1]) |= normal(0.0, (0.5 * (start + mu)).exp()),
        data(&y[1..]) |= normal(0.0, (0.5 * (later + mu)).exp()),
    };
    bench.compare("volatility, innovations", model, Rivals::stan("volatility", json(y)));
}

fn state_space(bench: &mut Bench) {
    const DAYS: usize = 1_000;
    let mut random = Random::new(20_261_123);
    let (mut trend, mut cycle) = (0.0, 0.0);
    let mut day = || {
        trend += 0.1 * random.normal();
        cycle = 0.7 * cycle + 0.5 * random.normal();
        trend + cycle + 0.3 * random.normal()
    };
    let y: Vec<f64> = (0..DAYS).map(|_| day()).collect();
    params! { level: positive(), noise: positive(), shock: positive(), phi: interval(-1.0, 1.0) }
    let variances = concatenate((level.square(), shock.square()));
    let first = concatenate((100.0 + level.square(), shock.square() / (1.0 - phi.square())));
    let moves = stack_rows((data(&[1.0, 0.0]), concatenate((0.0, phi))));
    let model = model! {
        level |= half_normal(1.0),
        noise |= half_normal(1.0),
        shock |= half_normal(1.0),
        phi   |= uniform(-1.0, 1.0),
        data(&y) |= linear_gaussian(&[1.0, 1.0], noise.square(), moves, variances).initial(0.0, first),
    };
    let json = format!(r#"{{"T":{DAYS},"y":[{}]}}"#, list(&y));
    // Near the origin the covariance settles after 25 days, at the numbers that the series was drawn with
    // after 276.
    let drawn_with = [0.1_f64.ln(), 0.3_f64.ln(), 0.5_f64.ln(), (1.7_f64 / 0.3).ln()].to_vec();
    let rivals = || Rivals::stan("state_space", json.clone());
    bench.compare("level and autoregression", model, rivals());
    bench.compare("level and autoregression, settles late", model, rivals().at(vec![drawn_with]));
}
