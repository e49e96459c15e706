//! Deaths after heart surgery, by hospital.

use crate::common::lgamma;
use crate::*;

#[test]
fn surgical() {
    let Some(case) = Case::open("surgical_data-surgical_model") else { return };
    let (deaths, operations) = (case.vector("r"), case.vector("n"));
    let (shape, scale) = (0.001_f64, 0.001_f64);
    params! { mu: real(), sigmasq: positive(), b: vector(deaths.len()) }
    case.compare(model! {
        mu      |= normal(0.0, 1000.0),
        sigmasq |= flat(),
        // inv_gamma(0.001, 0.001)
        increment(-(shape + 1.0) * sigmasq.log() - scale / sigmasq + (shape * scale.ln() - lgamma(shape))),
        b       |= normal(mu, sigmasq.sqrt()),
        data(&deaths) |= binomial_logit(data(&operations), b),
    });
}
