//! uniform(a, b), a < b, for a ≤ y ≤ b:  log p(y) = −log(b − a).
//!
//! ∂/∂y = 0,  ∂/∂a = 1/(b − a),  ∂/∂b = −1/(b − a).
//!
//! log P(Y ≤ y) = log1p(−(b − y)/(b − a)) if this is larger, with 1/(b − a) − 1/(y − a) = −(b − y)/((b − a)
//! (y − a)), otherwise
//!
//! log P(Y ≤ y) = log(y − a) − log(b − a), ∂/∂y = 1/(y − a), ∂/∂a = 1/(b − a) − 1/(y − a), ∂/∂b = −1/(b − a),
//! log P(Y > y) = log(b − y) − log(b − a), ∂/∂y = −1/(b − y), ∂/∂a = 1/(b − a), ∂/∂b = 1/(b − y) − 1/(b − a).
//!
//! Stan Functions Reference, "Uniform distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::rare::unless_rare;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

density! {
    /// The uniform distribution between two bounds.
    ///
    /// $$ \log p(y \mid a, b) = -\log(b-a), \qquad a \le y \le b $$
    ///
    /// `lower` is below `upper`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { phi: interval(-1.0, 1.0) }
    /// let model = model! { phi |= uniform(-1.0, 1.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("uniform_lpdf", "uniform_lcdf", "uniform_rng"))]
    Uniform, uniform(lower: LowerBound in Real, upper: UpperBound in Real), y in Real;

    is Between(lower, upper)

    /// 0 inside, −∞ outside
    term Inside(y, lower, upper) {
        let (inside, zero) = (y.ge(lower) & y.le(upper), y.constant(0.0));
        (inside.select(0.0, f64::NEG_INFINITY), [zero, zero, zero])
    }

    /// −log(b − a); the logarithm of a negative width is NaN
    term Normaliser(lower, upper) {
        let width = upper - lower;
        let slope = width.recip();
        (-math::log(width), [slope, -slope])
    }

    rule(lower, upper) "be below the upper bound" { lower < upper }
    rule(y, lower, upper) "lie between the bounds" { lower <= y && y <= upper }

    log_cdf(y, lower, upper) {
        let (part, rest, width) = (y - lower, upper - y, upper - lower);
        let [value, by_part, by_far, by_near] = log_share(part, rest, width);
        let at = within(!part.le(0.0), f64::NEG_INFINITY, (value, [by_part, by_near, by_far]));
        within(!y.ge(upper) | !width.gt(0.0), 0.0, at)
    }
    log_ccdf(y, lower, upper) {
        let (part, rest, width) = (upper - y, y - lower, upper - lower);
        let [value, by_part, by_far, by_near] = log_share(part, rest, width);
        let at = within(!part.le(0.0), f64::NEG_INFINITY, (value, [-by_part, -by_far, -by_near]));
        within(!y.le(lower) | !width.gt(0.0), 0.0, at)
    }

    draw(rng, lower, upper) {
        let part = rng.random::<f64>();
        (lower * (1.0 - part) + upper * part).clamp(lower, upper)
    }
}

/// The logarithm of the ratio of a part of the interval to its width, the slopes by the part and by a shift
/// of the far end, and the negative slope by a shift of the near end.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn log_share<S: Simd>(part: Pack<S>, rest: Pack<S>, width: Pack<S>) -> [Pack<S>; 4] {
    let slope = width.recip();
    let share = part * slope;
    let usual = share.lt(0.5).select(math::log(share), math::log1p(-(rest * slope)));
    let [value] =
        unless_rare(share.lt(1e-300), [part, width], [usual], |[part, width]| [part.ln() - width.ln()]);
    let by_part = part.recip();
    [value, by_part, -slope, -(rest * slope * by_part)]
}
