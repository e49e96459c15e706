//! Special functions on plain numbers, with their partial derivatives.
//!
//! These are the functions behind distribution functions, whose algorithms take different numbers of steps
//! for different arguments. [`map_lanes`](crate::simd::map_lanes) applies them to the lanes of registers.
//! Each returns an array: the value, then the partial derivatives by its arguments in their order (without
//! y = 1 − x, and integers).
//!
//! Each accepts any numbers: outside its domain it returns NaN, and it never panics, allocates, or takes
//! more than a few thousand steps (the beta-binomial: n). No small probability is a difference of larger
//! ones, so both tails have all their digits, even where the probability itself would underflow.
//!
//! The table has the largest errors found against results of 40 to 90 digits, over some hundred arguments
//! for each function that cover both tails, the boundaries between methods, and parameters from 1e-20 to
//! 1e6: errors of values relative to max(1, |value|), of derivatives relative to their sizes.
//! `tests/numerics/scalar_functions.rs` asserts these bounds.
//!
//! | function | domain | value | derivatives |
//! |---|---|---|---|
//! | [`log_gamma_p`], [`log_gamma_q`] | z ≥ 0; a from 1e-50 to 1e50 | 1.2e-14 | 2.4e-13 |
//! | [`gamma_p`], [`gamma_q`] | the same | as of the logarithm | as of the logarithm |
//! | [`log_inc_beta`], [`log_inc_beta_complement`] | 0 ≤ x ≤ 1; a, b from 1e-50 to 1e50 | 2.9e-14 | 2.0e-13 |
//! | [`inc_beta`] | the same | as of the logarithm | as of the logarithm |
//! | [`log_skew_normal_cdf`], [`log_skew_normal_ccdf`] | all z; finite α | 6e-16 | 6.6e-14 |
//! | [`owens_t`] | all | 1e-16 | 2.6e-14 |
//! | [`log_von_mises_cdf`], [`log_von_mises_ccdf`] | all x; finite μ; finite κ ≥ 0 | 2.9e-14 | 4.7e-12 ¹ |
//! | [`von_mises_cdf`] | the same | as of the logarithm | as of the logarithm |
//! | [`log_beta_binomial_cdf`], [`log_beta_binomial_ccdf`] | n ≤ 2²⁰; α, β from 1e-50 to 1e50 | 9e-15 | 5.6e-14 |
//!
//! ¹ At κ = 10⁴, where the error is that of rounding x − μ, and at κ = 10⁻⁵. Otherwise the largest errors
//! of derivatives are those of logarithms of probabilities near 1, which are about e⁻⁷⁰⁰: the exponent has
//! an error of 1e-16 · 700.

mod beta_binomial;
mod beta_complement;
mod dual;
mod error;
mod few_terms;
mod incomplete_beta;
mod incomplete_gamma;
mod mills;
mod quadrature;
mod skew_normal;
mod small;
mod stirling;
mod student_t;
mod von_mises;

pub use beta_binomial::{LARGEST as MOST_TRIALS, Sum as BetaBinomialSum, below_and_above_sums};
pub use beta_binomial::{log_beta_binomial_ccdf, log_beta_binomial_cdf};
pub use few_terms::{
    log_gamma_p_of_count, log_gamma_q_of_count, log_inc_beta_complement_of_count, log_inc_beta_of_count,
};
pub use incomplete_beta::{
    inc_beta, log_inc_beta, log_inc_beta_by_logit, log_inc_beta_complement, log_inc_beta_complement_by_logit,
};
pub use incomplete_gamma::{
    gamma_p, gamma_q, log_gamma_p, log_gamma_p_by_log, log_gamma_q, log_gamma_q_by_log,
};
pub use mills::Mills;
pub use quadrature::integrate;
pub use skew_normal::{log_skew_normal_ccdf, log_skew_normal_cdf, owens_t};
pub use small::{log_ratio, log_ratio_less_excess};
pub use stirling::{log_less_digamma, stirling_rest};
pub use student_t::log_tail_by_freedom;
pub use von_mises::{log_von_mises_ccdf, log_von_mises_cdf, von_mises_cdf};
