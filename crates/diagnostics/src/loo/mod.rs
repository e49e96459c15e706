//! Leave-one-out cross-validation: estimates of a model's predictions of each observation from the others.
//!
//! Its result is the expected log predictive density, `elpd = Σᵢ log p(yᵢ | y₋ᵢ)`. Every estimate of this
//! module begins with [`LogLikelihood`], the numbers log p(yᵢ | θ) of each observation `i` at each draw θ.
//!
//! | question | answer |
//! |---|---|
//! | how well does the model predict, without another fit? | [`Loo::of`], by smoothed importance weights |
//! | for which observations is this not reliable? | [`Loo::unreliable`], and the table that `Loo` prints |
//! | can draws be moved so that it is? | [`Loo::match_moments`] |
//! | how well does it predict whole groups? | [`LogLikelihood::by_group`], before [`Loo::of`] |
//! | what is the estimate from the variance of the log likelihoods? | [`Waic::of`] |
//! | which rows are left out, if the model is fitted again? | [`LeftOut`]: rows, groups, folds, the future |
//! | how well does it predict then? | [`CrossValidated`], or [`Loo::replace`] for a few observations |
//! | are the predictions calibrated? | [`LooPit`] |
//!
//! Definitions and numbers are those of Vehtari, Gelman and Gabry (2017), *Practical Bayesian model
//! evaluation using leave-one-out cross-validation and WAIC*, Statistics and Computing 27, 1413–1432, and of
//! R's package loo.

mod cross_validated;
mod dependence;
mod efficiency;
mod error;
mod estimate;
mod left_out;
mod log_likelihood;
mod moment_matching;
mod observation;
mod pit;
mod pointwise;
mod psis_loo;
mod sums;
mod table;
mod waic;
mod weights;

pub use cross_validated::CrossValidated;
pub(crate) use dependence::Dependence;
pub use efficiency::{Efficiency, relative_efficiency};
pub use error::LooError;
pub use estimate::Estimate;
pub(crate) use left_out::Tie;
pub use left_out::{Fold, LeftOut};
pub use log_likelihood::LogLikelihood;
pub use moment_matching::MomentMatching;
pub use pit::LooPit;
pub use pointwise::Pointwise;
pub use psis_loo::{Loo, LooSettings};
#[doc(hidden)]
pub use sums::log_sum_exp;
pub(crate) use table::{few_draws, listed};
pub use waic::Waic;
