//! Eight schools, centred and not.

use super::case::*;

posteriors! {
    eight_schools_centered: ["eight_schools-eight_schools_centered"],
    eight_schools_noncentered: ["eight_schools-eight_schools_noncentered"],
}

fn eight_schools_centered(case: &Case, task: &mut impl Task) {
    let (y, sigma) = (case.vector("y"), case.vector("sigma"));
    params! { theta: vector(y.len()), mu: real(), tau: positive() }
    task.run(model! {
        tau   |= cauchy(0.0, 5.0),
        theta |= normal(mu, tau),
        mu    |= normal(0.0, 5.0),
        data(&y) |= normal(theta, data(&sigma)),
    });
}

fn eight_schools_noncentered(case: &Case, task: &mut impl Task) {
    let (y, sigma) = (case.vector("y"), case.vector("sigma"));
    params! { theta_trans: vector(y.len()), mu: real(), tau: positive() }
    task.run(model! {
        theta_trans |= normal(0.0, 1.0),
        mu          |= normal(0.0, 5.0),
        tau         |= cauchy(0.0, 5.0),
        theta = mu + tau * theta_trans,
        data(&y) |= normal(theta, data(&sigma)),
    });
}
