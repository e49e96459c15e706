//! Covariances of Gaussian processes: Kᵢⱼ = σ² c(xᵢ, yⱼ), between points x and points y, or between all pairs
//! of x.
//!
//! Between all pairs of x the matrix is symmetric: what is on and above the diagonal is computed and
//! mirrored. The gradient takes every element as free.

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

/// Squared scaled distances are no longer than this, where every correlation is 0 already, so that no slope
/// is 0 · ∞.
const FAR: f64 = 1e7;

/// Checks that the arguments with these names, which come first, are positive where they are data.
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

/// False if a number is not, as NaN is not.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn is_positive(numbers: &[f64]) -> bool {
    numbers.iter().all(|&number| number > 0.0)
}
