//! Comparisons of models by their predictions of data to which they were not fitted.
//!
//! | question | answer |
//! |-|-|
//! | how well does a model predict each observation without having seen it? | [`loo`](CrossValidate::loo), a method of models |
//! | and whole groups of them? | [`loo_by_group`](CrossValidate::loo_by_group) |
//! | what if importance weights are unreliable? | [`loo_moment_match`](CrossValidate::loo_moment_match): draws are moved |
//! | and if that does not help? | [`reloo`], [`cross_validate`]: fits without the observations that are left out |
//! | the next steps of a series? | [`LeftOut::Future`] with [`cross_validate_jointly`] |
//! | how large are errors of prediction? | [`predict_held_out`], with [`accuracy`](monomorph_diagnostics::predictive::accuracy) |
//! | are predictions calibrated? | [`loo_pit`](CrossValidate::loo_pit) |
//! | how likely did a model make the data? | [`log_marginal_likelihood`](crate::posterior::Posterior::log_marginal_likelihood) |
//! | which model is best, how surely, and how are predictions mixed? | [`compare`] |
//!
//! Functions that need no model are in the crate `monomorph-diagnostics`, and can be called with numbers
//! from elsewhere: [`Loo::of`] takes a [`LogLikelihood`], as which draws can be
//! [taken](crate::draws::Draws::as_log_likelihood).
//!
//! ```
//! use monomorph::comparison::compare;
//! use monomorph::prelude::*;
//! # #[cfg(feature = "sampling")] {
//!
//! let (x, y) = ([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [0.1, 1.2, 1.9, 3.2, 3.9, 5.1]);
//! params! { a: real(), sigma: positive() }
//! params! { b: real() }
//! let line = model! {
//!     a |= normal(0.0, 5.0),
//!     b |= normal(0.0, 5.0),
//!     sigma |= exponential(1.0),
//!     data(&y) |= normal(a + b * data(&x), sigma),
//! };
//! let constant = model! {
//!     a |= normal(0.0, 5.0),
//!     sigma |= exponential(1.0),
//!     data(&y) |= normal(a, sigma),
//! };
//! let line_fit = line.compile()?.nuts().seed(1).progress(false).run()?;
//! let constant_fit = constant.compile()?.nuts().seed(1).progress(false).run()?;
//!
//! let (line_loo, constant_loo) = (line.loo(line_fit.draws())?, constant.loo(constant_fit.draws())?);
//! println!("{line_loo}");
//! let comparison = compare([("line", &line_loo), ("constant", &constant_loo)])?;
//! println!("{comparison}");
//! assert_eq!(comparison.models()[0].name, "line");
//! # }
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! The chapter [Comparing models](crate::guide::comparing_models) begins with a whole program.

mod extension;
mod marginal_likelihood;
mod moment_matching;
mod refits;
mod unseen;

pub use extension::CrossValidate;
pub use monomorph_diagnostics::bridge::{BridgeSettings, MarginalLikelihood, Warp};
pub use monomorph_diagnostics::comparison::{
    Caution, ComparedModel, Comparison, compare, pseudo_bma_plus_weights, pseudo_bma_weights,
    stacking_weights,
};
pub use monomorph_diagnostics::loo::{
    CrossValidated, Efficiency, Estimate, Fold, LeftOut, LogLikelihood, Loo, LooError, LooPit, LooSettings,
    MomentMatching, Pointwise, Waic,
};
pub use monomorph_diagnostics::predictive::HeldOut;
#[doc(inline)]
pub use monomorph_diagnostics::psis;
pub use refits::{cross_validate, cross_validate_jointly, predict_held_out, reloo};
