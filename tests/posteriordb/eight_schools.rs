//! Eight schools, centred and not.

use crate::*;

#[test]
fn eight_schools_centered() {
    let Some(case) = Case::open("eight_schools-eight_schools_centered") else { return };
    let (y, sigma) = (case.vector("y"), case.vector("sigma"));
    params! { theta: vector(y.len()), mu: real(), tau: positive() }
    case.compare(model! {
        tau   |= cauchy(0.0, 5.0),
        theta |= normal(mu, tau),
        mu    |= normal(0.0, 5.0),
        data(&y) |= normal(theta, data(&sigma)),
    });
}

#[test]
fn eight_schools_noncentered() {
    let Some(case) = Case::open("eight_schools-eight_schools_noncentered") else { return };
    let (y, sigma) = (case.vector("y"), case.vector("sigma"));
    params! { theta_trans: vector(y.len()), mu: real(), tau: positive() }
    case.compare(model! {
        theta_trans |= normal(0.0, 1.0),
        mu          |= normal(0.0, 5.0),
        tau         |= cauchy(0.0, 5.0),
        theta = mu + tau * theta_trans,
        data(&y) |= normal(theta, data(&sigma)),
    });
}
