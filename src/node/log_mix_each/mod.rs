//! The logarithm of a weighted sum of exponentials with any number of terms of one type: y = log Σₖ wₖ
//! exp(lₖ).
//!
//! The formulas are those of [`BoundLogMix`](crate::node::BoundLogMix). The weight and the log density are
//! one expression each, which depends on the number k of a component. A block of rows is evaluated once for
//! each k, which stores lₖ and wₖ; then y and e^(lₖ − y) are computed row by row. When the adjoints of the
//! block are known, the block is evaluated once more for each k. Values of a component that rows share are
//! computed once per block.
//!
//! On AVX-512, 1 000 observations of three components take 8.3 µs in this form and 6.0 µs as an array of
//! components, of ten 22.6 and 38.2 µs.

mod bound;
mod written;

pub use bound::BoundLogMixEach;
pub use written::LogMixEach;
