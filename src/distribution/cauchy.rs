//! cauchy(μ, σ), σ > 0:  log p(y) = −log(1 + z²) − log σ − log π  with z = (y − μ)/σ.
//!
//! With w = 2 z / (1 + z²):  ∂/∂y = −w/σ,  ∂/∂μ = w/σ,  ∂/∂σ = (w z − 1)/σ.
//!
//! Stan Functions Reference, "Cauchy distribution".

use super::macros::density;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

/// log π
const LOG_PI: f64 = 1.144_729_885_849_400_2;

density! {
    /// The Cauchy distribution with a location and a scale.
    ///
    /// $$ \log p(y \mid \mu, \sigma) = -\log(1 + z^2) - \log\sigma - \log\pi, \qquad z = \frac{y-\mu}{\sigma} $$
    ///
    /// `location` is any number, `scale` positive.
    ///
    /// Every argument may be a scalar or a vector, a parameter or data. A parameter outside its domain makes the log
    /// density −∞; data outside is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { beta: real() }
    /// let model = model! { beta |= cauchy(0.0, 2.5) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    Cauchy, cauchy(location: Location in Real, scale: Scale in Positive), y in Real;

    /// −log(1 + z²)
    term Kernel(y, location, scale) {
        let inverse = scale.recip();
        let z = (y - location) * inverse;
        let (value, by_z) = log_kernel(z);
        let slope = by_z * inverse;
        (value, [slope, -slope, -(z * slope)])
    }

    /// −log σ − log π
    term Normaliser(scale) {
        (-math::log(scale) - LOG_PI, [-scale.recip()])
    }
}

/// −log(1 + z²) and its derivative −2 z / (1 + z²).
///
/// The sum is rounded before the logarithm is taken: what is lost is below 2⁻⁵³, as much as the density loses when
/// this is added to its other terms, and `log` is faster than `log1p`.
#[inline(always)]
pub(super) fn log_kernel<S: Simd>(z: Pack<S>) -> (Pack<S>, Pack<S>) {
    let sum = z.mul_add(z, 1.0);
    (-math::log(sum), -2.0 * z / sum)
}
