//! half_normal(σ), σ > 0, for y ≥ 0:  log p(y) = −½ z² − log σ + ½ log(2/π)  with z = y/σ.
//!
//! ∂/∂y = −z/σ,  ∂/∂σ = (z² − 1)/σ.
//!
//! The normal distribution of mean 0, folded at 0: the density is doubled.

use super::macros::density;
use crate::math;

/// ½ log(2/π)
const HALF_LOG_TWO_OVER_PI: f64 = -0.225_791_352_644_727_43;

density! {
    /// The normal distribution of mean 0 and a standard deviation, folded at 0.
    ///
    /// $$ \log p(y \mid \sigma) = -\tfrac12 z^2 - \log\sigma + \tfrac12\log\tfrac2\pi, \qquad z = \frac{y}{\sigma}, \quad y \ge 0 $$
    ///
    /// `scale` is positive.
    ///
    /// Every argument may be a scalar or a vector, a parameter or data. A parameter outside its domain makes the log
    /// density −∞; data outside is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { tau: positive() }
    /// let model = model! { tau |= half_normal(2.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    HalfNormal, half_normal(scale: Scale in Positive), y in NonNegative;

    /// −½ z²
    term Exponent(y, scale) {
        let inverse = scale.recip();
        let z = y * inverse;
        let slope = z * inverse;
        (z * z * -0.5, [-slope, z * slope])
    }

    /// −log σ + ½ log(2/π)
    term Normaliser(scale) {
        (-math::log(scale) + HALF_LOG_TWO_OVER_PI, [-scale.recip()])
    }
}
