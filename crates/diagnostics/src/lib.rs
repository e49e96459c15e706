//! What draws are worth, from numbers alone: the crate knows no model, no sampler and no names.
//!
//! * [`bridge`] estimates marginal likelihoods.
//! * [`chains`] tells whether chains have mixed, and how many independent draws they are worth.
//! * [`loo`] estimates how well a model predicts what it has not seen, and what is left out for that.
//! * [`comparison`] compares models by it.
//! * [`psis`] smooths importance weights, and tells whether they can be trusted.

#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod bridge;
pub mod chains;
pub mod comparison;
pub mod loo;
pub mod psis;
