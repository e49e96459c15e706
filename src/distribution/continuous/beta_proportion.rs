//! beta_proportion(μ, κ), 0 < μ < 1, κ > 0, for 0 < y < 1: beta(a, b) with a = μ κ and b = (1 − μ) κ,
//!
//! log p(y) = (a − 1) log y + (b − 1) log(1 − y) − log B(a, b).
//!
//! For large κ all terms are of the size of κ, but their sum is not. So with s(x) = log Γ(x) − x log x + x,
//! which is about −½ log x for large x, and the logarithms of ratios ℓ₁ = log(y/μ), ℓ₂ = log((1 − y)/(1 −
//! μ)):
//!
//! log p(y) = κ D − log y − log(1 − y) + s(κ) − s(a) − s(b),
//! D = μ ℓ₁ + (1 − μ) ℓ₂ = μ (ℓ₁ − r₁) + (1 − μ)(ℓ₂ − r₂),  r₁ = (y − μ)/μ,  r₂ = (μ − y)/(1 − μ),
//!
//! because μ r₁ + (1 − μ) r₂ = 0. As |r| is of the order κ^−½ where the density is not small, ℓ − r, with ℓ =
//! log(1 + r), keeps as many digits as y and μ have.
//!
//! ∂/∂y = κ (μ − y)/(y (1 − y)) − 1/y + 1/(1 − y),
//! ∂/∂μ = κ (ℓ₁ − ℓ₂ − s′(a) + s′(b)),  ∂/∂κ = D + s′(κ) − μ s′(a) − (1 − μ) s′(b),  s′(x) = ψ(x) − log x.
//!
//! log P(Y ≤ y) = log I_y(a, b), log P(Y > y) = log(1 − I_y(a, b)), the regularised incomplete beta function.
//!
//! Stan Functions Reference, "Beta proportion distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::beta_tails::{log_lower, log_upper};
use crate::distribution::shared::complement::{log_of_complement, within};
use crate::distribution::shared::stirling::stirling_rest;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

density! {
    /// The beta distribution with a mean and a concentration, the sum of both shapes.
    ///
    /// $$ \log p(y \mid \mu, \kappa) = (\mu\kappa-1)\log y + ((1-\mu)\kappa-1)\log(1-y) - \log\mathrm
    /// B(\mu\kappa, (1-\mu)\kappa), \qquad 0 < y < 1 $$
    ///
    /// `mean` lies strictly between 0 and 1, `concentration` is positive.
    /// Cumulative probabilities are available for shapes, which are products with `concentration`, from 1e-50
    /// to 1e50.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let shares = [0.31, 0.42, 0.18];
    /// params! { mu: interval(0.0, 1.0), kappa: positive() }
    /// let model = model! {
    ///     mu    |= uniform(0.0, 1.0),
    ///     kappa |= gamma(2.0, 0.1),
    ///     data(&shares) |= beta_proportion(mu, kappa),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("beta_proportion_lpdf", "beta_proportion_lcdf", "beta_proportion_rng"))]
    BetaProportion,
    beta_proportion(mean: Mean in OpenUnit, concentration: Concentration in Positive),
    y in OpenUnit;

    complement rest_of_y(y) and rest(mean)

    conjugate(y: Beta)

    is Pure(mean)
    is Pure(concentration)

    /// κ D
    term Deviance(y, rest_of_y, mean, rest, concentration) {
        // y − μ is computed from the smaller of μ and 1 − μ.
        let (above, zero) = (mean.gt(0.5), y.constant(0.0));
        let difference = above.select(rest - rest_of_y, y - mean);
        let (success, success_less) = log_ratio(y, mean, difference);
        let (failure, failure_less) = log_ratio(rest_of_y, rest, -difference);
        let deviance = mean.mul_add(success_less, rest * failure_less);
        let by_y = -(concentration * difference) / (y * rest_of_y);
        let by_mean = concentration * (success - failure);
        // The ends of the interval are outside the support.
        let partials = [by_y, zero, by_mean, zero, deviance];
        within(rest_of_y.gt(0.0) & rest.gt(0.0), f64::NEG_INFINITY, (concentration * deviance, partials))
    }

    /// −log y − log(1 − y)
    term Jacobian(y, rest_of_y) {
        let (log, inverse) = log_of_complement(y, rest_of_y);
        let partials = [inverse - y.recip(), y.constant(0.0)];
        within(rest_of_y.gt(0.0), f64::NEG_INFINITY, (-(math::log(y) + log), partials))
    }

    /// s(κ) − s(a) − s(b)
    term Normaliser(mean, rest, concentration) {
        let (whole, by_whole) = stirling_rest(concentration);
        let (success, by_success) = stirling_rest(mean * concentration);
        let (failure, by_failure) = stirling_rest(rest * concentration);
        let by_concentration = by_whole - mean.mul_add(by_success, rest * by_failure);
        let by_mean = concentration * (by_failure - by_success);
        (whole - success - failure, [by_mean, mean.constant(0.0), by_concentration])
    }

    log_cdf(y, rest_of_y, mean, rest, concentration) {
        let shapes = (mean * concentration, rest * concentration);
        let [value, by_a, by_b, by_y] = log_lower(shapes.0, shapes.1, [y, rest_of_y]);
        let (zero, by_concentration) = (y.constant(0.0), mean.mul_add(by_a, rest * by_b));
        let partials = [by_y, zero, concentration * (by_a - by_b), zero, by_concentration];
        within(!rest_of_y.le(0.0), 0.0, within(!y.le(0.0), f64::NEG_INFINITY, (value, partials)))
    }
    log_ccdf(y, rest_of_y, mean, rest, concentration) {
        let shapes = (mean * concentration, rest * concentration);
        let [value, by_a, by_b, by_y] = log_upper(shapes.0, shapes.1, [y, rest_of_y]);
        let (zero, by_concentration) = (y.constant(0.0), mean.mul_add(by_a, rest * by_b));
        let partials = [by_y, zero, concentration * (by_a - by_b), zero, by_concentration];
        within(!rest_of_y.le(0.0), f64::NEG_INFINITY, within(!y.le(0.0), 0.0, (value, partials)))
    }

    draw(rng, mean, concentration) {
        let shapes = [mean, 1.0 - mean].map(|part| (part * concentration).max(f64::MIN_POSITIVE));
        random::beta_and_rest(shapes[0], shapes[1], rng)[0]
    }
}

/// ℓ = log(y/μ) and ℓ − r, given y − μ = r μ.
///
/// The logarithm is that of 1 + r rounded; the rounding error c of the sum gives the correction c/(1 + r),
/// about c (1 − r), which is added. Far below μ, where r has lost significant digits, the logarithm of the
/// quotient is used; far above, c is negligible.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn log_ratio<S: Simd>(y: Pack<S>, mean: Pack<S>, difference: Pack<S>) -> (Pack<S>, Pack<S>) {
    let inverse = mean.recip();
    let r = difference * inverse;
    let sum = r + 1.0;
    let c = r - (sum - 1.0);
    let (low, high) = (r.lt(-0.5), r.gt(1.0));
    let correction = (low | high).select(0.0, c * (1.0 - r));
    let log = math::log(low.select(y * inverse, sum)) + correction;
    (log, log - r)
}
