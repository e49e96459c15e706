//! neg_binomial_2(μ, φ), mean μ > 0, precision φ > 0, for y in 0, 1, 2, …: neg_binomial(φ, φ/μ),
//!
//! log p(y) = log Γ(y + φ) − log Γ(φ) − log Γ(y + 1) + y log(μ/(μ + φ)) + φ log(φ/(μ + φ)).
//!
//! For large φ all terms but the third are large and their sum is not, so with t = μ/φ and w = (y − μ)/(φ + μ) it is
//! taken as
//!
//! log p(y) = D + y log μ − (y + φ) log(1 + t) − log Γ(y + 1),  D = log Γ(y + φ) − log Γ(φ) − y log φ,
//! ∂/∂μ = (y − μ)/(μ (1 + t)),
//! ∂/∂φ = ∂D/∂φ + t w − (log(1 + t) − t)           for t ≤ 1,
//!        ψ(y + φ) − ψ(φ) − log(1 + t) − w         for t > 1,
//!
//! where nothing cancels that is larger than y log y, and which goes over to the Poisson distribution as φ grows.
//!
//! With p = φ/(μ + φ) and the regularised incomplete beta function I, for y ≥ 0:
//!
//! P(Y ≤ y) = I_p(φ, y + 1),  ∂p/∂μ = −p/(μ + φ),  ∂p/∂φ = (1 − p)/(μ + φ).
//!
//! Stan Functions Reference, "Negative binomial distribution (alternative parameterization)".

use crate::distribution::macros::density;
use crate::distribution::shared::impossible::flat_where_impossible;
use crate::math;
use crate::math::scalar::{log_inc_beta, log_inc_beta_complement};
use crate::simd::{Pack, map_lanes};
use pulp::Simd;

density! {
    /// The negative binomial distribution with a mean and a precision.
    ///
    /// $$ \log p(y \mid \mu, \phi) = \log\binom{y+\phi-1}{y} + y\log\frac{\mu}{\mu+\phi} + \phi\log\frac{\phi}{\mu+\phi}, \qquad y \in \lbrace 0, 1, \dots \rbrace $$
    ///
    /// `mean` and `precision` are positive. The variance is μ + μ²/φ: the larger the precision, the closer to the
    /// [`poisson`](super::poisson()) distribution.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let counts = [3, 0, 11];
    /// params! { mu: positive(), phi: positive() }
    /// let model = model! {
    ///     mu |= gamma(2.0, 0.5),
    ///     phi |= gamma(2.0, 0.5),
    ///     data(&counts) |= neg_binomial_2(mu, phi),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    NegBinomial2, neg_binomial_2(mean: Mean in Positive, precision: Precision in Positive), y in Count;

    /// D + y log μ − (y + φ) log(1 + μ/φ)
    term Seen(y, mean, precision) {
        let seen = Overdispersed::new(y, mean, math::log(mean), precision);
        let by_mean = (y - mean) / (mean * (mean / precision + 1.0));
        (seen.value, [y.constant(0.0), by_mean, seen.by_precision])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (-math::lgamma(y + 1.0), [y.constant(0.0)]) }

    log_cdf(y, mean, precision) {
        let [value, by_mean, by_precision] = map_lanes([y, mean, precision], |[y, mean, precision]| {
            if y < 0.0 { [f64::NEG_INFINITY, 0.0, 0.0] } else { cumulative(y, mean, precision, log_inc_beta) }
        });
        (value, [y.constant(0.0), by_mean, by_precision])
    }

    log_ccdf(y, mean, precision) {
        let [value, by_mean, by_precision] = map_lanes([y, mean, precision], |[y, mean, precision]| {
            if y < 0.0 { [0.0; 3] } else { cumulative(y, mean, precision, log_inc_beta_complement) }
        });
        (value, [y.constant(0.0), by_mean, by_precision])
    }

    draw(rng, mean, precision) { random::overdispersed(precision, mean.ln() - precision.ln(), rng) }
}

/// What two parameterisations share.
pub(in crate::language::distribution) struct Overdispersed<S: Simd> {
    /// D + y log μ − (y + φ) log(1 + t)
    pub value: Pack<S>,
    /// Its derivative by φ.
    pub by_precision: Pack<S>,
    /// w
    pub deviation: Pack<S>,
}

impl<S: Simd> Overdispersed<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(y: Pack<S>, mean: Pack<S>, log_mean: Pack<S>, precision: Pack<S>) -> Self {
        let rising = math::log_rising(precision, y);
        let ratio = mean / precision;
        let (log1p, log1p_minus) = math::log1p_and_log1p_minus(ratio);
        // The ratio to a tiny precision may overflow, and its logarithm does not need the 1.
        let log_ratio = log_mean - math::log(precision);
        let log1p = log_ratio.gt(40.0).select(log_ratio, log1p);
        let deviation = (y - mean) / (precision + mean);
        let near = rising.excess_by_x + (ratio * deviation - log1p_minus);
        let far = rising.by_x - log1p - deviation;
        Self {
            value: y.mul_add(log_mean, rising.excess) - (y + precision) * log1p,
            by_precision: ratio.le(1.0).select(near, far),
            deviation,
        }
    }
}

/// The logarithm of I_p(φ, y + 1) or of its complement, and its derivatives by μ and φ.
fn cumulative(y: f64, mean: f64, precision: f64, beta: fn(f64, f64, f64, f64) -> [f64; 4]) -> [f64; 3] {
    let sum = mean + precision;
    let (p, q) = (precision / sum, mean / sum);
    let [value, by_precision, _, by_p] = beta(precision, y + 1.0, p, q);
    flat_where_impossible([value, -by_p * p / sum, by_precision + by_p * q / sum])
}
