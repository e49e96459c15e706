//! Ordered vectors, x₁ < x₂ < … < xₙ:
//!
//! x₁ = q₁,   xₖ = xₖ₋₁ + e^qₖ,   log |det ∂x/∂q| = Σₖ≥₂ qₖ,
//!
//! q̄₁ = s₁,   q̄ₖ = sₖ e^qₖ + 1   with sₖ = Σⱼ≥ₖ x̄ⱼ.
//!
//! A difference xₖ − xₖ₋₁ that is computed from the elements has an error of 1.1e-16 |x| instead of the
//! digits of e^qₖ, and so have its slopes. No number that is stored with the elements corrects this. A
//! thousandth is lost where the gap is 1e-13 |x|; there the density of q is e^−29 of its maximum if the
//! density of x is smooth, because of the Jacobian, and e^−58 if there is an observation between both
//! cutpoints.

use crate::sealed::Sealed;
use crate::shape::{IntoDimension, Vector};
use crate::support::{Beginning, Increasing, Space};

/// A first element without a bound: x₁ = q₁.
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
/// Elements that differ by less than 1.1e-16 of their size are equal as floating-point numbers. A smooth
/// prior has no mass there, but a prior of differences with most of its mass near 0 has, such as
/// `gamma(0.05, 1.0)`: for such a prior make the differences parameters, `positive()`, and define the
/// elements as their sums.
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
