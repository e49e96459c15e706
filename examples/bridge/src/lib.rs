//! Eight schools as a shared library: the whole of it.
//!
//! `cargo build --release --package eight_schools` makes it, and
//! `python examples/bridge/sample.py target/release/libeight_schools.so` samples it with nutpie.

use monomorph::prelude::*;
use monomorph_bridge::{Data, Problem, export};

pub fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
    let (y, sigma) = (input.numbers("y")?, input.numbers("sigma")?);
    params! { mu: real(), tau: positive(), eta: vector(y.len()) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&sigma)),
    };
    Ok(model.compile()?)
}

export!(build);
