//! Eight schools as a shared library: the whole of it.
//!
//! `cargo build --release --package eight_schools` makes it, and
//! `python examples/bridge/sample.py target/release/libeight_schools.so` samples it with nutpie.
//!
//! Data: Donald B. Rubin, "Estimation in parallel randomized experiments", Journal of Educational Statistics
//! 6 (1981); they come with each call, as JSON.
//!
//! What to look at: the library, stripped, has less than a megabyte, needs nothing at run time, and mu and
//! tau are those of `examples/eight_schools.rs` up to their Monte Carlo errors.

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
