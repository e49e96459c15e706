//! Deaths after heart surgery, by hospital.

use crate::*;

#[test]
fn surgical() {
    let Some(case) = Case::open("surgical_data-surgical_model") else { return };
    let (deaths, operations) = (case.vector("r"), case.vector("n"));
    params! { mu: real(), sigmasq: positive(), b: vector(deaths.len()) }
    case.compare(model! {
        mu      |= normal(0.0, 1000.0),
        sigmasq |= inv_gamma(0.001, 0.001),
        b       |= normal(mu, sigmasq.sqrt()),
        data(&deaths) |= binomial_logit(data(&operations), b),
    });
}
