//! Ordered vectors, x₁ < x₂ < … < xₙ:
//!
//! x₁ = q₁,   xₖ = xₖ₋₁ + e^qₖ,   log |det ∂x/∂q| = Σₖ≥₂ qₖ,
//!
//! q̄₁ = s₁,   q̄ₖ = sₖ e^qₖ + 1   with sₖ = Σⱼ≥ₖ x̄ⱼ.

use crate::sealed::Sealed;
use crate::shape::{IntoDimension, Vector};
use crate::support::{Beginning, Increasing, Space};

/// x₁ = q₁
#[derive(Clone, Copy, Debug)]
pub struct FromAnywhere;

impl Sealed for FromAnywhere {}

impl Beginning for FromAnywhere {
    const IS_POSITIVE: bool = false;
}

/// The support of increasing vectors of real numbers.
pub type Ordered = Increasing<FromAnywhere>;

/// A vector whose elements increase, such as cut points; its length is a `usize`, or a `typenum` value.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { cuts: ordered(3) }
/// let posterior = model! { cuts |= normal(0.0, 5.0) }.compile()?;
/// assert_eq!(posterior.constrain(&[-1.0, 0.0, 0.0])?.get("cuts")?, [-1.0, 0.0, 1.0]);
/// assert_eq!(
///     posterior.unconstrain(&[1.0, 2.0, 1.5]).unwrap_err().to_string(),
///     "the parameter `cuts`: element 2 is 1.5, but must be finite and above the element before it"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn ordered<Length: IntoDimension>(length: Length) -> Space<Vector<Length::Dimension>, Ordered> {
    Space::vector(length, Increasing::new())
}
