//! The Stan programs of the benchmarked models.
//!
//! Which way of writing a model is fastest differs between engines and
//! releases, so some models have two; all variants have the same density. In
//! stanli 0.24 the fused functions win with exact arithmetic. With fast
//! arithmetic the plain programs are as fast as anything stanli has, or faster,
//! so a fair comparison takes those together with `fast_math`.

/// Eight schools, non-centred.
pub const EIGHT_SCHOOLS: &str = include_str!("stan/eight_schools.stan");

/// Linear regression as a normal density of a matrix product.
pub const LINEAR: &str = include_str!("stan/linreg.stan");

/// Linear regression with Stan's fused `normal_id_glm`.
pub const LINEAR_FUSED: &str = include_str!("stan/linreg_glm.stan");

/// Logistic regression as a Bernoulli mass of a matrix product.
pub const LOGISTIC: &str = include_str!("stan/logreg.stan");

/// Logistic regression with Stan's fused `bernoulli_logit_glm`.
pub const LOGISTIC_FUSED: &str = include_str!("stan/logreg_glm.stan");

/// Varying intercepts, non-centred, as a normal density of indexed intercepts.
pub const RADON: &str = include_str!("stan/radon.stan");

/// Varying intercepts, non-centred, with Stan's fused `normal_id_glm`.
pub const RADON_FUSED: &str = include_str!("stan/radon_glm.stan");
