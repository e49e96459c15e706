//! normal(μ, σ), σ > 0:  log p(y) = −½ z² − log σ − ½ log 2π  with z = (y − μ)/σ.
//!
//! ∂/∂y = −z/σ,  ∂/∂μ = z/σ,  ∂/∂σ = (z² − 1)/σ.
//!
//! With Φ the standard normal cumulative distribution function and φ its derivative:
//!
//! log P(Y ≤ y) = log Φ(z),  log P(Y > y) = log Φ(−z),  ∂ log Φ(z)/∂z = φ(z)/Φ(z).
//!
//! Stan Functions Reference, "Normal distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::standardized::Standardized;
use crate::math;

/// ½ log 2π
pub(in crate::distribution) const HALF_LOG_TWO_PI: f64 = 0.918_938_533_204_672_8;

density! {
    /// The normal distribution with a mean and a standard deviation.
    ///
    /// $$ \log p(y \mid \mu, \sigma) = -\tfrac12 z^2 - \log\sigma - \tfrac12\log 2\pi, \qquad z =
    /// \frac{y-\mu}{\sigma} $$
    ///
    /// `location` is any number, `scale` positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= normal(1.0, 2.0) }.compile()?;
    /// let at_mean = posterior.log_density(&[1.0], &mut posterior.workspace());
    /// assert!((at_mean - -(2.0 * core::f64::consts::TAU.sqrt()).ln()).abs() < 1e-15);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("normal_lpdf", "normal_lcdf", "normal_rng"))]
    Normal, normal(location: Location in Real, scale: Scale in Positive), y in Real;

    logarithm log_scale(scale)

    conjugate(y: Gaussian, location: Gaussian, scale: Scale)

    is LocationScale(location, scale)
    is Symmetric

    constant(scale) { -HALF_LOG_TWO_PI }

    /// −½ z²
    term Exponent(y, location, scale) square {
        let inverse = scale.recip();
        let z = (y - location) * inverse;
        let slope = z * inverse;
        (z * z * -0.5, [-slope, slope, z * slope])
    }

    /// −log σ − ½ log 2π
    term Normaliser(scale, log_scale) {
        (-log_scale - HALF_LOG_TWO_PI, [-scale.recip(), scale.constant(0.0)])
    }

    squared(scale) {
        /// −½ (y − μ)²/σ²
        term ExponentOfVariance(y, location, scale) {
            let deviation = y - location;
            let slope = deviation * scale.recip();
            (deviation * slope * -0.5, [-slope, slope, slope * slope * 0.5])
        }

        /// −½ log σ² − ½ log 2π
        term NormaliserOfVariance(scale, log_scale) {
            (log_scale * -0.5 - HALF_LOG_TWO_PI, [scale.recip() * -0.5, scale.constant(0.0)])
        }
    }

    log_cdf(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let (value, by_z) = math::log_normal_cdf_and_slope(at.z);
        (value, at.partials(by_z))
    }
    log_ccdf(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let (value, by_minus_z) = math::log_normal_cdf_and_slope(-at.z);
        (value, at.partials(-by_minus_z))
    }

    draw(rng, location, scale) { location + scale * rng.sample::<f64, _>(rand_distr::StandardNormal) }
}
