//! A number from a whole vector that needs more than one pass: y = f(x), with x̄ᵢ = ∂f/∂xᵢ ȳ.
//!
//! | | y | ∂y/∂xᵢ |
//! |-|-|-|
//! | [`LogSumExp`] | m + log Σᵢ exp(xᵢ − m), m the largest xᵢ | exp(xᵢ − y), 0 where y = −∞ |
//! | [`Variance`] | Σᵢ (xᵢ − x̄)²/(n − 1), x̄ the mean | 2 (xᵢ − x̄)/(n − 1) |

mod bound;
mod written;

pub(crate) use bound::log_sum_exp;
pub use bound::{BoundSummarise, LogSumExp, Statistic, Variance};
pub use written::Summarise;
