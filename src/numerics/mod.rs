//! Numbers: registers and the memory that kernels go through, functions, linear algebra, random numbers.

pub(crate) mod linalg;
pub mod math;
pub(crate) mod probabilities;
#[cfg(feature = "random")]
pub(crate) mod random;
pub mod simd;
