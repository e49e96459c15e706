//! What draws are worth, from numbers alone: the crate knows no model, no sampler and no names.
//!
//! * [`bridge`] estimates marginal likelihoods.
//! * [`chains`] tells whether chains have mixed, and how many independent draws they are worth.
//! * [`loo`] estimates how well a model predicts what it has not seen, and [`comparison`] compares models by
//!   it.
//! * [`ecdf`] tests whether numbers are uniform, as ranks of calibration and predictive probabilities should
//!   be.
//! * [`predictive`] compares observed data with data that a model predicts.
//! * [`psis`] smooths importance weights, and tells whether they can be trusted.
//! * [`sensitivity`] tells which estimates depend on the prior, and which on the data.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod bridge;
pub mod chains;
pub mod comparison;
pub mod ecdf;
pub mod loo;
pub mod predictive;
pub mod psis;
pub mod sensitivity;
#[cfg(test)]
mod uniform;
