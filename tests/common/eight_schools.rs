//! The posterior that the tests of sampling draw from.

use monomorph::prelude::*;

const Y: [f64; 8] = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
const SIGMA: [f64; 8] = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];

/// Eight schools, non-centred.
pub fn eight_schools() -> Posterior<impl BoundModel> {
    params! { mu: real(), tau: positive(), eta: vector(8) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&Y) |= normal(theta, data(&SIGMA)),
    };
    model.compile().expect("the model compiles")
}
