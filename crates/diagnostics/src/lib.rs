//! Diagnostics of draws, from numbers alone: the crate contains no models, samplers or names.
//!
//! * [`bridge`] estimates marginal likelihoods.
//! * [`chains`] diagnoses whether chains have mixed, and computes effective sample sizes.
//! * [`loo`] estimates how well a model predicts new observations, and [`comparison`] compares models by
//!   these estimates.
//! * [`ecdf`] tests whether numbers are uniform, as ranks of calibration and predictive probabilities of a
//!   right model are.
//! * [`predictive`] compares observed data with data that a model predicts.
//! * [`psis`] smooths importance weights, and diagnoses whether they are reliable.
//! * [`sensitivity`] measures how much estimates depend on the prior and on the data.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod any_number;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod any_numbers;
pub mod bridge;
pub mod chains;
pub mod comparison;
pub mod ecdf;
pub mod loo;
pub mod predictive;
#[doc(hidden)]
pub mod printed;
pub mod psis;
pub mod sensitivity;
#[cfg(test)]
mod uniform;
