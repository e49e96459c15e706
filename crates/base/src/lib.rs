//! The common types of monomorph's models and samplers: errors, names of variables, labels of their
//! elements, sizes, traces, draws, and the memory of evaluations. The crate contains no models and no
//! samplers.
//!
//! Programs use these items through `monomorph`, which re-exports the modules under the same names. Hidden
//! items are for monomorph's own crates.

#![warn(missing_docs)]

mod arguments;
mod coordinates;
pub mod density;
pub mod draws;
pub mod error;
pub mod labels;
pub mod name;
#[doc(hidden)]
pub mod native;
#[doc(hidden)]
pub mod picture;
mod sealed;
pub mod shape;
#[doc(hidden)]
pub mod sort;
pub mod trace;
pub mod workspace;

pub use arguments::MAX_ARGUMENTS;
pub use coordinates::Coordinates;
pub use error::Error;
