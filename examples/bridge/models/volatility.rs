//! Stochastic volatility: a series whose log variance goes at random, with a prediction of the next value.

use monomorph::prelude::*;
use monomorph::rand::RngExt;
use monomorph::rand::rngs::ChaCha8Rng;
use monomorph_bridge::{Data, Problem, export};

pub fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
    let y = input.numbers("y")?;
    params! { mean: real(), step: positive(), h: vector(y.len()) }
    let model = model! {
        mean |= normal(0.0, 1.0),
        step |= gamma(2.0, 4.0),
        h    |= random_walk(normal(0.0, 1.0), step),
        data(&y) |= normal(mean, (0.5 * h).exp()),
    };
    Ok(model.compile()?)
}

pub fn generate(_: &Data, draw: &Trace, rng: &mut ChaCha8Rng) -> Result<Trace, Problem> {
    let number = |name: &str| -> Result<f64, Problem> {
        draw.get(name)?.as_number().ok_or_else(|| format!("`{name}` is no number").into())
    };
    let last = draw.get("h")?.as_slice().last().copied().ok_or("the series is empty")?;
    let h: f64 = rng.sample(normal(last, number("step")?));
    let next: f64 = rng.sample(normal(number("mean")?, (0.5 * h).exp()));
    Ok(Trace::new().with("next", [h, next])?)
}

export!(build, generate);
