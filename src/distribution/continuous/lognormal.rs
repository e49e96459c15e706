//! lognormal(μ, σ), σ > 0, for y ≥ 0:  log p(y) = −½ z² − log y − log σ − ½ log 2π  with z = (log y − μ)/σ.
//!
//! ∂/∂y = −(z/σ + 1)/y,  ∂/∂μ = z/σ,  ∂/∂σ = (z² − 1)/σ.
//!
//! log P(Y ≤ y) = log Φ(z),  log P(Y > y) = log Φ(−z),  ∂ log Φ(z)/∂z = φ(z)/Φ(z).
//!
//! Stan Functions Reference, "Lognormal distribution".

use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::standardized::Standardized;
use crate::math;

density! {
    /// The distribution of eˣ for a normal x with a mean and a standard deviation.
    ///
    /// $$ \log p(y \mid \mu, \sigma) = -\tfrac12 z^2 - \log y - \log\sigma - \tfrac12\log 2\pi, \qquad z =
    /// \frac{\log y-\mu}{\sigma}, \quad y \ge 0 $$
    ///
    /// `location` is any number, `scale` positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { dose: positive() }
    /// let model = model! { dose |= lognormal(0.0, 0.5) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("lognormal_lpdf", "lognormal_lcdf", "lognormal_rng"))]
    Lognormal, lognormal(location: Location in Real, scale: Scale in Positive), y in NonNegative;

    column log_y(y) { (math::log(y), y.recip()) }
    known log_y

    logarithm log_scale(scale)

    conjugate(location: Gaussian, scale: Scale)

    is Pure(scale)

    constant(scale) { -HALF_LOG_TWO_PI }

    /// −½ z²
    term Exponent(log_y, location, scale) square {
        let inverse = scale.recip();
        let z = (log_y - location) * inverse;
        let slope = z * inverse;
        (z * z * -0.5, [-slope, slope, z * slope])
    }

    /// −log y
    term Jacobian(log_y) { (-log_y, [log_y.constant(-1.0)]) }

    /// −log σ − ½ log 2π
    term Normaliser(scale, log_scale) {
        (-log_scale - HALF_LOG_TWO_PI, [-scale.recip(), scale.constant(0.0)])
    }

    log_cdf(y, location, scale) {
        let at = Standardized::new(math::log(y), location, scale);
        let (value, by_z) = math::log_normal_cdf_and_slope(at.z);
        let [by_log, by_location, by_scale] = at.partials(by_z);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [by_log / y, by_location, by_scale]))
    }
    log_ccdf(y, location, scale) {
        let at = Standardized::new(math::log(y), location, scale);
        let (value, by_minus_z) = math::log_normal_cdf_and_slope(-at.z);
        let [by_log, by_location, by_scale] = at.partials(-by_minus_z);
        within(!y.le(0.0), 0.0, (value, [by_log / y, by_location, by_scale]))
    }

    draw(rng, location, scale) { (location + scale * rng.sample::<f64, _>(rand_distr::StandardNormal)).exp() }
}
