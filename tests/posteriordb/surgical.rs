//! Deaths after heart surgery, by hospital.

use super::case::*;

posteriors! { surgical: ["surgical_data-surgical_model"] }

fn surgical(case: &Case, task: &mut impl Task) {
    let (deaths, operations) = (case.vector("r"), case.vector("n"));
    params! { mu: real(), sigmasq: positive(), b: vector(deaths.len()) }
    task.run(model! {
        mu      |= normal(0.0, 1000.0),
        sigmasq |= inv_gamma(0.001, 0.001),
        b       |= normal(mu, sigmasq.sqrt()),
        data(&deaths) |= binomial_logit(data(&operations), b),
    });
}
