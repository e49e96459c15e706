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
//! Stan Functions Reference, "Negative binomial distribution (alternative parameterization)".

use super::macros::density;
#[cfg(feature = "random")]
use super::neg_binomial::draw_overdispersed;
use crate::math;
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

    draw(rng, mean, precision) { draw_overdispersed(precision, mean / precision, rng) }
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
        let rising = math::log_rising(precision, y);
        // The ratio of a huge mean may overflow, and its logarithm does not need the 1.
        let log_ratio = log_mean - math::log(precision);
        let log1p_ratio = log_ratio.gt(40.0).select(log_ratio, math::log1p(mean / precision));
        let deviation = (y - mean) / (precision + mean);
        // Not of 1 + w, which is rounded where w is near −1.
        let log1p_deviation = rising.log_ratio - log1p_ratio;
        let near = deviation.ge(-0.5) & deviation.le(1.0);
        let excess = near.select(math::log1p_minus(deviation), log1p_deviation - deviation);
        Self {
            value: y.mul_add(log_mean, rising.excess) - (y + precision) * log1p_ratio,
            by_precision: rising.digamma_excess + excess,
            deviation,
        }
    }
}
