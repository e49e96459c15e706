//! rayleigh(σ), σ > 0, for y ≥ 0:  log p(y) = log y − ½ z² − 2 log σ  with z = y/σ.
//!
//! ∂/∂y = 1/y − z/σ,  ∂/∂σ = (z² − 2)/σ.
//!
//! With t = ½ z²:  log P(Y ≤ y) = log(1 − e⁻ᵗ),  ∂/∂z = z/(eᵗ − 1);   log P(Y > y) = −t,  ∂/∂z = −z.
//!
//! Stan Functions Reference, "Rayleigh distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::{log_of_rest_of_exp, within};
use crate::distribution::shared::rare::unless_rare;
use crate::distribution::shared::standardized::Standardized;
use crate::math;
use core::f64::consts::LN_2;

density! {
    /// The Rayleigh distribution, of lengths of normal vectors in the plane, with a scale.
    ///
    /// $$ \log p(y \mid \sigma) = \log y - \frac{y^2}{2\sigma^2} - 2\log\sigma, \qquad y \ge 0 $$
    ///
    /// `scale` is positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let heights = [0.8, 1.9, 1.2];
    /// params! { sigma: positive() }
    /// let model = model! { sigma |= half_normal(2.0), data(&heights) |= rayleigh(sigma) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("rayleigh_lpdf", "rayleigh_lcdf", "rayleigh_rng"))]
    Rayleigh, rayleigh(scale: Scale in Positive), y in NonNegative;

    conjugate(scale: Scale)

    /// log y
    term Length(y) { (math::log(y), [y.recip()]) }

    /// −½ z²
    term Exponent(y, scale) {
        let at = Standardized::folded(y, scale);
        (at.z * at.z * -0.5, at.folded_partials(-at.z))
    }

    /// −2 log σ
    term Normaliser(scale) { (math::log(scale) * -2.0, [-2.0 / scale]) }

    log_cdf(y, scale) {
        let at = Standardized::folded(y, scale);
        // The logarithm of t is used, because z² may underflow.
        let (value, by_log) = log_of_rest_of_exp(math::log(at.z).mul_add(2.0, -LN_2));
        let [by_y, by_scale] = at.folded_partials(2.0 * by_log / at.z);
        let usual = [value, by_y, by_scale];
        let [value, by_y, by_scale] = unless_rare(at.z.lt(1e-300), [y, scale], usual, log_cdf_at_zero);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [by_y, by_scale]))
    }
    log_ccdf(y, scale) {
        let at = Standardized::folded(y, scale);
        within(!y.le(0.0), 0.0, (at.z * at.z * -0.5, at.folded_partials(-at.z)))
    }

    draw(rng, scale) { scale * (2.0 * rng.sample::<f64, _>(rand_distr::Exp1)).sqrt() }
}

/// log P(Y ≤ y) and its derivatives by y and σ if z may underflow.
fn log_cdf_at_zero([y, scale]: [f64; 2]) -> [f64; 3] {
    [2.0 * (y.ln() - scale.ln()) - LN_2, 2.0 / y, -2.0 / scale]
}
