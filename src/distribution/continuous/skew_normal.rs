//! skew_normal(ξ, ω, α), ω > 0, with z = (y − ξ)/ω and Φ the standard normal cumulative distribution
//! function:
//!
//! log p(y) = −½ z² + log Φ(α z) − log ω + ½ log(2/π).
//!
//! With r = φ(α z)/Φ(α z) and ∂/∂z = α r − z:
//!
//! ∂/∂y = (α r − z)/ω,  ∂/∂ξ = −∂/∂y,  ∂/∂ω = −z (α r − z)/ω − 1/ω,  ∂/∂α = z r.
//!
//! log P(Y ≤ y) = log(Φ(z) − 2 T(z, α)) with Owen's T; P(Y > y) is P(Y ≤ y) at −z and −α.
//!
//! Stan Functions Reference, "Skew normal distribution".

use crate::distribution::continuous::half_normal::HALF_LOG_TWO_OVER_PI;
use crate::distribution::macros::density;
use crate::distribution::shared::standardized::Standardized;
use crate::math;
use crate::math::scalar;
use crate::simd::map_lanes;

density! {
    /// The skew normal distribution with a location, a scale and a shape; with the shape 0 it is the normal
    /// distribution.
    ///
    /// $$ \log p(y \mid \xi, \omega, \alpha) = \log\frac2\omega - \tfrac12 z^2 - \tfrac12\log 2\pi +
    /// \log\Phi(\alpha z), \qquad z = \frac{y-\xi}{\omega} $$
    ///
    /// `location` and `shape` are any numbers, `scale` is positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [0.3, 1.9, 0.8, 4.1];
    /// params! { xi: real(), alpha: real() }
    /// let model = model! {
    ///     xi    |= normal(0.0, 2.0),
    ///     alpha |= normal(0.0, 4.0),
    ///     data(&y) |= skew_normal(xi, 1.5, alpha),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("skew_normal_lpdf", "skew_normal_lcdf", "skew_normal_rng"))]
    SkewNormal,
    skew_normal(location: Location in Real, scale: Scale in Positive, shape: Skewness in Real),
    y in Real;

    is Pure(shape)

    constant(scale) { HALF_LOG_TWO_OVER_PI }

    /// −½ z² + log Φ(α z)
    term Kernel(y, location, scale, shape) {
        let at = Standardized::new(y, location, scale);
        let (value, slope) = math::log_normal_cdf_and_slope(shape * at.z);
        let [by_y, by_location, by_scale] = at.partials(shape.mul_add(slope, -at.z));
        ((at.z * at.z).mul_add(-0.5, value), [by_y, by_location, by_scale, at.z * slope])
    }

    /// −log ω + ½ log(2/π)
    term Normaliser(scale) {
        (-math::log(scale) + HALF_LOG_TWO_OVER_PI, [-scale.recip()])
    }

    log_cdf(y, location, scale, shape) {
        let at = Standardized::new(y, location, scale);
        let [value, by_z, by_shape] =
            map_lanes([at.z, shape], |[z, shape]| scalar::log_skew_normal_cdf(z, shape));
        let [by_y, by_location, by_scale] = at.partials(by_z);
        (value, [by_y, by_location, by_scale, by_shape])
    }
    log_ccdf(y, location, scale, shape) {
        let at = Standardized::new(y, location, scale);
        let [value, by_z, by_shape] =
            map_lanes([at.z, shape], |[z, shape]| scalar::log_skew_normal_ccdf(z, shape));
        let [by_y, by_location, by_scale] = at.partials(by_z);
        (value, [by_y, by_location, by_scale, by_shape])
    }

    draw(rng, location, scale, shape) {
        // |x| of a normal x is mixed with another normal number: Azzalini (1985).
        let size = rng.sample::<f64, _>(rand_distr::StandardNormal).abs();
        let other = rng.sample::<f64, _>(rand_distr::StandardNormal);
        let length = shape.hypot(1.0);
        location + scale * (shape / length * size + other / length)
    }
}
