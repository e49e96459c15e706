//! cauchy(μ, σ), σ > 0:  log p(y) = −log(1 + z²) − log σ − log π  with z = (y − μ)/σ.
//!
//! With w = 2 z / (1 + z²):  ∂/∂y = −w/σ,  ∂/∂μ = w/σ,  ∂/∂σ = (w z − 1)/σ.
//!
//! Stan Functions Reference, "Cauchy distribution".

use super::macros::density;
use crate::math;

/// log π
const LOG_PI: f64 = 1.144_729_885_849_400_2;

density! {
    /// The Cauchy distribution with a location and a scale.
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

use crate::simd::Pack;
use pulp::Simd;

/// −log(1 + z²) and its derivative −2 z / (1 + z²), also where z² overflows: there they are −2 log |z| and −2/z.
#[inline(always)]
pub(super) fn log_kernel<S: Simd>(z: Pack<S>) -> (Pack<S>, Pack<S>) {
    let z2 = z * z;
    (-math::log1p(z2), -2.0 * z / (z2 + 1.0))
}
