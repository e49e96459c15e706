//! The numbers below monomorph: registers and the instruction sets of kernels, functions, linear algebra,
//! probabilities, random numbers. The crate knows no model.
//!
//! It is compiled and tested once, whatever stands above it. Its public items are those that monomorph needs;
//! [`differences`], [`math`] and [`simd`] are what monomorph shows of them.

#![warn(missing_docs)]

mod cores;
pub mod differences;
pub mod linalg;
pub mod math;
pub mod probabilities;
pub mod random;
pub mod simd;
pub mod slices;

pub use cores::cores;
