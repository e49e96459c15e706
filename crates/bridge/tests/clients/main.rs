//! The symbols of a library, called as a C client calls them: this program exports a posterior, and its
//! tests use only the C declarations of the functions.

mod answers;
mod c;
mod drive;
mod generated;
mod hessians;
mod hostile;
mod kernels;
mod lifetimes;
mod r;
mod threads;

use monomorph::prelude::*;
use monomorph::rand::rngs::ChaCha8Rng;
use monomorph_bridge::{Data, Problem, export};

/// Builds the model of eight schools, or panics if the data contain `panic`.
pub fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
    assert!(!input.has("panic"), "as the data wish");
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

/// Generates the means of the schools and their sum, or panics if `mu` is 1e6.
pub fn generate(_: &Data, draw: &Trace, _: &mut ChaCha8Rng) -> Result<Trace, Problem> {
    let theta = draw.get("theta")?;
    assert!(draw.get("mu")?.as_number() != Some(1e6), "as the draw wishes");
    let total: f64 = theta.as_slice().iter().sum();
    Ok(Trace::new().with("total", total)?.with("again", theta.as_slice())?)
}

export!(build, generate);

/// The data of two schools.
pub const DATA: &str = r#"{"y": [28, 8], "sigma": [15, 10]}"#;
