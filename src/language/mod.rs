//! The language that users write: expressions, distributions, covariances, supports, statements and models.

pub mod covariance;
pub mod custom;
pub mod distribution;
pub mod expression;
pub mod functions;
pub mod gaussian_process;
pub mod model;
pub mod operation;
mod sealed;
pub mod sketch;
pub mod support;
pub mod written;
