//! Item response with two parameters an item: 500 persons answer 20 items each.

use crate::compare::{Bench, Rivals};
use crate::json::list;
use crate::random::Random;
use monomorph::faer::MatRef;
use monomorph::prelude::*;

const ITEMS: usize = 20;
const PERSONS: usize = 500;

/// Compares it.
pub fn compare(bench: &mut Bench) {
    let mut random = Random::new(20_240_614);
    let discrimination: Vec<f64> = (0..ITEMS).map(|_| (0.5 * random.normal()).exp()).collect();
    let difficulty = random.normals(ITEMS);
    let mut answer = Vec::with_capacity(PERSONS * ITEMS);
    for ability in random.normals(PERSONS) {
        for (discrimination, difficulty) in discrimination.iter().zip(&difficulty) {
            let probability = 1.0 / (1.0 + (-discrimination * (ability - difficulty)).exp());
            answer.push(f64::from(u8::from(random.uniform() < probability)));
        }
    }
    // Stan's data are item by item.
    let answer = MatRef::from_row_major_slice(&answer, PERSONS, ITEMS);
    let by_item = list(answer.transpose().row_iter().map(|answers| list(answers.iter())));
    let json = format!(r#"{{"I":{ITEMS},"J":{PERSONS},"y":{by_item}}}"#);
    params! {
        sigma_theta: positive(),
        theta:       vector(PERSONS),
        sigma_a:     positive(),
        a:           vector(ITEMS).positive(),
        mu_b:        real(),
        sigma_b:     positive(),
        b:           vector(ITEMS),
    }
    // All pairs, so a matrix: with an index of the person and of the item for each answer it takes half as long again.
    let model = model! {
        sigma_theta |= cauchy(0.0, 2.0),
        theta       |= normal(0.0, sigma_theta),
        sigma_a     |= cauchy(0.0, 2.0),
        a           |= lognormal(0.0, sigma_a),
        mu_b        |= normal(0.0, 5.0),
        sigma_b     |= cauchy(0.0, 2.0),
        b           |= normal(mu_b, sigma_b),
        data(answer) |= bernoulli_logit(theta.outer(a) - a * b),
    };
    bench.compare("irt", model, Rivals::stan("posteriordb/irt_2pl", json));
}
