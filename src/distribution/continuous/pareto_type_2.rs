//! pareto_type_2(μ, λ, α), scale λ > 0, shape α > 0, for y ≥ μ. With w = (y − μ)/λ:
//!
//! log p(y) = log α − log λ − (α + 1) log(1 + w).
//!
//! With v = (α + 1)/(λ + y − μ):  ∂/∂y = −v,  ∂/∂μ = v,  ∂/∂λ = v w − 1/λ = (α w − 1)/(λ + y − μ),
//! ∂/∂α = 1/α − log(1 + w).
//!
//! With ℓ = log(1 + w) and t = α ℓ:  ∂ℓ/∂y = 1/(λ + y − μ) = −∂ℓ/∂μ,  ∂ℓ/∂λ = −w/(λ + y − μ), and
//!
//! log P(Y ≤ y) = log(1 − e⁻ᵗ),  ∂/∂t = 1/(eᵗ − 1);   log P(Y > y) = −t.
//!
//! Stan Functions Reference, "Pareto type 2 distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::{log_of_rest, within};
use crate::distribution::shared::rare::unless_rare;
use crate::math;
use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;

density! {
    /// The Pareto distribution of type 2, or Lomax distribution, with a least value, a scale and a shape.
    ///
    /// $$ \log p(y \mid \mu, \lambda, \alpha) = \log\frac{\alpha}{\lambda} - (\alpha+1)\log\Bigl(1 +
    /// \frac{y-\mu}{\lambda}\Bigr), \qquad y \ge \mu $$
    ///
    /// `location` is any number, `scale` and `shape` are positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let losses = [0.3, 1.6, 0.1, 8.4];
    /// params! { lambda: positive() }
    /// let model = model! { lambda |= exponential(1.0), data(&losses) |= pareto_type_2(0.0, lambda, 2.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("pareto_type_2_lpdf", "pareto_type_2_lcdf", "pareto_type_2_rng"))]
    ParetoType2,
    pareto_type_2(location: Location in Real, scale: Scale in Positive, shape: Shape in Positive),
    y in Real;

    is Pure(shape)
    is From(location)

    /// −(α + 1) log(1 + w), −∞ outside
    term Kernel(y, location, scale, shape) {
        let at = LogRise::new(y, location, scale);
        let power = -(shape + 1.0);
        let value = y.ge(location).select(power * at.log, f64::NEG_INFINITY);
        let [by_y, by_location, _, by_shape] = at.partials(power, -at.log);
        (value, [by_y, by_location, -(shape.mul_add(at.by_scale, at.by_y)), by_shape])
    }

    /// log α − log λ
    term Normaliser(scale, shape) {
        (math::log(shape) - math::log(scale), [scale.constant(0.0), shape.recip()])
    }

    rule(y, location) "not be below the least value" { y >= location }

    log_cdf(y, location, scale, shape) {
        let at = LogRise::new(y, location, scale);
        let t = shape * at.log;
        let (value, by_t) = log_of_rest(t);
        let partials = at.partials(shape * by_t, at.log * by_t);
        let [by_y, _, by_scale, by_shape] = partials;
        let usual = [value, by_y, by_scale, by_shape];
        let inputs = [y - location, scale, shape];
        let [value, by_y, by_scale, by_shape] = unless_rare(t.lt(1e-280), inputs, usual, log_cdf_at_start);
        within(!y.le(location), f64::NEG_INFINITY, (value, [by_y, -by_y, by_scale, by_shape]))
    }
    log_ccdf(y, location, scale, shape) {
        let at = LogRise::new(y, location, scale);
        within(!y.le(location), 0.0, (-(shape * at.log), at.partials(-shape, -at.log)))
    }

    draw(rng, location, scale, shape) {
        let log_rise = rng.sample::<f64, _>(rand_distr::Exp1) / shape;
        let rise = log_rise.exp_m1();
        // If the power overflows, the product may still be finite.
        location + if rise.is_finite() { scale * rise } else { random::times_exp(scale, log_rise) }
    }
}

/// ℓ = log(1 + w) and the numbers from which its derivatives are computed.
#[derive(Clone, Copy)]
struct LogRise<S: Simd> {
    /// ℓ
    log: Pack<S>,
    /// ∂ℓ/∂y
    by_y: Pack<S>,
    /// ∂ℓ/∂λ
    by_scale: Pack<S>,
}

#[inlined(all)]
impl<S: Simd> LogRise<S> {
    fn new(y: Pack<S>, location: Pack<S>, scale: Pack<S>) -> Self {
        let above = y - location;
        let (rise, slope) = (above / scale, (scale + above).recip());
        let usual = [math::log1p(rise), -(rise * slope)];
        let [log, by_scale] = unless_rare(rise.gt(1e300), [above, scale], usual, far_above);
        Self { log, by_y: slope, by_scale }
    }

    /// The partial derivatives by y, μ, λ and α of a function of ℓ and α, given both.
    fn partials(self, by_log: Pack<S>, by_shape: Pack<S>) -> [Pack<S>; 4] {
        let by_y = by_log * self.by_y;
        [by_y, -by_y, by_log * self.by_scale, by_shape]
    }
}

/// ℓ and ∂ℓ/∂λ if w overflows.
fn far_above([above, scale]: [f64; 2]) -> [f64; 2] {
    [above.ln() - scale.ln(), -1.0 / scale]
}

/// log P(Y ≤ y) and its derivatives by y, λ and α if t may underflow.
fn log_cdf_at_start([above, scale, shape]: [f64; 3]) -> [f64; 4] {
    [shape.ln() + above.ln() - scale.ln(), 1.0 / above, -1.0 / scale, 1.0 / shape]
}
