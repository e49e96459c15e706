//! pareto(m, α), least value m > 0, shape α > 0, for y ≥ m:  log p(y) = log α + α log m − (α + 1) log y.
//!
//! ∂/∂y = −(α + 1)/y,  ∂/∂m = α/m,  ∂/∂α = 1/α + log m − log y.
//!
//! With ℓ = log(y/m) = log1p((y − m)/m) and t = α ℓ:  ∂t/∂y = α/y,  ∂t/∂m = −α/m,  ∂t/∂α = ℓ, and
//!
//! log P(Y ≤ y) = log(1 − e⁻ᵗ),  ∂/∂t = 1/(eᵗ − 1);   log P(Y > y) = −t.
//!
//! Stan Functions Reference, "Pareto distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::{log_of_rest, within};
use crate::distribution::shared::large_shapes;
use crate::distribution::shared::large_shapes::LARGE;
use crate::distribution::shared::rare::unless_rare;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

density! {
    /// The Pareto distribution with a least value and a shape.
    ///
    /// $$ \log p(y \mid m, \alpha) = \log\alpha + \alpha\log m - (\alpha+1)\log y, \qquad y \ge m $$
    ///
    /// `minimum` and `shape` are positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let incomes = [1.3, 2.6, 1.1, 9.4];
    /// params! { alpha: positive() }
    /// let model = model! { alpha |= gamma(2.0, 1.0), data(&incomes) |= pareto(1.0, alpha) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("pareto_lpdf", "pareto_lcdf", "pareto_rng"))]
    Pareto, pareto(minimum: Minimum in Positive, shape: Shape in Positive), y in Positive;

    column log_y(y) { (math::log(y), y.recip()) }
    known log_y

    conjugate(shape: Gamma)

    is Pure(shape)
    is From(minimum)
    is Sharp(log_y)

    /// −(α + 1) log y
    term Power(y, log_y, minimum, shape) linear(y, log_y) {
        let (zero, power) = (y.constant(0.0), shape + 1.0);
        let usual = [-(power * log_y), zero, -power, zero, -log_y];
        let inputs = [y, log_y, minimum, shape];
        let [value, partials @ ..] = unless_rare(shape.ge(LARGE), inputs, usual, large_shapes::pareto);
        (value, partials)
    }

    /// 0 inside, −∞ outside
    term Inside(y, minimum) {
        let zero = y.constant(0.0);
        (y.ge(minimum).select(0.0, f64::NEG_INFINITY), [zero, zero])
    }

    /// log α + α log m
    term Normaliser(minimum, shape) {
        let (log, large) = (math::log(minimum), shape.ge(LARGE));
        // For large α the other term contains it.
        let (log, slope) = (large.select(0.0, log), large.select(0.0, shape / minimum));
        (shape.mul_add(log, math::log(shape)), [slope, shape.recip() + log])
    }

    rule(y, minimum) "not be below the least value" { y >= minimum }

    log_cdf(y, minimum, shape) {
        let log = log_ratio(y, minimum);
        let (value, by_t) = log_of_rest(shape * log);
        let slope = shape * by_t;
        within(!y.le(minimum), f64::NEG_INFINITY, (value, [slope / y, -(slope / minimum), log * by_t]))
    }
    log_ccdf(y, minimum, shape) {
        let log = log_ratio(y, minimum);
        within(!y.le(minimum), 0.0, (-(shape * log), [-(shape / y), shape / minimum, -log]))
    }

    draw(rng, minimum, shape) {
        let log_rise = rng.sample::<f64, _>(rand_distr::Exp1) / shape;
        // Near the minimum only the difference y − m keeps its digits.
        if log_rise < 1.0 {
            minimum + minimum * log_rise.exp_m1()
        } else {
            random::times_exp(minimum, log_rise)
        }
    }
}

/// log(y/m), also if the quotient overflows.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn log_ratio<S: Simd>(y: Pack<S>, minimum: Pack<S>) -> Pack<S> {
    let rise = (y - minimum) / minimum;
    let usual = [math::log1p(rise)];
    let [log] = unless_rare(rise.gt(1e300), [y, minimum], usual, large_shapes::log_of_quotient);
    log
}
