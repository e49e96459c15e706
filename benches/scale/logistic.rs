//! The logistic regression that the curves are about: no rewrite, so every row is read in every gradient.

use crate::regression::Data;
use monomorph::prelude::*;

/// The posterior of all columns, with an intercept.
pub fn posterior(
    observed: &Data,
    options: Options,
) -> Result<Posterior<impl BoundModel + use<>>, monomorph::Error> {
    model(observed).compile_with(options)
}

/// The same in other memory.
#[cfg(feature = "mapped")]
pub fn posterior_in(
    observed: &Data,
    memory: &mut monomorph::posterior::Memory,
) -> Result<Posterior<impl BoundModel + use<>>, monomorph::Error> {
    model(observed).compile_in(memory)
}

fn model(observed: &Data) -> impl Model {
    let x = data(observed.predictors());
    params! { alpha: real(), beta: vector(observed.predictors().ncols()) }
    model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(&observed.binary) |= bernoulli_logit(alpha + x.dot(beta)),
    }
}
