//! gumbel(μ, β), β > 0:  log p(y) = −z − e⁻ᶻ − log β  with z = (y − μ)/β.
//!
//! ∂/∂z = e⁻ᶻ − 1:  ∂/∂y = (e⁻ᶻ − 1)/β,  ∂/∂μ = −∂/∂y,  ∂/∂β = −(1 + z (e⁻ᶻ − 1))/β.
//!
//! log P(Y ≤ y) = −e⁻ᶻ,                    ∂/∂z = e⁻ᶻ,
//! log P(Y > y) = log(1 − exp(−e⁻ᶻ)),      ∂/∂z = −e⁻ᶻ/(exp(e⁻ᶻ) − 1).
//!
//! Stan Functions Reference, "Gumbel distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::log_of_rest_of_exp;
use crate::distribution::shared::standardized::Standardized;
use crate::math;

density! {
    /// The Gumbel distribution, of largest values, with a location and a scale.
    ///
    /// $$ \log p(y \mid \mu, \beta) = -z - e^{-z} - \log\beta, \qquad z = \frac{y-\mu}{\beta} $$
    ///
    /// `location` is any number, `scale` positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let floods = [3.1, 4.7, 2.9];
    /// params! { mu: real(), beta: positive() }
    /// let model = model! {
    ///     mu   |= normal(3.0, 2.0),
    ///     beta |= half_normal(1.0),
    ///     data(&floods) |= gumbel(mu, beta),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("gumbel_lpdf", "gumbel_lcdf", "gumbel_rng"))]
    Gumbel, gumbel(location: Location in Real, scale: Scale in Positive), y in Real;

    logarithm log_scale(scale)

    is LocationScale(location, scale)

    /// −z − e⁻ᶻ
    term Kernel(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        // This is e⁻ᶻ − 1; near 0 its digits matter, and far above 0 those of the other terms do.
        let less_one = math::expm1(-at.z);
        (-(at.z + (less_one + 1.0)), at.partials(less_one))
    }

    /// −log β
    term Normaliser(scale, log_scale) { (-log_scale, [-scale.recip(), scale.constant(0.0)]) }

    log_cdf(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let tail = math::exp(-at.z);
        (-tail, at.partials(tail))
    }
    log_ccdf(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let (value, by_minus_z) = log_of_rest_of_exp(-at.z);
        (value, at.partials(-by_minus_z))
    }

    draw(rng, location, scale) { location - scale * rng.sample::<f64, _>(rand_distr::Exp1).ln() }
}
