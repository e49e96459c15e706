//! Bayesian models as Rust types.
pub mod compile;
pub mod distribution;
pub mod draws;
pub mod error;
pub mod expression;
pub mod math;
pub mod model;
pub mod name;
pub mod node;
pub mod posterior;
pub mod prelude;
#[cfg(feature = "sampling")]
pub mod sampling;
pub mod shape;
pub mod simd;
pub mod support;

pub use error::Error;
