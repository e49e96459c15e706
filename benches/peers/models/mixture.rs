//! 1 000 observations of a mixture of three normal distributions.

use crate::by_hand;
use crate::compare::{Bench, Rivals};
use crate::json::list;
use crate::random::Random;
use monomorph::prelude::*;

/// Compares it.
pub fn compare(bench: &mut Bench) {
    const N: usize = 1_000;
    let mut random = Random::new(20_240_607);
    let mut observe = || {
        let (mean, sd) = match random.uniform() {
            u if u < 0.3 => (-3.0, 0.8),
            u if u < 0.8 => (0.0, 1.0),
            _ => (4.0, 1.3),
        };
        mean + sd * random.normal()
    };
    let y: Vec<f64> = (0..N).map(|_| observe()).collect();
    let json = format!(r#"{{"K":3,"N":{N},"y":{}}}"#, list(&y));
    params! { theta: simplex(3), mu: ordered(3), sigma: vector(3).positive() }
    let component = |k| normal(mu.at(k), sigma.at(k));
    let model = model! {
        theta |= flat(),
        mu    |= normal(0.0, 10.0),
        sigma |= lognormal(0.0, 2.0),
        data(&y) |= mixture(theta, [component(0), component(1), component(2)]),
    };
    let by_hand = by_hand::mixture::gradient(y.clone());
    bench.compare("mixture", model, Rivals::stan("mixture", json).by_hand(by_hand));
}
