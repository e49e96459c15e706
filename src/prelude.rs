//! Everything that a model needs: `use monomorph::prelude::*`.

pub use crate::compile::{Compile, Instructions, Options};
pub use crate::distribution::{
    bernoulli, bernoulli_logit, beta, binomial, binomial_logit, cauchy, exponential, flat, gamma,
    half_cauchy, half_normal, lognormal, mixture, normal, poisson, poisson_log, student_t, uniform, weighted,
};
pub use crate::draws::{Draws, Summary};
pub use crate::expression::{Expr, IntoExpr, data, fixed, matrix};
pub use crate::model::{Follow, Model, increment};
pub use crate::posterior::{Density, Posterior, Workspace};
#[cfg(feature = "sampling")]
pub use crate::sampling::{Fit, Nuts};
pub use crate::support::{interval, lower, parameter, positive, real, upper, vector};
pub use crate::{Error, model, names, params};
