//! Stochastic volatility over 1 000 days. The states are centred, because the programs here run no
//! recurrence over them.

use crate::by_hand;
use crate::compare::{Bench, Rivals};
use crate::json::list;
use crate::returns::{DAYS, returns};
use monomorph::prelude::*;

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
