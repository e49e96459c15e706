//! The logistic regression of the curves. It has no rewrite, so every gradient reads every row.

use crate::regression::Data;
use monomorph::posterior::Memory;
use monomorph::prelude::*;

/// How a model is compiled.
pub enum Way<'a> {
    With(Options),
    #[cfg_attr(not(feature = "mapped"), expect(dead_code))]
    In(&'a mut Memory),
}

/// The posterior of all columns, with an intercept.
pub fn posterior(
    observed: &Data,
    way: Way<'_>,
) -> Result<Posterior<impl BoundModel + use<>>, monomorph::Error> {
    let x = data(observed.predictors());
    params! { alpha: real(), beta: vector(observed.predictors().ncols()) }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(&observed.binary) |= bernoulli_logit(alpha + x.dot(beta)),
    };
    match way {
        Way::With(options) => model.compile_with(options),
        Way::In(memory) => model.compile_in(memory),
    }
}
