//! frechet(α, σ), shape α > 0, scale σ > 0, for y > 0. With ℓ = log(y/σ), x = α ℓ and t = e⁻ˣ:
//!
//! log p(y) = log α − log σ − (α + 1) ℓ − t.
//!
//! The derivative of −log σ is combined with that of the rest, because their sum would lose digits.
//!
//! ∂/∂y = (α t − α − 1)/y,  ∂/∂α = 1/α + ℓ (t − 1),  ∂/∂σ = α (1 − t)/σ.
//!
//! log P(Y ≤ y) = −t,  ∂/∂x = t;   log P(Y > y) = log(1 − e⁻ᵗ),  ∂/∂x = −t/(eᵗ − 1);
//! ∂x/∂y = α/y,  ∂x/∂α = ℓ,  ∂x/∂σ = −α/σ.
//!
//! Stan Functions Reference, "Frechet distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::{log_of_rest_of_exp, within};
use crate::distribution::shared::power_of_ratio::PowerOfRatio;
use crate::math;

density! {
    /// The Fréchet distribution, the distribution of 1/x for a Weibull x, with a shape and a scale.
    ///
    /// $$ \log p(y \mid \alpha, \sigma) = \log\frac{\alpha}{\sigma} - (\alpha+1)\log\frac y\sigma -
    /// \Bigl(\frac y\sigma\Bigr)^{-\alpha}, \qquad y > 0 $$
    ///
    /// `shape` and `scale` are positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let maxima = [2.1, 0.7, 3.3, 1.4];
    /// params! { sigma: positive() }
    /// let model = model! { sigma |= exponential(0.5), data(&maxima) |= frechet(2.0, sigma) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("frechet_lpdf", "frechet_lcdf", "frechet_rng"))]
    Frechet, frechet(shape: Shape in Positive, scale: Scale in Positive), y in Positive;

    is Pure(shape)

    /// −(α + 1) ℓ − t
    term Kernel(y, shape, scale) {
        let at = PowerOfRatio::new(y, shape, scale);
        let (t, t_less_one) = math::exp_and_expm1(-at.x);
        let push = shape * t_less_one;
        (-(at.x + at.log + t), [(push - 1.0) / y, at.log * t_less_one, -(push / scale)])
    }

    /// log α − log σ
    term Normaliser(shape, scale) {
        (math::log(shape) - math::log(scale), [shape.recip(), scale.constant(0.0)])
    }

    log_cdf(y, shape, scale) {
        let at = PowerOfRatio::new(y, shape, scale);
        let t = math::exp(-at.x);
        within(!y.le(0.0), f64::NEG_INFINITY, (-t, at.partials(t)))
    }
    log_ccdf(y, shape, scale) {
        let at = PowerOfRatio::new(y, shape, scale);
        let (value, by_minus_x) = log_of_rest_of_exp(-at.x);
        within(!y.le(0.0), 0.0, (value, at.partials(-by_minus_x)))
    }

    draw(rng, shape, scale) {
        random::times_exp(scale, -rng.sample::<f64, _>(rand_distr::Exp1).ln() / shape)
    }
}
