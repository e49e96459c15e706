//! The ground on which monomorph's models and samplers stand: errors, names of variables, labels of their
//! elements, sizes, traces, draws, and the memory of evaluations. The crate knows no model and no sampler.
//!
//! Programs have all of it from `monomorph`, whose modules of these names are these. Items that are hidden
//! are for monomorph's own crates.

#![warn(missing_docs)]

mod coordinates;
pub mod density;
pub mod draws;
pub mod error;
pub mod labels;
pub mod name;
mod sealed;
pub mod shape;
pub mod trace;
pub mod workspace;

pub use coordinates::Coordinates;
pub use error::Error;
