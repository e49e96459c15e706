//! weibull(α, σ), shape α > 0, scale σ > 0, for y ≥ 0. With ℓ = log(y/σ), x = α ℓ and t = eˣ:
//!
//! log p(y) = log α − log σ + (α − 1) ℓ − t.
//!
//! The derivative of −log σ is combined with that of the rest, because their sum would lose digits.
//!
//! ∂/∂y = (α − 1 − α t)/y,  ∂/∂α = 1/α + ℓ (1 − t),  ∂/∂σ = α (t − 1)/σ.
//!
//! log P(Y ≤ y) = log(1 − e⁻ᵗ),  ∂/∂x = t/(eᵗ − 1);   log P(Y > y) = −t,  ∂/∂x = −t;
//! ∂x/∂y = α/y,  ∂x/∂α = ℓ,  ∂x/∂σ = −α/σ.
//!
//! Stan Functions Reference, "Weibull distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::{log_of_rest_of_exp, within};
use crate::distribution::shared::power_of_ratio::PowerOfRatio;
use crate::math;

density! {
    /// The Weibull distribution with a shape and a scale.
    ///
    /// $$ \log p(y \mid \alpha, \sigma) = \log\frac{\alpha}{\sigma} + (\alpha-1)\log\frac y\sigma -
    /// \Bigl(\frac y\sigma\Bigr)^{\alpha}, \qquad y \ge 0 $$
    ///
    /// `shape` and `scale` are positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let lifetimes = [2.1, 0.7, 3.3, 1.4];
    /// params! { alpha: positive(), sigma: positive() }
    /// let model = model! {
    ///     alpha |= lognormal(0.0, 0.5),
    ///     sigma |= exponential(0.5),
    ///     data(&lifetimes) |= weibull(alpha, sigma),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("weibull_lpdf", "weibull_lcdf", "weibull_rng"))]
    Weibull, weibull(shape: Shape in Positive, scale: Scale in Positive), y in NonNegative;

    is Pure(shape)
    is PowerAtZero(shape)

    /// (α − 1) ℓ − t
    term Kernel(y, shape, scale) {
        let at = PowerOfRatio::new(y, shape, scale);
        let (t, t_less_one) = math::exp_and_expm1(at.x);
        let (rise, rise_by_y) = at.rise();
        // At y = 0, where only α = 1 has a density, t/y is 1/σ.
        let by_y = rise_by_y - shape * y.eq(0.0).select(scale.recip(), t / y);
        (rise - t, [by_y, -at.by_shape(t_less_one), shape * t_less_one / scale])
    }

    /// log α − log σ
    term Normaliser(shape, scale) {
        (math::log(shape) - math::log(scale), [shape.recip(), scale.constant(0.0)])
    }

    log_cdf(y, shape, scale) {
        let at = PowerOfRatio::new(y, shape, scale);
        let (value, by_x) = log_of_rest_of_exp(at.x);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, at.partials(by_x)))
    }
    log_ccdf(y, shape, scale) {
        let at = PowerOfRatio::new(y, shape, scale);
        let t = math::exp(at.x);
        within(!y.le(0.0), 0.0, (-t, at.partials(-t)))
    }

    draw(rng, shape, scale) {
        random::times_exp(scale, rng.sample::<f64, _>(rand_distr::Exp1).ln() / shape)
    }
}
