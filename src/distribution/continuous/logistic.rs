//! logistic(μ, σ), σ > 0:  log p(y) = −z − 2 log(1 + e⁻ᶻ) − log σ  with z = (y − μ)/σ.
//!
//! With s = 1/(1 + e⁻ᶻ):  ∂/∂y = (1 − 2 s)/σ,  ∂/∂μ = −∂/∂y,  ∂/∂σ = (z (2 s − 1) − 1)/σ.
//!
//! log P(Y ≤ y) = −log(1 + e⁻ᶻ),  ∂/∂z = 1 − s;   log P(Y > y) = −log(1 + eᶻ),  ∂/∂z = −s.
//!
//! Stan Functions Reference, "Logistic distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::standardized::Standardized;
use crate::math;

density! {
    /// The logistic distribution with a location and a scale.
    ///
    /// $$ \log p(y \mid \mu, \sigma) = -z - 2\log(1 + e^{-z}) - \log\sigma, \qquad z = \frac{y-\mu}{\sigma}
    /// $$
    ///
    /// `location` is any number, `scale` positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { alpha: real() }
    /// let model = model! { alpha |= logistic(0.0, 1.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("logistic_lpdf", "logistic_lcdf", "logistic_rng"))]
    Logistic, logistic(location: Location in Real, scale: Scale in Positive), y in Real;

    logarithm log_scale(scale)

    is LocationScale(location, scale)
    is Symmetric

    /// −z − 2 log(1 + e⁻ᶻ), which is the same at −z
    term Kernel(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        // 2 s − 1 = tanh ½ |z|, in which nothing cancels near 0.
        let math::Tails { log, difference, .. } = math::logistic_tails(at.z);
        (log.mul_add(-2.0, -at.z.abs()), at.partials(difference.with_sign_of(-at.z)))
    }

    /// −log σ
    term Normaliser(scale, log_scale) { (-log_scale, [-scale.recip(), scale.constant(0.0)]) }

    log_cdf(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let (softplus, share) = math::log1p_exp_and_logistic(-at.z);
        (-softplus, at.partials(share))
    }
    log_ccdf(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let (softplus, share) = math::log1p_exp_and_logistic(at.z);
        (-softplus, at.partials(-share))
    }

    draw(rng, location, scale) {
        let part = rng.sample::<f64, _>(rand::distr::Open01);
        location + scale * (part.ln() - (-part).ln_1p())
    }
}
