//! A number that is computed from a whole vector in more than one pass: y = f(x), with x̄ᵢ = ∂f/∂xᵢ ȳ.
//!
//! | | y | ∂y/∂xᵢ |
//! |-|-|-|
//! | [`LogSumExp`] | m + log Σᵢ exp(xᵢ − m), m the largest xᵢ | exp(xᵢ − y), 0 where y = −∞ |
//! | [`Largest`], [`Smallest`] | maxᵢ xᵢ, minᵢ xᵢ | 1/k by each of the k elements that equal y, else 0 |
//! | [`Variance`] | Σᵢ (xᵢ − x̄)²/(n − 1), x̄ the mean | 2 (xᵢ − x̄)/(n − 1) |

mod bound;
mod extreme;
mod statistic;
mod written;

pub use bound::BoundSummarise;
pub use extreme::{Largest, Smallest};
pub(crate) use statistic::log_sum_exp;
pub use statistic::{LogSumExp, Statistic, Variance};
pub use written::Summarise;
