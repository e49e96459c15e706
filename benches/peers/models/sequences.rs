//! Models that unfold in time, 1 000 days each: GARCH, and stochastic volatility whose innovations are the parameters.

use super::volatility::returns;
use crate::compare::{Bench, Rivals};
use crate::json::list;
use monomorph::prelude::*;

/// Compares them.
pub fn compare(bench: &mut Bench) {
    let y = returns();
    garch(bench, "garch, 200 days", &y[..200]);
    garch(bench, "garch, 1 000 days", &y);
    volatility(bench, &y);
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
