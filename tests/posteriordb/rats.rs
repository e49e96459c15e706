//! Rats that grow, each along its own line.

use super::case::*;

posteriors! { rats: ["rats_data-rats_model"] }

fn rats(case: &Case, task: &mut impl Task) {
    let (rat, weight) = (case.indices("rat"), case.vector("y"));
    let age = map(&case.vector("x"), |age| age - case.number("xbar"));
    params! {
        alpha:       vector(case.size("N")),
        beta:        vector(case.size("N")),
        mu_alpha:    real(),
        mu_beta:     real(),
        sigma_y:     positive(),
        sigma_alpha: positive(),
        sigma_beta:  positive(),
    }
    task.run(model! {
        mu_alpha    |= normal(0.0, 100.0),
        mu_beta     |= normal(0.0, 100.0),
        sigma_y     |= flat(),
        sigma_alpha |= flat(),
        sigma_beta  |= flat(),
        alpha       |= normal(mu_alpha, sigma_alpha),
        beta        |= normal(mu_beta, sigma_beta),
        data(&weight) |= normal(alpha.at(&rat) + beta.at(&rat) * data(&age), sigma_y),
    });
}
