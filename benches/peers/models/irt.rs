//! Item response with two parameters an item: 500 persons answer 20 items each.

use crate::compare::{Bench, Rivals};
use crate::json::rows;
use crate::random::Random;
use monomorph::prelude::*;

const ITEMS: usize = 20;
const PERSONS: usize = 500;

/// Compares it.
pub fn compare(bench: &mut Bench) {
    let mut random = Random::new(20_240_614);
    let ability = random.normals(PERSONS);
    let mut answer = Vec::with_capacity(ITEMS * PERSONS);
    for _ in 0..ITEMS {
        let (discrimination, difficulty) = ((0.5 * random.normal()).exp(), random.normal());
        for ability in &ability {
            let probability = 1.0 / (1.0 + (-discrimination * (ability - difficulty)).exp());
            answer.push(f64::from(u8::from(random.uniform() < probability)));
        }
    }
    let json = format!(r#"{{"I":{ITEMS},"J":{PERSONS},"y":{}}}"#, rows(&answer, PERSONS));
    let item: Vec<usize> = (0..answer.len()).map(|place| place / PERSONS).collect();
    let person: Vec<usize> = (0..answer.len()).map(|place| place % PERSONS).collect();
    params! {
        sigma_theta: positive(),
        theta:       vector(PERSONS),
        sigma_a:     positive(),
        a:           vector(ITEMS).positive(),
        mu_b:        real(),
        sigma_b:     positive(),
        b:           vector(ITEMS),
    }
    let model = model! {
        sigma_theta |= cauchy(0.0, 2.0),
        theta       |= normal(0.0, sigma_theta),
        sigma_a     |= cauchy(0.0, 2.0),
        a           |= lognormal(0.0, sigma_a),
        mu_b        |= normal(0.0, 5.0),
        sigma_b     |= cauchy(0.0, 2.0),
        b           |= normal(mu_b, sigma_b),
        data(&answer) |= bernoulli_logit(a.at(&item) * (theta.at(&person) - b.at(&item))),
    };
    bench.compare("irt", model, Rivals::stan("posteriordb/irt_2pl", json));
}
