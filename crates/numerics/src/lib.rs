//! The numerical base of monomorph: registers and the instruction sets of kernels, functions, linear
//! algebra, probabilities, random numbers. The crate does not depend on models.
//!
//! It is compiled and tested once for all crates above it. Its public items are those that monomorph needs;
//! monomorph makes [`differences`], [`math`] and [`simd`] public.

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
