//! beta_binomial(N, α, β), α, β > 0, for y in 0 … N: the binomial distribution of a probability that is
//! beta(α, β),
//!
//! log p(y) = log C(N, y) + log B(y + α, N − y + β) − log B(α, β)
//!          = log C(N, y) + R(α, y) + R(β, N − y) − R(α + β, N)  with R(x, n) = log Γ(x + n) − log Γ(x).
//!
//! ∂/∂α = R′(α, y) − R′(α + β, N),  ∂/∂β = R′(β, N − y) − R′(α + β, N)  with R′(x, n) = ψ(x + n) − ψ(x).
//!
//! For many trials, or large shapes, with the means of α, y, β and N − y in α + y and β + N − y, in which α
//! and β have the share (α + β)/(α + β + N), and e = (α (N − y) − β y)/(α + β + N), by T, D, S of
//! `shared/large_counts.rs`,
//!
//! log p(y) = T(α, y) − D(α, α − e) − D(y, y + e) + T(β, N − y) − D(β, β + e) − D(N − y, N − y − e) − T(α +
//! β, N)
//!            + S(N) − S(y) − S(N − y).
//!
//! P(Y ≤ y) is a sum of terms, or an integral: `beta_binomial_tails.rs`.
//!
//! Stan Functions Reference, "Beta-binomial distribution".

use crate::contract::family::AnyCounts;
use crate::distribution::discrete::beta_binomial_tails::{log_above, log_below};
use crate::distribution::discrete::binomial::log_choose;
use crate::distribution::macros::density;
use crate::distribution::shared::large_counts::{
    choices_left, digamma_rest, is_large, is_large_shape, logs_of_ratio, minus_deviance, n_log_n,
};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::math;
use crate::simd::{Mask, Pack, map_lanes};
use pulp::Simd;

density! {
    /// The beta-binomial distribution: the number of successes in a number of trials, whose probability of
    /// success is drawn from [`beta`](crate::distribution::beta())`(alpha, beta)`.
    ///
    /// $$ \log p(y \mid N, \alpha, \beta) = \log\binom Ny + \log\frac{B(y+\alpha, N-y+\beta)}{B(\alpha,
    /// \beta)}, \qquad y \in \lbrace 0, \dots, N \rbrace $$
    ///
    /// `trials` are whole numbers, `alpha` and `beta` are positive. Cumulative probabilities, and so
    /// truncation and censoring, are available for fewer than 9e15 trials and for `alpha` and `beta` from
    /// 1e-50 to 1e50; their cost grows with the number of trials up to 2²⁰.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (successes, trials) = ([3, 7], [10, 12]);
    /// params! { a: positive(), b: positive() }
    /// let model = model! {
    ///     a |= gamma(2.0, 0.5),
    ///     b |= gamma(2.0, 0.5),
    ///     data(&successes) |= beta_binomial(data(&trials), a, b),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("beta_binomial_lpmf", "beta_binomial_lcdf", "beta_binomial_rng"))]
    BetaBinomial,
    beta_binomial(trials: Trials in Count, alpha: Alpha in Positive, beta: Beta in Positive), y in Count;

    /// R(α, y); for many trials, or large shapes, all terms that read α or β
    term Successes(y, trials, alpha, beta) {
        let rising = math::log_rising(alpha, y);
        let zero = y.constant(0.0);
        let (packs, ordinary) = ([y, trials, alpha, beta], [rising.value, rising.by_x, zero]);
        let [value, by_alpha, by_beta] =
            replace_where::<Large, AnyCounts, S, 4, 3>(is_huge(trials, alpha, beta), packs, ordinary);
        (value, [zero, zero, by_alpha, by_beta])
    }

    /// R(β, N − y), unless there are many trials
    term Failures(y, trials, alpha, beta) {
        let rising = math::log_rising(beta, trials - y);
        let (zero, many) = (y.constant(0.0), is_huge(trials, alpha, beta));
        (many.select(zero, rising.value), [zero, zero, zero, many.select(zero, rising.by_x)])
    }

    /// −R(α + β, N), unless there are many trials
    term All(trials, alpha, beta) {
        let rising = math::log_rising(alpha + beta, trials);
        let (zero, many) = (trials.constant(0.0), is_huge(trials, alpha, beta));
        let slope = many.select(zero, -rising.by_x);
        (many.select(zero, -rising.value), [zero, slope, slope])
    }

    /// log C(N, y), for many trials S(N) − S(y) − S(N − y)
    term Choices(y, trials) {
        let zero = y.constant(0.0);
        (log_choose(trials, y), [zero, zero])
    }

    rule(y, trials) "not exceed the number of trials" { y <= trials }

    log_cdf(y, trials, alpha, beta) {
        let packs = [y, trials, alpha, beta];
        let [value, by_alpha, by_beta] =
            map_lanes(packs, |[y, trials, alpha, beta]| log_below(y, trials, alpha, beta));
        let zero = y.constant(0.0);
        (value, [zero, zero, by_alpha, by_beta])
    }

    log_ccdf(y, trials, alpha, beta) {
        let packs = [y, trials, alpha, beta];
        let [value, by_alpha, by_beta] =
            map_lanes(packs, |[y, trials, alpha, beta]| log_above(y, trials, alpha, beta));
        let zero = y.constant(0.0);
        (value, [zero, zero, by_alpha, by_beta])
    }

    draw(rng, trials, alpha, beta) {
        let probabilities = random::beta_and_rest(alpha, beta, rng);
        random::binomial(trials, probabilities, rng)
    }
}

/// Returns the lanes of many trials, or large shapes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn is_huge<S: Simd>(trials: Pack<S>, alpha: Pack<S>, beta: Pack<S>) -> Mask<S> {
    is_large(trials) | is_large_shape(alpha + beta)
}

/// The terms that read α or β for many trials, or large shapes, and their derivatives.
struct Large;

impl OutOfLine<4, 3> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, trials, alpha, beta]: [Pack<S>; 4]) -> [Pack<S>; 3] {
        let (failures, both) = (trials - y, alpha + beta);
        let all = both + trials;
        // These are the shares of α + y and of β + N − y; for tiny α and β a product may underflow, which
        // does not matter.
        let (with_alpha, with_beta) = ((y + alpha) / all, (failures + beta) / all);
        let mean = |share: Pack<S>| (both * share).gt(0.0).select(both * share, f64::MIN_POSITIVE);
        let excess = math::difference_of_products([alpha / all, failures], [beta / all, y]);
        let value = choices_left(alpha, y) + choices_left(beta, failures) - choices_left(both, trials)
            + minus_deviance(alpha, mean(with_alpha), -excess)
            + minus_deviance(y, trials * with_alpha, excess)
            + minus_deviance(beta, mean(with_beta), excess)
            + minus_deviance(failures, trials * with_beta, -excess);
        let (log_alpha, _) = logs_of_ratio(alpha, mean(with_alpha), -excess);
        let (log_beta, _) = logs_of_ratio(beta, mean(with_beta), excess);
        let rest = digamma_rest(both, trials);
        let by_alpha = digamma_rest(alpha, y) - rest + log_alpha;
        let by_beta = digamma_rest(beta, failures) - rest + log_beta;
        // For few trials the number of choices includes its entropy.
        let entropy = n_log_n(trials) - n_log_n(y) - n_log_n(failures);
        let value = is_large(trials).select(value, value - entropy);
        [value, by_alpha, by_beta]
    }
}
