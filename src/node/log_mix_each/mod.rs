//! The logarithm of a weighted sum of exponentials with any number of terms of one type: y = log Σₖ wₖ
//! exp(lₖ).
//!
//! The formulas are those of [`BoundLogMix`](crate::node::BoundLogMix). Weight and log density are one
//! expression each, of the number k of a component. A block of rows is gone through once for each k, which
//! stores lₖ and wₖ; then y and e^(lₖ − y) are computed row by row, and when the adjoints of the block are
//! known it is gone through once more for each k. What a component shares between rows is computed once in a
//! block.

mod bound;
mod written;

pub use bound::BoundLogMixEach;
pub use written::LogMixEach;
