//! Covariances of Gaussian processes: Kᵢⱼ = σ² c(xᵢ, yⱼ), between points x and points y, or between all pairs
//! of x.
//!
//! Between all pairs of x the matrix is symmetric: the elements on and above the diagonal are computed and
//! mirrored. The gradient treats all elements as independent.

mod kernel;
mod locations;
mod periodic;
mod points;
mod stationary;

pub use kernel::{ExpQuad, Exponential, Kernel, Matern32, Matern52};
pub use periodic::PeriodicCovariance;
pub use stationary::StationaryCovariance;

use crate::compiler::Context;
use crate::error::Error;
use crate::frame::MAX_ARGUMENTS;

/// The limit at which squared scaled distances are cut. Every correlation is 0 there already, and no slope
/// becomes 0 · ∞.
const FAR: f64 = 1e7;

/// Checks that the first arguments, which have these names, are positive if they are data.
fn check_positive(
    context: &Context,
    function: &str,
    names: &[&str],
    is_data: [bool; MAX_ARGUMENTS],
    arguments: [&[f64]; MAX_ARGUMENTS],
) -> Result<(), Error> {
    for ((name, numbers), _) in names.iter().zip(arguments).zip(is_data).filter(|(_, is_data)| *is_data) {
        if let Some(place) = numbers.iter().position(|&number| !is_positive(&[number])) {
            let index = (numbers.len() > 1).then_some(place);
            return Err(context.outside(
                format!("the {name} of `{function}`"),
                index,
                numbers[place],
                "be positive",
            ));
        }
    }
    Ok(())
}

/// True if all numbers are positive; false also for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn is_positive(numbers: &[f64]) -> bool {
    numbers.iter().all(|&number| number > 0.0)
}
