//! student_t(ν, μ, σ), ν > 0, σ > 0, with z = (y − μ)/σ:
//!
//! log p(y) = −½ (ν + 1) log(1 + z²/ν) + log Γ(½ (ν + 1)) − log Γ(½ ν) − ½ log(ν π) − log σ.
//!
//! With u = z²/ν and w = (ν + 1) z / (ν + z²):
//!
//! ∂/∂y = −w/σ,  ∂/∂μ = w/σ,  ∂/∂σ = (w z − 1)/σ,
//! ∂/∂ν = ½ [ψ(½ (ν + 1)) − ψ(½ ν) − log(1 + u) + (w z − 1)/ν].
//!
//! The mass of the tail beyond |z| is T = ½ I_x(½ ν, ½) with x = ν/(ν + z²) and the regularised incomplete
//! beta function:
//!
//! P(Y ≤ y) = T | 1 − T  for z < 0 | z ≥ 0,  and P(Y > y) is P(Y ≤ y) at −z.
//!
//! Stan Functions Reference, "Student-t distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::standardized::Standardized;
use crate::distribution::shared::student_t_parts::{log_cdf, log_gamma_ratio, log_kernel};

density! {
    /// Student's t distribution with degrees of freedom, a location and a scale.
    ///
    /// $$ \log p(y \mid \nu, \mu, \sigma) = -\tfrac{\nu+1}2 \log\Bigl(1 + \frac{z^2}\nu\Bigr) +
    /// \log\frac{\Gamma(\frac{\nu+1}2)}{\Gamma(\frac\nu2)} - \tfrac12\log\nu\pi - \log\sigma, \qquad z =
    /// \frac{y-\mu}{\sigma} $$
    ///
    /// `freedom` and `scale` are positive, `location` is any number.
    /// Cumulative probabilities are available for `freedom` from 1e-50 to 1e50.
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
    #[doc(alias("student_t_lpdf", "student_t_lcdf", "student_t_rng"))]
    StudentT, student_t(freedom: Freedom in Positive, location: Location in Real, scale: Scale in Positive),
    y in Real;

    logarithm log_scale(scale)

    is Pure(freedom)
    is LocationScale(location, scale)
    is Symmetric

    /// −½ (ν + 1) log(1 + u)
    term Kernel(y, freedom, location, scale) {
        let at = Standardized::new(y, location, scale);
        let [value, by_y, by_scale, by_freedom] = log_kernel(at, scale, freedom);
        (value, [by_y, by_freedom, -by_y, by_scale])
    }

    /// log Γ(½ (ν + 1)) − log Γ(½ ν) − ½ log(ν π)
    term GammaRatio(freedom) {
        let (value, slope) = log_gamma_ratio(freedom);
        (value, [slope])
    }

    /// −log σ, whose derivative is in the kernel
    term Normaliser(scale, log_scale) {
        let zero = scale.constant(0.0);
        (-log_scale, [zero, zero])
    }

    log_cdf(y, freedom, location, scale) {
        let [value, by_y, by_scale, by_freedom] = log_cdf(y - location, scale, freedom);
        (value, [by_y, by_freedom, -by_y, by_scale])
    }
    log_ccdf(y, freedom, location, scale) {
        let [value, by_location, by_scale, by_freedom] = log_cdf(location - y, scale, freedom);
        (value, [-by_location, by_freedom, by_location, by_scale])
    }

    draw(rng, freedom, location, scale) { location + random::student_t(freedom, scale, rng) }
}
