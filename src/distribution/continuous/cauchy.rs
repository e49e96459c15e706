//! cauchy(μ, σ), σ > 0:  log p(y) = −log(1 + z²) − log σ − log π  with z = (y − μ)/σ.
//!
//! With w = 2 z / (1 + z²):  ∂/∂y = −w/σ,  ∂/∂μ = w/σ,  ∂/∂σ = (w z − 1)/σ.
//!
//! With a(z) = atan(1/z)/π for z > 0, the mass above z:
//!
//! log P(Y ≤ y) = log a(−z) | log(½ + atan(z)/π) | log(1 − a(z))  for z < −1 | |z| ≤ 1 | z > 1,
//! and with F the probability its derivative by z is 1/(π (1 + z²) F). P(Y > y) is P(Y ≤ y) at −z.
//!
//! Stan Functions Reference, "Cauchy distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::far_tails;
use crate::distribution::shared::far_tails::FAR;
use crate::distribution::shared::rare::unless_rare;
use crate::distribution::shared::standardized::Standardized;
use crate::math;
use crate::simd::Pack;
use core::f64::consts::FRAC_1_PI;
use pulp::Simd;

/// log π
const LOG_PI: f64 = 1.144_729_885_849_400_2;

density! {
    /// The Cauchy distribution with a location and a scale.
    ///
    /// $$ \log p(y \mid \mu, \sigma) = -\log(1 + z^2) - \log\sigma - \log\pi, \qquad z = \frac{y-\mu}{\sigma}
    /// $$
    ///
    /// `location` is any number, `scale` positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { beta: real() }
    /// let model = model! { beta |= cauchy(0.0, 2.5) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("cauchy_lpdf", "cauchy_lcdf", "cauchy_rng"))]
    Cauchy, cauchy(location: Location in Real, scale: Scale in Positive), y in Real;

    logarithm log_scale(scale)

    is LocationScale(location, scale)
    is Symmetric

    constant(scale) { -LOG_PI }

    /// −log(1 + z²)
    term Kernel(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let [value, by_y, by_scale] = log_kernel(at, scale);
        (value, [by_y, -by_y, by_scale])
    }

    /// −log σ − log π
    term Normaliser(scale, log_scale) {
        (-log_scale - LOG_PI, [-scale.recip(), scale.constant(0.0)])
    }

    log_cdf(y, location, scale) {
        let at = Standardized::new(y, location, scale);
        let [value, by_y, by_scale] = log_cdf(at, scale);
        (value, [by_y, -by_y, by_scale])
    }
    log_ccdf(y, location, scale) {
        let at = Standardized::new(location, y, scale);
        let [value, by_location, by_scale] = log_cdf(at, scale);
        (value, [-by_location, by_location, by_scale])
    }

    draw(rng, location, scale) {
        let angle = core::f64::consts::PI * (rng.sample::<f64, _>(rand::distr::Open01) - 0.5);
        location + scale * angle.tan()
    }
}

/// −log(1 + z²) and its derivatives by y and σ, with that by z −2 z / (1 + z²).
///
/// The sum is rounded before the logarithm is taken: the error is below 2⁻⁵³, as large as the rounding error
/// of the density's sum of terms, and `log` is faster than `log1p`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_kernel<S: Simd>(at: Standardized<S>, scale: Pack<S>) -> [Pack<S>; 3] {
    let sum = at.z.mul_add(at.z, 1.0);
    let [by_y, by_scale] = at.folded_partials(-2.0 * at.z / sum);
    let usual = [-math::log(sum), by_y, by_scale];
    unless_rare(sum.gt(FAR * FAR), [at.deviation, scale], usual, far_tails::cauchy_kernel)
}

/// log(½ + atan(z)/π) and its derivatives by y and σ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn log_cdf<S: Simd>(at: Standardized<S>, scale: Pack<S>) -> [Pack<S>; 3] {
    let (z, size) = (at.z, at.z.abs());
    let far = size.gt(1.0);
    // The angle is computed up to the nearer of 0 and ±½π, so that the mass of a tail keeps its digits.
    let angle = math::atan(far.select(size.recip(), size)) * FRAC_1_PI;
    let lower = far.select(angle, 0.5 - angle);
    let (below, mass) = (z.lt(0.0), z.lt(0.0).select(lower, 1.0 - lower));
    let value = below.select(math::log(lower), math::log1p(-lower));
    let [by_y, by_scale] = at.folded_partials(FRAC_1_PI / (mass * z.mul_add(z, 1.0)));
    let usual = [value, by_y, by_scale];
    unless_rare(size.gt(FAR), [at.deviation, scale], usual, far_tails::cauchy_log_cdf)
}
