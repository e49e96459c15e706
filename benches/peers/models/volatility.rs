//! Stochastic volatility over 1 000 days. The states are centred, since nothing here runs a recurrence over them.

use crate::by_hand;
use crate::compare::{Bench, Rivals};
use crate::json::list;
use crate::random::Random;
use monomorph::prelude::*;

const DAYS: usize = 1_000;

/// Compares it.
pub fn compare(bench: &mut Bench) {
    let y = returns();
    let json = format!(r#"{{"T":{DAYS},"y":{}}}"#, list(&y));
    params! { mu: real(), phi: interval(-1.0, 1.0), sigma: positive(), h: vector(DAYS) }
    let (before, after) = (h.slice(0..DAYS - 1), h.slice(1..DAYS));
    let model = model! {
        mu    |= cauchy(0.0, 10.0),
        phi   |= uniform(-1.0, 1.0),
        sigma |= cauchy(0.0, 5.0),
        // Only a whole parameter can stand on the left, so states have their density as increments.
        h     |= flat(),
        increment(normal(mu, sigma / (1.0 - phi.square()).sqrt()).log_density(h.at(0))),
        increment(normal(mu + phi * (before - mu), sigma).log_density(after)),
        data(&y) |= normal(0.0, (0.5 * h).exp()),
    };
    let by_hand = by_hand::volatility::gradient(y.clone());
    bench.compare("volatility", model, Rivals::stan("sv", json).by_hand(by_hand));
}

/// 1 000 days of returns.
pub fn returns() -> Vec<f64> {
    let (mean, phi, sigma) = (-1.0, 0.95_f64, 0.25);
    let mut random = Random::new(20_240_604);
    let mut h = mean + sigma / (1.0 - phi * phi).sqrt() * random.normal();
    let mut day = || {
        let y = (0.5 * h).exp() * random.normal();
        h = mean + phi * (h - mean) + sigma * random.normal();
        y
    };
    (0..DAYS).map(|_| day()).collect()
}
