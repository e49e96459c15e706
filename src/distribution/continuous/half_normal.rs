//! half_normal(σ), σ > 0, for y ≥ 0:  log p(y) = −½ z² − log σ + ½ log(2/π)  with z = y/σ.
//!
//! ∂/∂y = −z/σ,  ∂/∂σ = (z² − 1)/σ.
//!
//! The normal distribution of mean 0, folded at 0: the density is doubled.
//!
//! With Φ the standard normal cumulative distribution function, φ its derivative:
//!
//! log P(Y ≤ y) = log erf(z/√2) = log(1 − 2 Φ(−z)),  ∂/∂z = 2 φ(z)/erf(z/√2),
//! log P(Y > y) = log 2 + log Φ(−z) = log(1 − erf(z/√2)),  ∂/∂z = −φ(z)/Φ(−z);
//!
//! the forms with erf are used for z < 1, where they keep the digits of a small mass.

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::rare::unless_rare;
use crate::distribution::shared::standardized::Standardized;
use crate::math;
use core::f64::consts::{FRAC_1_SQRT_2, LN_2};

/// ½ log(2/π)
pub(in crate::distribution) const HALF_LOG_TWO_OVER_PI: f64 = -0.225_791_352_644_727_43;

density! {
    /// The normal distribution of mean 0 and a standard deviation, folded at 0.
    ///
    /// $$ \log p(y \mid \sigma) = -\tfrac12 z^2 - \log\sigma + \tfrac12\log\tfrac2\pi, \qquad z =
    /// \frac{y}{\sigma}, \quad y \ge 0 $$
    ///
    /// `scale` is positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { tau: positive() }
    /// let model = model! { tau |= half_normal(2.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    HalfNormal, half_normal(scale: Scale in Positive), y in NonNegative;

    conjugate(scale: Scale)

    is PositiveAtZero

    constant(scale) { HALF_LOG_TWO_OVER_PI }

    /// −½ z²
    term Exponent(y, scale) {
        let inverse = scale.recip();
        let z = y * inverse;
        let slope = z * inverse;
        (z * z * -0.5, [-slope, z * slope])
    }

    /// −log σ + ½ log(2/π)
    term Normaliser(scale) {
        (-math::log(scale) + HALF_LOG_TWO_OVER_PI, [-scale.recip()])
    }

    log_cdf(y, scale) {
        let at = Standardized::folded(y, scale);
        let (above, by_minus_z) = math::log_normal_cdf_and_slope(-at.z);
        let tail = math::exp(above);
        let (near, mass) = (at.z.lt(1.0), math::erf(at.z * FRAC_1_SQRT_2));
        let value = near.select(math::log(mass), math::log1p(tail * -2.0));
        let mass = near.select(mass, tail.mul_add(-2.0, 1.0));
        let [by_y, by_scale] = at.folded_partials(2.0 * tail * by_minus_z / mass);
        let usual = [value, by_y, by_scale];
        let [value, by_y, by_scale] = unless_rare(at.z.lt(1e-300), [y, scale], usual, log_cdf_at_zero);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [by_y, by_scale]))
    }
    log_ccdf(y, scale) {
        let at = Standardized::folded(y, scale);
        let (above, by_minus_z) = math::log_normal_cdf_and_slope(-at.z);
        let value = at.z.lt(1.0).select(math::log1p(-math::erf(at.z * FRAC_1_SQRT_2)), above + LN_2);
        within(!y.le(0.0), 0.0, (value, at.folded_partials(-by_minus_z)))
    }

    draw(rng, scale) { scale * rng.sample::<f64, _>(rand_distr::StandardNormal).abs() }
}

/// log P(Y ≤ y) with its derivatives by y and σ if z may underflow.
fn log_cdf_at_zero([y, scale]: [f64; 2]) -> [f64; 3] {
    [HALF_LOG_TWO_OVER_PI + y.ln() - scale.ln(), 1.0 / y, -1.0 / scale]
}
