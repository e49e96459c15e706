//! The logarithm of a weighted sum of exponentials, element by element: y = log Σⱼ wⱼ exp(lⱼ), wⱼ ≥ 0.
//!
//! With m the largest lⱼ whose weight is positive and s = Σⱼ wⱼ exp(lⱼ − m):
//!
//!   y = m + log s,   ∂y/∂wⱼ = exp(lⱼ − m)/s,   ∂y/∂lⱼ = wⱼ exp(lⱼ − m)/s.
//!
//! No logarithm of a weight is taken, so a weight of 0 has a finite derivative. Parts that are −∞ add
//! nothing.

mod bound;
mod written;

pub use bound::BoundLogMix;
pub use written::LogMix;
