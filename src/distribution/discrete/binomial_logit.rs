//! binomial_logit(N, α) for y in 0 … N: the binomial distribution of θ = s(α) with the logistic function s,
//!
//! log p(y) = −y log(1 + e^−α) − (N − y) log(1 + e^α) + log Γ(N + 1) − log Γ(y + 1) − log Γ(N − y + 1).
//!
//! ∂/∂α = y s(−α) − (N − y) s(α).
//!
//! For many trials, with q = y/N, d = α − log(y/(N − y)), where the logarithm is computed as a sum of two
//! numbers, v = q (e^d − 1), and S as in `shared/large_counts.rs`,
//!
//! log p(y) = −N [(log(1 + v) − v) + q (e^d − 1 − d)] + S(N) − S(y) − S(N − y),  ∂/∂α = −N (1 − q) v/(1 + v),
//!
//! for q ≤ ½; otherwise failures are counted as successes, and α and d change their signs.
//!
//! Stan Functions Reference, "Binomial distribution, logit parameterization".

use crate::distribution::discrete::binomial::log_choose;
use crate::distribution::macros::density;
use crate::distribution::shared::large_counts::is_large;
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

density! {
    /// The binomial distribution by log odds: the number of successes in a number of trials, given the log
    /// odds of success.
    ///
    /// $$ \log p(y \mid N, \alpha) = \log\binom Ny - y\log(1 + e^{-\alpha}) - (N-y)\log(1 + e^\alpha), \qquad
    /// y \in \lbrace 0, \dots, N \rbrace $$
    ///
    /// `trials` are whole numbers, `log_odds` is any number.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (successes, trials) = ([3, 7], [10, 12]);
    /// params! { alpha: real() }
    /// let model = model! {
    ///     alpha |= normal(0.0, 1.5),
    ///     data(&successes) |= binomial_logit(data(&trials), alpha),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("binomial_logit_lpmf", "binomial_logit_lcdf", "binomial_logit_rng"))]
    BinomialLogit, binomial_logit(trials: Trials in Count, log_odds: LogOdds in Real), y in Count;

    large counts

    /// −y log(1 + e^−α) − (N − y) log(1 + e^α)
    term Seen(y, trials, log_odds) linear(y, trials) {
        let failures = trials - y;
        // Both tails are computed from the smaller one: log(1 + e^−α) = log(1 + e^α) − α would cancel.
        let (of_failure, up) = math::log1p_exp_and_logistic(log_odds);
        let (of_success, down) = math::log1p_exp_and_logistic(-log_odds);
        let zero = y.constant(0.0);
        let ordinary = [-(y * of_success + failures * of_failure), y * down - failures * up];
        let packs = [y, trials, log_odds];
        let [value, slope] = replace_where::<Large, C, S, 3, 2>(is_large(trials), packs, ordinary);
        (value, [zero, zero, slope])
    }

    /// log Γ(N + 1) − log Γ(y + 1) − log Γ(N − y + 1), for many trials S(N) − S(y) − S(N − y)
    term Choices(y, trials) {
        let zero = y.constant(0.0);
        (log_choose(trials, y), [zero, zero])
    }

    rule(y, trials) "not exceed the number of trials" { y <= trials }

    draw(rng, trials, log_odds) {
        let [success, failure] = [-log_odds, log_odds].map(|x: f64| (1.0 + x.exp()).recip());
        random::binomial(trials, [success, failure], rng)
    }
}

/// The term for many trials and its slope.
struct Large;

impl OutOfLine<3, 2> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, trials, log_odds]: [Pack<S>; 3]) -> [Pack<S>; 2] {
        let failures = trials - y;
        // The rarer outcome is counted.
        let flip = y.gt(failures);
        let (few, many) = (flip.select(failures, y), flip.select(y, failures));
        let alpha = flip.select(-log_odds, log_odds);
        let share = few / trials;

        // This is the logarithm of few/many, with the rounding error of the quotient.
        let odds = few / many;
        let (peak, low) = math::accurate_log(odds);
        let (product, error) = math::two_product(odds, many);
        let rounded = ((few - product) - error) / few;
        let distance = (alpha - peak) - (low + rounded);

        // In most registers all lanes are near the maximum or all are far from it.
        let (is_counted, is_near) = (is_large(trials), distance.abs().lt(1.0));
        let (mut value, mut slope) = (alpha, alpha);
        if (is_counted & is_near).any() {
            let v = share * math::expm1(distance);
            value = math::log1p_minus(v) + share * math::expm1_minus(distance);
            slope = (many / trials) * v / (v + 1.0);
        }
        if (is_counted & !is_near).any() {
            // The logarithm of the ratio of p to q is computed without cancellation of larger numbers.
            let (of_many, up) = math::log1p_exp_and_logistic(alpha);
            let (of_few, down) = math::log1p_exp_and_logistic(-alpha);
            let none = few.eq(0.0);
            let entropy = none.select(0.0, share * (of_few + math::log(share)));
            let far_value = entropy + (many / trials) * (of_many + math::log1p(-share));
            let far_slope = (many / trials) * up - share * down;
            (value, slope) = (is_near.select(value, far_value), is_near.select(slope, far_slope));
        }
        let slope = -(trials * slope);
        [-(trials * value), flip.select(-slope, slope)]
    }
}
