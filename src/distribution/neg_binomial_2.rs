//! neg_binomial_2(μ, φ), mean μ > 0, precision φ > 0, for y in 0, 1, 2, …: neg_binomial(φ, φ/μ),
//!
//! log p(y) = log Γ(y + φ) − log Γ(φ) − log Γ(y + 1) + y log(μ/(μ + φ)) + φ log(φ/(μ + φ)).
//!
//! For large φ all terms but the third are large and their sum is not, so it is taken as
//!
//! log p(y) = D + y log μ − (y + φ) log(1 + μ/φ) − log Γ(y + 1),
//! ∂/∂μ = (y − μ)/(μ (1 + μ/φ)),
//! ∂/∂φ = E + log(1 + w) − w,  w = (y − μ)/(φ + μ),  1 + w = (1 + y/φ)/(1 + μ/φ),
//!
//! D = log Γ(y + φ) − log Γ(φ) − y log φ,  E = ψ(y + φ) − ψ(φ) − log(1 + y/φ),
//!
//! where nothing cancels, and which goes over to the Poisson distribution as φ grows.
//!
//! With p = φ/(μ + φ) and the regularised incomplete beta function I, for y ≥ 0:
//!
//! P(Y ≤ y) = I_p(φ, y + 1),  ∂p/∂μ = −p/(μ + φ),  ∂p/∂φ = (1 − p)/(μ + φ).
//!
//! Stan Functions Reference, "Negative binomial distribution (alternative parameterization)".

use super::lanes::{by_lane, flat_where_impossible};
use super::macros::density;
#[cfg(feature = "random")]
use super::neg_binomial::draw_overdispersed;
use crate::math;
use crate::math::scalar::{log_inc_beta, log_inc_beta_complement};
use crate::simd::Pack;
use pulp::Simd;

density! {
    /// The negative binomial distribution with a mean and a precision.
    ///
    /// $$ \log p(y \mid \mu, \phi) = \log\binom{y+\phi-1}{y} + y\log\frac{\mu}{\mu+\phi} + \phi\log\frac{\phi}{\mu+\phi}, \qquad y \in \lbrace 0, 1, \dots \rbrace $$
    ///
    /// `mean` and `precision` are positive. The variance is μ + μ²/φ: the larger the precision, the closer to the
    /// [`poisson`](super::poisson()) distribution.
    ///
    /// Every argument may be a scalar or a vector, a parameter or data. A parameter outside its domain makes the log
    /// density −∞; data outside is an error of `compile()`.
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
        let seen = Seen2::new(y, mean, math::log(mean), precision);
        let by_mean = (y - mean) / (mean * (mean / precision + 1.0));
        (seen.value, [y.constant(0.0), by_mean, seen.by_precision])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (-math::lgamma(y + 1.0), [y.constant(0.0)]) }

    log_cdf(y, mean, precision) {
        let [value, by_mean, by_precision] = by_lane([y, mean, precision], |[y, mean, precision]| {
            if y < 0.0 { [f64::NEG_INFINITY, 0.0, 0.0] } else { cumulative(y, mean, precision, log_inc_beta) }
        });
        (value, [y.constant(0.0), by_mean, by_precision])
    }

    log_ccdf(y, mean, precision) {
        let [value, by_mean, by_precision] = by_lane([y, mean, precision], |[y, mean, precision]| {
            if y < 0.0 { [0.0; 3] } else { cumulative(y, mean, precision, log_inc_beta_complement) }
        });
        (value, [y.constant(0.0), by_mean, by_precision])
    }

    draw(rng, mean, precision) {
        if mean > 0.0 { draw_overdispersed(precision, mean / precision, rng) } else { f64::NAN }
    }
}

/// What two parameterisations share.
pub(super) struct Seen2<S: Simd> {
    /// D + y log μ − (y + φ) log(1 + μ/φ)
    pub value: Pack<S>,
    /// Its derivative by φ.
    pub by_precision: Pack<S>,
    /// w
    pub deviation: Pack<S>,
}

impl<S: Simd> Seen2<S> {
    #[inline(always)]
    pub fn new(y: Pack<S>, mean: Pack<S>, log_mean: Pack<S>, precision: Pack<S>) -> Self {
        let rising = math::rising(precision, y);
        // The ratio of a huge mean may overflow, and its logarithm does not need the 1.
        let log_ratio = log_mean - math::log(precision);
        let log1p_ratio = log_ratio.gt(40.0).select(log_ratio, math::log1p(mean / precision));
        let deviation = (y - mean) / (precision + mean);
        // Not of 1 + w, which is rounded where w is near −1.
        let log1p_deviation = rising.log_ratio - log1p_ratio;
        Self {
            value: y.mul_add(log_mean, rising.excess) - (y + precision) * log1p_ratio,
            by_precision: rising.digamma_excess + math::log1p_less_x(deviation, log1p_deviation),
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
