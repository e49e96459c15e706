//! Everything that a model needs: `use monomorph::prelude::*`.

pub use crate::compile::{Compile, Instructions, Options};
pub use crate::distribution::{
    bernoulli, bernoulli_logit, beta, beta_binomial, binomial, binomial_logit, categorical,
    categorical_logit, cauchy, dirichlet, dirichlet_multinomial, discrete_range, exponential, flat, gamma,
    geometric, half_cauchy, half_normal, hypergeometric, lognormal, mixture, multinomial, multinomial_logit,
    neg_binomial, neg_binomial_2, neg_binomial_2_log, normal, ordered_logistic, ordered_probit, poisson,
    poisson_log, student_t, uniform, weighted,
};
pub use crate::draws::{Draws, Summary};
pub use crate::expression::{Expr, IntoExpr, data, fixed, matrix};
pub use crate::model::{Follow, Model, increment};
pub use crate::posterior::{Density, Posterior, Workspace};
#[cfg(feature = "sampling")]
pub use crate::sampling::{Fit, Nuts};
pub use crate::support::{
    interval, lower, offset_multiplier, ordered, parameter, positive, positive_ordered, real, simplex,
    sum_to_zero, unit_vector, upper, vector,
};
pub use crate::{Error, model, names, params};
