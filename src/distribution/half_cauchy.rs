//! half_cauchy(σ), σ > 0, for y ≥ 0:  log p(y) = −log(1 + z²) − log σ + log(2/π)  with z = y/σ.
//!
//! With w = 2 z / (1 + z²):  ∂/∂y = −w/σ,  ∂/∂σ = (w z − 1)/σ.
//!
//! The Cauchy distribution at 0, folded there: the density is doubled.

use super::cauchy::log_kernel;
use super::macros::density;
use crate::math;

/// log(2/π)
const LOG_TWO_OVER_PI: f64 = -0.451_582_705_289_454_9;

density! {
    /// The Cauchy distribution at 0 with a scale, folded at 0.
    ///
    /// $$ \log p(y \mid \sigma) = -\log(1 + z^2) - \log\sigma + \log\tfrac2\pi, \qquad z = \frac{y}{\sigma}, \quad y \ge 0 $$
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
    /// let model = model! { tau |= half_cauchy(5.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    HalfCauchy, half_cauchy(scale: Scale in Positive), y in NonNegative;

    /// −log(1 + z²)
    term Kernel(y, scale) {
        let inverse = scale.recip();
        let z = y * inverse;
        let (value, by_z) = log_kernel(z);
        let slope = by_z * inverse;
        (value, [slope, -(z * slope)])
    }

    /// −log σ + log(2/π)
    term Normaliser(scale) {
        (-math::log(scale) + LOG_TWO_OVER_PI, [-scale.recip()])
    }
}
