//! Everything that a model needs: `use monomorph::prelude::*`.

#[cfg(feature = "random")]
pub use crate::comparison::{CrossValidate, Pointwise};
pub use crate::compiler::{Instructions, Options, Rewrites};
pub use crate::distribution::{
    arma, autoregression, bernoulli, bernoulli_logit, beta, beta_binomial, beta_proportion, binomial,
    binomial_logit, categorical, categorical_logit, cauchy, chi_square, components, dirichlet,
    dirichlet_multinomial, discrete_range, double_exponential, exp_mod_normal, exponential, flat, frechet,
    gamma, garch, geometric, gumbel, half_cauchy, half_normal, half_student_t, hidden_markov, hypergeometric,
    icar, intrinsic_random_walk, inv_chi_square, inv_gamma, inv_wishart, inv_wishart_cholesky, laplace,
    linear_gaussian, lkj_corr, lkj_corr_cholesky, local_level, local_linear_trend, logistic, loglogistic,
    lognormal, markov_chain, matrix_normal, matrix_normal_prec, mixture, multi_gp, multi_gp_cholesky,
    multi_normal, multi_normal_cholesky, multi_normal_prec, multi_student_t, multi_student_t_cholesky,
    multinomial, multinomial_logit, neg_binomial, neg_binomial_2, neg_binomial_2_log, normal,
    ordered_logistic, ordered_probit, pareto, pareto_type_2, poisson, poisson_log, process, random_walk,
    rayleigh, scaled_inv_chi_square, skew_normal, std_normal, student_t, uniform, von_mises, weibull,
    weighted, wishart, wishart_cholesky, zero_sum_normal,
};
pub use crate::draws::{Draws, Summary};
pub use crate::expression::{
    Expr, IntoExpr, bym2, concatenate, data, diag_post_multiply, diag_pre_multiply, fixed, kronecker_dot,
    matrix, ode, quad_form, quad_form_diag, quad_form_sym, scan, scan_rows, stack_columns, stack_rows, steps,
    sum_over,
};
pub use crate::gaussian_process::{
    HilbertBasis, gp_exp_quad_cov, gp_exp_quad_scales, gp_exp_quad_sines, gp_exponential_cov,
    gp_exponential_scales, gp_matern32_cov, gp_matern32_scales, gp_matern32_sines, gp_matern52_cov,
    gp_matern52_scales, gp_matern52_sines, gp_periodic_cov,
};
pub use crate::graph::Inspect;
#[cfg(feature = "random")]
pub use crate::graph::InspectRun;
pub use crate::labels::Labels;
pub use crate::markov_field::Adjacency;
pub use crate::model::statement::BoundModel;
pub use crate::model::{Condition, Follow, Marginalise, Model, for_each, increment};
pub use crate::posterior::compile::Compile;
pub use crate::posterior::{Density, Posterior, Workspace};
#[cfg(feature = "random")]
pub use crate::predict::Predict;
#[cfg(feature = "random")]
pub use crate::sampling::{Adaptation, Fit, Metric, Nuts, Updated};
#[cfg(feature = "random")]
pub use crate::sensitivity::PowerScale;
pub use crate::smooth::Smooth;
pub use crate::support::{
    binary, category, cholesky_factor_corr, cholesky_factor_cov, cholesky_factor_cov_of,
    column_stochastic_matrix, corr_matrix, cov_matrix, integer, interval, lower, offset_multiplier, ordered,
    parameter, positive, positive_ordered, real, real_matrix, row_stochastic_matrix, simplex, sum_to_zero,
    sum_to_zero_matrix, unit_vector, upper, vector,
};
#[cfg(feature = "random")]
pub use crate::target::Target;
pub use crate::trace::{Trace, VarName};
pub use crate::{Error, model, names, params};
