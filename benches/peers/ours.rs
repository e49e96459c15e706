//! The models in monomorph, each written as its Stan program is, parameters in the same order.

use super::data::{EightSchools, Regression, VaryingIntercepts};
use faer::MatRef;
use monomorph::prelude::*;
use typenum::U8;

/// What is done with a compiled model.
type Outcome = Result<(), String>;

pub fn compiled<M: Model>(model: M, then: impl FnOnce(&dyn Density) -> Outcome) -> Outcome {
    let posterior = model.compile().map_err(|error| error.to_string())?;
    then(&posterior)
}

/// Eight schools, non-centred, lengths known at run time.
pub fn eight_schools(data_: &EightSchools, then: impl FnOnce(&dyn Density) -> Outcome) -> Outcome {
    let (y, sigma) = (&data_.y, &data_.sigma);
    params! { theta_trans: vector(y.len()), mu: real(), tau: positive() }
    let model = model! {
        theta_trans |= normal(0.0, 1.0),
        mu  |= normal(0.0, 5.0),
        tau |= cauchy(0.0, 5.0),
        theta = theta_trans * tau + mu,
        data(y) |= normal(theta, data(sigma)),
    };
    compiled(model, then)
}

/// The same with lengths in the types; the effects as a definition, or inside the likelihood.
pub fn eight_schools_fixed(
    data_: &EightSchools,
    then: impl FnOnce(&dyn Density, &dyn Density) -> Outcome,
) -> Outcome {
    let wrong_length = |_| "there are eight schools".to_owned();
    let y: [f64; 8] = data_.y.clone().try_into().map_err(wrong_length)?;
    let sigma: [f64; 8] = data_.sigma.clone().try_into().map_err(wrong_length)?;
    params! { theta_trans: vector(U8::new()), mu: real(), tau: positive() }
    let priors = model! {
        theta_trans |= normal(0.0, 1.0),
        mu  |= normal(0.0, 5.0),
        tau |= cauchy(0.0, 5.0),
    };
    let effects = theta_trans * tau + mu;
    let defined = model! {
        priors,
        theta = effects,
        fixed(&y) |= normal(theta, fixed(&sigma)),
    };
    let inline = model! { priors, fixed(&y) |= normal(effects, fixed(&sigma)) };
    compiled(defined, |defined| compiled(inline, |inline| then(defined, inline)))
}

/// Linear regression.
pub fn linear_regression(data_: &Regression<f64>, then: impl FnOnce(&dyn Density) -> Outcome) -> Outcome {
    let y = &data_.y;
    let x = matrix(MatRef::from_row_major_slice(&data_.x, y.len(), data_.columns));
    params! { alpha: real(), beta: vector(data_.columns), sigma: positive() }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        sigma |= exponential(1.0),
        data(y) |= normal(alpha + x.dot(beta), sigma),
    };
    compiled(model, then)
}

/// Logistic regression.
pub fn logistic_regression(data_: &Regression<u8>, then: impl FnOnce(&dyn Density) -> Outcome) -> Outcome {
    let y = &data_.y;
    let x = matrix(MatRef::from_row_major_slice(&data_.x, y.len(), data_.columns));
    params! { alpha: real(), beta: vector(data_.columns) }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(y) |= bernoulli_logit(alpha + x.dot(beta)),
    };
    compiled(model, then)
}

/// Varying intercepts, non-centred.
pub fn varying_intercepts(data_: &VaryingIntercepts, then: impl FnOnce(&dyn Density) -> Outcome) -> Outcome {
    let VaryingIntercepts { groups, group, x, y } = data_;
    params! {
        alpha_raw:   vector(*groups),
        beta:        real(),
        mu_alpha:    real(),
        sigma_alpha: positive(),
        sigma_y:     positive(),
    }
    let model = model! {
        alpha_raw   |= normal(0.0, 1.0),
        beta        |= normal(0.0, 10.0),
        mu_alpha    |= normal(0.0, 10.0),
        sigma_alpha |= normal(0.0, 1.0),
        sigma_y     |= normal(0.0, 1.0),
        alpha = mu_alpha + sigma_alpha * alpha_raw,
        data(y) |= normal(alpha.at(group) + beta * data(x), sigma_y),
    };
    compiled(model, then)
}
