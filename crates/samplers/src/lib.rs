//! The samplers and approximations of monomorph, for any differentiable log density: chains and their runner,
//! checkpoints, NUTS, modes, Laplace and Pathfinder. The crate knows no model: a posterior is a
//! [`Target`](target::Target), and so is a [`CustomTarget`](target::CustomTarget).
//!
//! Programs have all of it from `monomorph`, whose modules of these names are these. Items that are hidden
//! are for monomorph's own crates.

#![warn(missing_docs)]

pub mod approximate;
#[doc(hidden)]
pub mod chains;
pub mod checkpoint;
#[doc(hidden)]
pub mod record;
#[cfg(feature = "report")]
pub mod report;
pub mod sampling;
pub mod target;

pub(crate) use monomorph_base::{density, labels, shape, workspace};
#[doc(hidden)]
pub use monomorph_base::{draws, error, trace};
pub(crate) use monomorph_numerics::{differences, linalg, math, simd};
