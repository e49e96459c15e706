//! loglogistic(α, β), scale α > 0, shape β > 0, for y ≥ 0. With ℓ = log(y/α), x = β ℓ and s = 1/(1 + e⁻ˣ):
//!
//! log p(y) = log β − log α + (β − 1) ℓ − 2 log(1 + eˣ).
//!
//! The derivative of −log α is combined with that of the rest, because their sum would lose digits; 1 − 2 s
//! = −tanh ½ x.
//!
//! ∂/∂y = (β − 1 − 2 β s)/y,  ∂/∂α = β (2 s − 1)/α,  ∂/∂β = 1/β + ℓ (1 − 2 s).
//!
//! log P(Y ≤ y) = −log(1 + e⁻ˣ),  ∂/∂x = 1 − s;   log P(Y > y) = −log(1 + eˣ),  ∂/∂x = −s;
//! ∂x/∂y = β/y,  ∂x/∂α = −β/α,  ∂x/∂β = ℓ.
//!
//! Stan Functions Reference, "Log-logistic distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::power_of_ratio::PowerOfRatio;
use crate::math;

density! {
    /// The distribution of eˣ for a logistic x, with a scale, which is the median, and a shape.
    ///
    /// $$ \log p(y \mid \alpha, \beta) = \log\frac{\beta}{\alpha} + (\beta-1)\log\frac y\alpha -
    /// 2\log\Bigl(1 + \Bigl(\frac y\alpha\Bigr)^{\beta}\Bigr), \qquad y \ge 0 $$
    ///
    /// `scale` and `shape` are positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let lifetimes = [2.1, 0.7, 3.3, 1.4];
    /// params! { median: positive() }
    /// let model = model! { median |= exponential(0.5), data(&lifetimes) |= loglogistic(median, 2.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("loglogistic_lpdf", "loglogistic_lcdf", "loglogistic_rng"))]
    Loglogistic, loglogistic(scale: Scale in Positive, shape: Shape in Positive), y in NonNegative;

    is Pure(shape)
    is PowerAtZero(shape)

    /// (β − 1) ℓ − 2 log(1 + eˣ)
    term Kernel(y, scale, shape) {
        let at = PowerOfRatio::new(y, shape, scale);
        let math::Tails { log, upper, lower, difference, .. } = math::logistic_tails(at.x);
        let is_above = at.x.gt(0.0);
        let softplus = is_above.select(at.x, 0.0) + log;
        let (rise, rise_by_y) = at.rise();
        let pull = is_above.select(upper, lower) * 2.0;
        // At y = 0, where only β = 1 has a density, s/y is 1/α.
        let by_y = rise_by_y - shape * y.eq(0.0).select(2.0 / scale, pull / y);
        // 2 s − 1
        let excess = difference.with_sign_of(at.x);
        (softplus.mul_add(-2.0, rise), [by_y, shape * excess / scale, -at.by_shape(excess)])
    }

    /// log β − log α
    term Normaliser(scale, shape) {
        (math::log(shape) - math::log(scale), [scale.constant(0.0), shape.recip()])
    }

    log_cdf(y, scale, shape) {
        let at = PowerOfRatio::new(y, shape, scale);
        let (softplus, share) = math::log1p_exp_and_logistic(-at.x);
        let [by_y, by_shape, by_scale] = at.partials(share);
        within(!y.le(0.0), f64::NEG_INFINITY, (-softplus, [by_y, by_scale, by_shape]))
    }
    log_ccdf(y, scale, shape) {
        let at = PowerOfRatio::new(y, shape, scale);
        let (softplus, share) = math::log1p_exp_and_logistic(at.x);
        let [by_y, by_shape, by_scale] = at.partials(-share);
        within(!y.le(0.0), 0.0, (-softplus, [by_y, by_scale, by_shape]))
    }

    draw(rng, scale, shape) {
        let part = rng.sample::<f64, _>(rand::distr::Open01);
        random::times_exp(scale, (part.ln() - (-part).ln_1p()) / shape)
    }
}
