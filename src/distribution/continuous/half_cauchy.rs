//! half_cauchy(σ), σ > 0, for y ≥ 0:  log p(y) = −log(1 + z²) − log σ + log(2/π)  with z = y/σ.
//!
//! With w = 2 z / (1 + z²):  ∂/∂y = −w/σ,  ∂/∂σ = (w z − 1)/σ.
//!
//! The Cauchy distribution at 0, folded there: the density is doubled.
//!
//! P(Y ≤ y) = 2/π atan z, P(Y > y) = 2/π atan(1/z), ∂/∂z = ±2/(π (1 + z²)); the logarithm of either is
//! computed from the smaller of the two, as its logarithm or as log1p of its negative.

use crate::distribution::continuous::cauchy::log_kernel;
use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::far_tails;
use crate::distribution::shared::far_tails::FAR;
use crate::distribution::shared::rare::unless_rare;
use crate::distribution::shared::standardized::Standardized;
use crate::math;
use crate::simd::Pack;
use core::f64::consts::FRAC_2_PI;
use pulp::Simd;

/// log(2/π)
const LOG_TWO_OVER_PI: f64 = -0.451_582_705_289_454_9;

density! {
    /// The Cauchy distribution at 0 with a scale, folded at 0.
    ///
    /// $$ \log p(y \mid \sigma) = -\log(1 + z^2) - \log\sigma + \log\tfrac2\pi, \qquad z = \frac{y}{\sigma},
    /// \quad y \ge 0 $$
    ///
    /// `scale` is positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { tau: positive() }
    /// let model = model! { tau |= half_cauchy(5.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    HalfCauchy, half_cauchy(scale: Scale in Positive), y in NonNegative;

    is PositiveAtZero

    constant(scale) { LOG_TWO_OVER_PI }

    /// −log(1 + z²)
    term Kernel(y, scale) {
        let [value, by_y, by_scale] = log_kernel(Standardized::folded(y, scale), scale);
        (value, [by_y, by_scale])
    }

    /// −log σ + log(2/π)
    term Normaliser(scale) {
        (-math::log(scale) + LOG_TWO_OVER_PI, [-scale.recip()])
    }

    log_cdf(y, scale) {
        let at = Standardized::folded(y, scale);
        let (below, above) = masses(at.z);
        let value = at.z.lt(1.0).select(math::log(below), math::log1p(-above));
        let density = FRAC_2_PI / at.z.mul_add(at.z, 1.0);
        let [by_y, by_scale] = at.folded_partials(density / below);
        let rare = at.z.gt(FAR) | at.z.lt(1e-300);
        let usual = [value, by_y, by_scale];
        let [value, by_y, by_scale] = unless_rare(rare, [y, scale], usual, far_tails::folded_cauchy_log_cdf);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [by_y, by_scale]))
    }
    log_ccdf(y, scale) {
        let at = Standardized::folded(y, scale);
        let (below, above) = masses(at.z);
        let value = at.z.lt(1.0).select(math::log1p(-below), math::log(above));
        let density = FRAC_2_PI / at.z.mul_add(at.z, 1.0);
        let [by_y, by_scale] = at.folded_partials(-density / above);
        let usual = [value, by_y, by_scale];
        let [value, by_y, by_scale] =
            unless_rare(at.z.gt(FAR), [y, scale], usual, far_tails::folded_cauchy_log_ccdf);
        within(!y.le(0.0), 0.0, (value, [by_y, by_scale]))
    }

    draw(rng, scale) {
        scale * (core::f64::consts::FRAC_PI_2 * rng.sample::<f64, _>(rand::distr::Open01)).tan()
    }
}

/// P(Y ≤ z) and P(Y > z), for z > 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn masses<S: Simd>(z: Pack<S>) -> (Pack<S>, Pack<S>) {
    let near = z.lt(1.0);
    let smaller = math::atan(near.select(z, z.recip())) * FRAC_2_PI;
    (near.select(smaller, 1.0 - smaller), near.select(1.0 - smaller, smaller))
}
