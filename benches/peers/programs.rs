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

/// Observations of a vector with a Cholesky factor, and with the scatter taken by hand.
pub const MULTI_NORMAL: [&str; 2] = [include_str!("stan/mvn.stan"), include_str!("stan/mvn_suff.stan")];

/// Regression on a Gaussian process, marginalised.
pub const GAUSSIAN_PROCESS: [&str; 2] = [include_str!("stan/gp.stan"), include_str!("stan/gp_loopdiag.stan")];

/// Coefficients that vary between groups, with correlations.
pub const VARYING_SLOPES: [&str; 4] = [
    include_str!("stan/mvhier.stan"),
    include_str!("stan/mvhier_cols.stan"),
    include_str!("stan/mvhier_seg.stan"),
    include_str!("stan/mvhier_segglm.stan"),
];

/// The model of seven endpoints over time in two arms: as an expert writes it, with the scatter taken by hand in two ways, and
/// block by block.
pub const ITP: [&str; 4] = [
    include_str!("stan/itp.stan"),
    include_str!("stan/itp_suff.stan"),
    include_str!("stan/itp_suff2.stan"),
    include_str!("stan/itp_blocks.stan"),
];
