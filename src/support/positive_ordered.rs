//! Positive ordered vectors, 0 < x₁ < x₂ < … < xₙ:
//!
//! x₁ = e^q₁,   xₖ = xₖ₋₁ + e^qₖ,   log |det ∂x/∂q| = Σₖ qₖ,
//!
//! q̄ₖ = sₖ e^qₖ + 1   with sₖ = Σⱼ≥ₖ x̄ⱼ.

use crate::sealed::Sealed;
use crate::shape::{IntoDimension, Vector};
use crate::support::{Beginning, Increasing, Space};

/// A first element above 0: x₁ = e^q₁.
#[derive(Clone, Copy, Debug)]
pub struct FromZero;

impl Sealed for FromZero {}

impl Beginning for FromZero {
    const IS_POSITIVE: bool = true;
}

/// The support of increasing vectors of positive numbers.
pub type PositiveOrdered = Increasing<FromZero>;

/// A vector whose elements are positive and increase; its length is a `usize`, or a `typenum` value.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { rates: positive_ordered(3) }
/// let posterior = model! { rates |= gamma(2.0, 1.0) }.compile()?;
/// assert_eq!(posterior.constrain(&[0.0, 0.0, 0.0])?.get("rates")?, [1.0, 2.0, 3.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn positive_ordered<Length: IntoDimension>(
    length: Length,
) -> Space<Vector<Length::Dimension>, PositiveOrdered> {
    Space::vector(length, Increasing::new())
}
