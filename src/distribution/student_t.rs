//! student_t(ν, μ, σ), ν > 0, σ > 0, with z = (y − μ)/σ:
//!
//! log p(y) = −½ (ν + 1) log(1 + z²/ν) + log Γ(½ (ν + 1)) − log Γ(½ ν) − ½ log(ν π) − log σ.
//!
//! With u = z²/ν and w = (ν + 1) z / (ν + z²):
//!
//! ∂/∂y = −w/σ,  ∂/∂μ = w/σ,  ∂/∂σ = (w z − 1)/σ,
//! ∂/∂ν = ½ [ψ(½ (ν + 1)) − ψ(½ ν) − log(1 + u) + (w z − 1)/ν].
//!
//! Stan Functions Reference, "Student-t distribution".

use super::macros::density;
use crate::math;

/// ½ log π
const HALF_LOG_PI: f64 = 0.572_364_942_924_700_1;

density! {
    /// Student's t distribution with degrees of freedom, a location and a scale.
    ///
    /// $$ \log p(y \mid \nu, \mu, \sigma) = -\tfrac{\nu+1}2 \log\Bigl(1 + \frac{z^2}\nu\Bigr) + \log\frac{\Gamma(\frac{\nu+1}2)}{\Gamma(\frac\nu2)} - \tfrac12\log\nu\pi - \log\sigma, \qquad z = \frac{y-\mu}{\sigma} $$
    ///
    /// `freedom` and `scale` are positive, `location` is any number.
    ///
    /// Every argument may be a scalar or a vector, a parameter or data. A parameter outside its domain makes the log
    /// density −∞; data outside is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [0.1, -0.4, 12.0];
    /// params! { nu: positive(), mu: real() }
    /// let model = model! {
    ///     nu |= gamma(2.0, 0.1),
    ///     mu |= normal(0.0, 1.0),
    ///     data(&y) |= student_t(nu, mu, 1.0),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    StudentT, student_t(freedom: Freedom in Positive, location: Location in Real, scale: Scale in Positive), y in Real;

    /// −½ (ν + 1) log(1 + u)
    term Kernel(y, freedom, location, scale) {
        let inverse = scale.recip();
        let z = (y - location) * inverse;
        let u = z * z / freedom;
        let log = math::log1p(u);
        let w = (freedom + 1.0) * z / z.mul_add(z, freedom);
        let slope = w * inverse;
        let by_freedom = 0.5 * (w * z / freedom - log);
        ((freedom + 1.0) * log * -0.5, [-slope, by_freedom, slope, z * slope])
    }

    /// log Γ(½ (ν + 1)) − log Γ(½ ν) − ½ log(ν π)
    term GammaRatio(freedom) {
        let half = freedom * 0.5;
        let (upper, by_upper) = math::lgamma_and_digamma(half + 0.5);
        let (lower, by_lower) = math::lgamma_and_digamma(half);
        let value = upper - lower - 0.5 * math::log(freedom) - HALF_LOG_PI;
        (value, [0.5 * (by_upper - by_lower - freedom.recip())])
    }

    /// −log σ
    term Normaliser(scale) {
        (-math::log(scale), [-scale.recip()])
    }
}
