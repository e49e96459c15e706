//! binomial(N, θ), 0 ≤ θ ≤ 1, for y in 0 … N:
//!
//! log p(y) = y log θ + (N − y) log(1 − θ) + log Γ(N + 1) − log Γ(y + 1) − log Γ(N − y + 1).
//!
//! ∂/∂θ = y/θ − (N − y)/(1 − θ), where 0 · log 0 and 0/0 count as 0.
//!
//! For many trials it is, with the deviance and the remainder of Stirling's formula in
//! `shared/large_counts.rs`,
//!
//! log p(y) = −D(y, Nθ) − D(N − y, N(1 − θ)) + S(N) − S(y) − S(N − y),  ∂/∂θ = (y − Nθ)/(θ (1 − θ)).
//!
//! With the regularised incomplete beta function I, for 0 ≤ y < N:
//!
//! P(Y ≤ y) = I_{1−θ}(N − y, y + 1),  ∂ P(Y ≤ y)/∂θ = −(N − y) C(N, y) θʸ (1 − θ)^(N−y−1).
//!
//! Stan Functions Reference, "Binomial distribution".

use crate::contract::family::{AnyCounts, LARGE_COUNT};
use crate::distribution::macros::density;
use crate::distribution::shared::complement::log_of_complement;
use crate::distribution::shared::impossible::flat_where_impossible;
use crate::distribution::shared::large_counts::{is_large, minus_deviance};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::distribution::shared::stirling::factorial_rest;
use crate::math;
use crate::math::scalar::{log_inc_beta_complement_of_count, log_inc_beta_of_count};
use crate::simd::{Pack, map_lanes};
use pulp::Simd;

density! {
    /// The binomial distribution: the number of successes in a number of trials, each with this probability
    /// of success.
    ///
    /// $$ \log p(y \mid N, \theta) = \log\binom Ny + y\log\theta + (N-y)\log(1-\theta), \qquad y \in \lbrace
    /// 0, \dots, N \rbrace $$
    ///
    /// `trials` are whole numbers, `probability` lies between 0 and 1.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (successes, trials) = ([3, 7], [10, 12]);
    /// params! { theta: interval(0.0, 1.0) }
    /// let model = model! {
    ///     theta |= beta(1.0, 1.0),
    ///     data(&successes) |= binomial(data(&trials), theta),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("binomial_lpmf", "binomial_lcdf", "binomial_rng"))]
    Binomial, binomial(trials: Trials in Count, probability: Probability in Unit), y in Count;

    complement failure(probability)

    large counts

    linear_in_logarithms(probability, y, trials) {
        (trials < LARGE_COUNT).then_some([y, trials - y])
    }

    conjugate(probability: Beta)

    /// y log θ + (N − y) log(1 − θ)
    term Seen(y, trials, probability, failure) linear(y, trials) {
        let failures = trials - y;
        let (none, all) = (y.eq(0.0), failures.eq(0.0));
        let success = none.select(0.0, y * math::log(probability));
        let (log, inverse) = log_of_complement(probability, failure);
        let lost = all.select(0.0, failures * log);
        let by_success = none.select(0.0, y / probability);
        let by_failure = all.select(0.0, failures * inverse);
        let zero = y.constant(0.0);
        let ordinary = [success + lost, by_success - by_failure];
        let packs = [y, trials, probability, failure];
        let [value, slope] = replace_where::<Large, C, S, 4, 2>(is_large(trials), packs, ordinary);
        (value, [zero, zero, slope, zero])
    }

    /// log Γ(N + 1) − log Γ(y + 1) − log Γ(N − y + 1), for many trials S(N) − S(y) − S(N − y)
    term Choices(y, trials) {
        let zero = y.constant(0.0);
        (log_choose(trials, y), [zero, zero])
    }

    rule(y, trials) "not exceed the number of trials" { y <= trials }

    log_cdf(y, trials, probability, failure) {
        let packs = [y, trials, probability, failure];
        let [value, slope] = map_lanes(packs, |[y, trials, probability, failure]| {
            if y < 0.0 {
                return [f64::NEG_INFINITY, 0.0];
            }
            if y >= trials {
                return [0.0; 2];
            }
            let [value, _, by_failure] =
                log_inc_beta_of_count(trials - y, y + 1.0, failure, probability);
            flat_where_impossible([value, -by_failure])
        });
        let zero = y.constant(0.0);
        (value, [zero, zero, slope, zero])
    }

    log_ccdf(y, trials, probability, failure) {
        let packs = [y, trials, probability, failure];
        let [value, slope] = map_lanes(packs, |[y, trials, probability, failure]| {
            if y < 0.0 {
                return [0.0; 2];
            }
            if y >= trials {
                return [f64::NEG_INFINITY, 0.0];
            }
            let [value, _, by_failure] =
                log_inc_beta_complement_of_count(trials - y, y + 1.0, failure, probability);
            flat_where_impossible([value, -by_failure])
        });
        let zero = y.constant(0.0);
        (value, [zero, zero, slope, zero])
    }

    draw(rng, trials, probability) { random::binomial(trials, [probability, 1.0 - probability], rng) }
}

/// −D(y, Nθ) − D(N − y, N(1 − θ)) and its slope.
struct Large;

impl OutOfLine<4, 2> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, trials, probability, complement]: [Pack<S>; 4]) -> [Pack<S>; 2] {
        let failures = trials - y;
        // Nθ − y is computed from the smaller of θ and 1 − θ.
        let is_likely = probability.gt(0.5);
        let (mean, low) = math::two_product(trials, is_likely.select(complement, probability));
        let excess = (mean - is_likely.select(failures, y)) + low;
        let excess = is_likely.select(-excess, excess);
        let mean = trials * probability;
        let value = minus_deviance(y, mean, excess) + minus_deviance(failures, trials * complement, -excess);
        let slope = -excess / probability / complement;
        let slope = y.eq(0.0).select(-trials / complement, slope);
        [value, failures.eq(0.0).select(trials / probability, slope)]
    }
}

/// S(n) − S(k) − S(n − k).
struct ChoicesLeft;

impl OutOfLine<2, 1> for ChoicesLeft {
    #[inline(always)]
    fn evaluate<S: Simd>([n, k]: [Pack<S>; 2]) -> [Pack<S>; 1] {
        [factorial_rest(n) - factorial_rest(k) - factorial_rest(n - k)]
    }
}

/// The logarithm of the number of ways to choose `k` out of `n`: that of (n − k + 1) ⋯ n / k!, computed from
/// the smaller of k and n − k, so that no logarithms of huge factorials cancel. For large numbers, without
/// the entropy: S(n) − S(k) − S(n − k).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_choose<S: Simd>(n: Pack<S>, k: Pack<S>) -> Pack<S> {
    let rest = n - k;
    let few = k.lt(rest).select(k, rest);
    let ordinary = math::log_rising(n - few + 1.0, few).value - math::lgamma(few + 1.0);
    let [value] = replace_where::<ChoicesLeft, AnyCounts, S, 2, 1>(is_large(n), [n, k], [ordinary]);
    value
}
