//! neg_binomial_2(μ, φ), mean μ ≥ 0, precision φ > 0, for y in 0, 1, 2, …: neg_binomial(φ, φ/μ),
//!
//! log p(y) = log Γ(y + φ) − log Γ(φ) − log Γ(y + 1) + y log(μ/(μ + φ)) + φ log(φ/(μ + φ)).
//!
//! For large φ all terms except the third are large and their sum is not, so with t = μ/φ and w = (y − μ)/(φ
//! + μ) it is computed as
//!
//! log p(y) = D + y log μ − (y + φ) log(1 + t) − log Γ(y + 1),  D = log Γ(y + φ) − log Γ(φ) − y log φ,
//! ∂/∂μ = (y − μ)/(μ (1 + t)),
//! ∂/∂φ = ∂D/∂φ + t w − (log(1 + t) − t)           for t ≤ 1,
//!        ψ(y + φ) − ψ(φ) − log(1 + t) − w         for t > 1,
//!
//! where no numbers larger than y log y cancel, and which converges to the Poisson distribution as φ grows.
//! For μ = 0 all probability is at 0.
//!
//! For large counts, with the means φ (y + φ)/(φ + μ) and μ (y + φ)/(φ + μ) of φ and y given their sum, and
//! T, D, S of `shared/large_counts.rs`, it is T(φ, y) − D(φ, φ(1 + w)) − D(y, y − φ w) − S(y).
//!
//! With p = φ/(μ + φ) and the regularised incomplete beta function I, for y ≥ 0:
//!
//! P(Y ≤ y) = I_p(φ, y + 1),  ∂p/∂μ = −p/(μ + φ),  ∂p/∂φ = (1 − p)/(μ + φ).
//!
//! Stan Functions Reference, "Negative binomial distribution (alternative parameterization)".

use crate::contract::family::Counts;
use crate::distribution::macros::density;
use crate::distribution::shared::impossible::flat_where_impossible;
use crate::distribution::shared::large_counts::{failures_before, is_large, minus_log_factorial};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::math;
use crate::math::scalar::{log_inc_beta_complement_of_count, log_inc_beta_of_count};
use crate::simd::{Pack, map_lanes};
use pulp::Simd;

density! {
    /// The negative binomial distribution with a mean and a precision.
    ///
    /// $$ \log p(y \mid \mu, \phi) = \log\binom{y+\phi-1}{y} + y\log\frac{\mu}{\mu+\phi} +
    /// \phi\log\frac{\phi}{\mu+\phi}, \qquad y \in \lbrace 0, 1, \dots \rbrace $$
    ///
    /// `mean` is zero or positive, `precision` is positive. The variance is μ + μ²/φ: the larger the
    /// precision, the closer to the [`poisson`](crate::distribution::discrete::poisson()) distribution. With
    /// the mean 0 all probability is at 0. Cumulative probabilities are available for precisions from 1e-50
    /// to 1e50.
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
    #[doc(alias("neg_binomial_2_lpmf", "neg_binomial_2_lcdf", "neg_binomial_2_rng"))]
    NegBinomial2, neg_binomial_2(mean: Mean in NonNegative, precision: Precision in Positive), y in Count;

    large counts

    /// D + y log μ − (y + φ) log(1 + μ/φ)
    term Seen(y, mean, precision) {
        let seen = Overdispersed::new::<Large, C>(y, mean, math::log(mean), precision);
        // w φ/μ is −1/(1 + t) for y = 0, also if μ is 0; a mean much larger than φ must not be squared.
        let (none, ratio) = (y.eq(0.0), mean / precision);
        let (far, deviation) = (ratio.gt(1.0), none.select(-1.0, y - mean));
        let upper = far.select(none.select(-precision, seen.deviation * precision), deviation);
        let lower = far
            .select(none.select(precision + mean, mean), none.select(ratio + 1.0, mean * (ratio + 1.0)));
        (seen.value, [y.constant(0.0), upper / lower, seen.by_precision])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (minus_log_factorial(y), [y.constant(0.0)]) }

    log_cdf(y, mean, precision) {
        let [value, by_mean, by_precision] = map_lanes([y, mean, precision], |[y, mean, precision]| {
            match y < 0.0 {
                true => [f64::NEG_INFINITY, 0.0, 0.0],
                false => cumulative(y, mean, precision, log_inc_beta_of_count),
            }
        });
        (value, [y.constant(0.0), by_mean, by_precision])
    }

    log_ccdf(y, mean, precision) {
        let [value, by_mean, by_precision] = map_lanes([y, mean, precision], |[y, mean, precision]| {
            match y < 0.0 {
                true => [0.0; 3],
                false => cumulative(y, mean, precision, log_inc_beta_complement_of_count),
            }
        });
        (value, [y.constant(0.0), by_mean, by_precision])
    }

    draw(rng, mean, precision) { random::overdispersed(precision, mean.ln() - precision.ln(), rng) }
}

/// The numbers that the terms of `neg_binomial_2` and `neg_binomial_2_log` share.
pub(in crate::distribution) struct Overdispersed<S: Simd> {
    /// D + y log μ − (y + φ) log(1 + t)
    pub value: Pack<S>,
    /// The derivative of `value` by φ.
    pub by_precision: Pack<S>,
    /// w = (y − μ)/(φ + μ)
    pub deviation: Pack<S>,
}

impl<S: Simd> Overdispersed<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new<Large: OutOfLine<4, 3>, C: Counts>(
        y: Pack<S>,
        mean: Pack<S>,
        log_mean: Pack<S>,
        precision: Pack<S>,
    ) -> Self {
        let rising = math::log_rising(precision, y);
        let ratio = mean / precision;
        let (log1p, log1p_minus) = math::log1p_and_log1p_minus(ratio);
        // The ratio to a tiny precision may overflow, and its logarithm does not need the 1.
        let log_ratio = log_mean - math::log(precision);
        let log1p = log_ratio.gt(40.0).select(log_ratio, log1p);
        let deviation = (y - mean) / (precision + mean);
        let near = rising.excess_by_x + (ratio * deviation - log1p_minus);
        let far = rising.by_x - log1p - deviation;
        let ordinary = [
            // For a mean and a count of 0, 0 · log 0 counts as 0.
            y.mul_add(y.eq(0.0).select(0.0, log_mean), rising.excess) - (y + precision) * log1p,
            ratio.le(1.0).select(near, far),
            deviation,
        ];
        let packs = [y, mean, log_mean, precision];
        let [value, by_precision, deviation] =
            replace_where::<Large, C, S, 4, 3>(is_large(y), packs, ordinary);
        Self { value, by_precision, deviation }
    }
}

/// The term for large counts, its derivative by φ, and w.
struct Large;

impl OutOfLine<4, 3> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, mean, _, precision]: [Pack<S>; 4]) -> [Pack<S>; 3] {
        of_large_count(y, mean, mean - y, precision)
    }
}

/// The term for large counts, its derivative by φ, and w, given μ − y without the rounding error of μ.
#[inline(always)]
pub(in crate::distribution) fn of_large_count<S: Simd>(
    y: Pack<S>,
    mean: Pack<S>,
    above: Pack<S>,
    precision: Pack<S>,
) -> [Pack<S>; 3] {
    let sum = precision + mean;
    let share = (y + precision) / sum;
    let deviation = -(above / sum);
    let excess = -(precision * deviation);
    let [value, _, by_precision] = failures_before(y, precision, mean * share, precision * share, excess);
    [value, by_precision, deviation]
}

/// The logarithm of I_p(φ, y + 1) or of its complement, and its derivatives by μ and φ.
fn cumulative(y: f64, mean: f64, precision: f64, beta: fn(f64, f64, f64, f64) -> [f64; 3]) -> [f64; 3] {
    let sum = mean + precision;
    let (p, q) = (precision / sum, mean / sum);
    let [value, by_precision, by_p] = beta(precision, y + 1.0, p, q);
    flat_where_impossible([value, -by_p * p / sum, by_precision + by_p * q / sum])
}
