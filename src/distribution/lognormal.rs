//! lognormal(μ, σ), σ > 0, for y ≥ 0:  log p(y) = −½ z² − log y − log σ − ½ log 2π  with z = (log y − μ)/σ.
//!
//! ∂/∂y = −(z/σ + 1)/y,  ∂/∂μ = z/σ,  ∂/∂σ = (z² − 1)/σ.
//!
//! Stan Functions Reference, "Lognormal distribution".

use super::macros::density;
use super::normal::HALF_LOG_TWO_PI;
use crate::math;

density! {
    /// The distribution of eˣ for a normal x with a mean and a standard deviation.
    ///
    /// $$ \log p(y \mid \mu, \sigma) = -\tfrac12 z^2 - \log y - \log\sigma - \tfrac12\log 2\pi, \qquad z = \frac{\log y-\mu}{\sigma}, \quad y \ge 0 $$
    ///
    /// `location` is any number, `scale` positive.
    ///
    /// Every argument may be a scalar or a vector, a parameter or data. A parameter outside its domain makes the log
    /// density −∞; data outside is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { dose: positive() }
    /// let model = model! { dose |= lognormal(0.0, 0.5) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    Lognormal, lognormal(location: Location in Real, scale: Scale in Positive), y in NonNegative;

    /// −½ z²
    term Exponent(y, location, scale) {
        let inverse = scale.recip();
        let z = (math::log(y) - location) * inverse;
        let slope = z * inverse;
        (z * z * -0.5, [-(slope / y), slope, z * slope])
    }

    /// −log y
    term Jacobian(y) { (-math::log(y), [-y.recip()]) }

    /// −log σ − ½ log 2π
    term Normaliser(scale) {
        (-math::log(scale) - HALF_LOG_TWO_PI, [-scale.recip()])
    }
}
