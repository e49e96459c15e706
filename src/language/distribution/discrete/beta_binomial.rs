//! beta_binomial(N, α, β), α, β > 0, for y in 0 … N: the binomial distribution of a probability that is beta(α, β),
//!
//! log p(y) = log C(N, y) + log B(y + α, N − y + β) − log B(α, β)
//!          = log C(N, y) + R(α, y) + R(β, N − y) − R(α + β, N)  with R(x, n) = log Γ(x + n) − log Γ(x).
//!
//! ∂/∂α = R′(α, y) − R′(α + β, N),  ∂/∂β = R′(β, N − y) − R′(α + β, N)  with R′(x, n) = ψ(x + n) − ψ(x).
//!
//! P(Y ≤ y) is a sum of terms, which ends where they no longer matter: [`log_beta_binomial_cdf`].
//!
//! Stan Functions Reference, "Beta-binomial distribution".

use super::binomial::log_choose;
use crate::distribution::macros::density;
use crate::math;
use crate::math::scalar::{log_beta_binomial_ccdf, log_beta_binomial_cdf};
use crate::simd::map_lanes;

density! {
    /// The beta-binomial distribution: the number of successes in a number of trials, whose probability of success is drawn
    /// from [`beta`](crate::distribution::beta())`(alpha, beta)`.
    ///
    /// $$ \log p(y \mid N, \alpha, \beta) = \log\binom Ny + \log\frac{B(y+\alpha, N-y+\beta)}{B(\alpha, \beta)}, \qquad y \in \lbrace 0, \dots, N \rbrace $$
    ///
    /// `trials` are whole numbers, `alpha` and `beta` are positive.
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
    BetaBinomial,
    beta_binomial(trials: Trials in Count, alpha: Alpha in Positive, beta: Beta in Positive), y in Count;

    /// R(α, y)
    term Successes(y, alpha) {
        let rising = math::log_rising(alpha, y);
        (rising.value, [y.constant(0.0), rising.by_x])
    }

    /// R(β, N − y)
    term Failures(y, trials, beta) {
        let rising = math::log_rising(beta, trials - y);
        let zero = y.constant(0.0);
        (rising.value, [zero, zero, rising.by_x])
    }

    /// −R(α + β, N)
    term All(trials, alpha, beta) {
        let rising = math::log_rising(alpha + beta, trials);
        (-rising.value, [trials.constant(0.0), -rising.by_x, -rising.by_x])
    }

    /// log C(N, y)
    term Choices(y, trials) {
        let zero = y.constant(0.0);
        (log_choose(trials, y), [zero, zero])
    }

    rule(y, trials) "not exceed the number of trials" { y <= trials }

    log_cdf(y, trials, alpha, beta) {
        let packs = [y, trials, alpha, beta];
        let [value, by_alpha, by_beta] =
            map_lanes(packs, |[y, trials, alpha, beta]| log_beta_binomial_cdf(y, trials, alpha, beta));
        let zero = y.constant(0.0);
        (value, [zero, zero, by_alpha, by_beta])
    }

    log_ccdf(y, trials, alpha, beta) {
        let packs = [y, trials, alpha, beta];
        let [value, by_alpha, by_beta] =
            map_lanes(packs, |[y, trials, alpha, beta]| log_beta_binomial_ccdf(y, trials, alpha, beta));
        let zero = y.constant(0.0);
        (value, [zero, zero, by_alpha, by_beta])
    }

    draw(rng, trials, alpha, beta) {
        let probabilities = random::beta_and_rest(alpha, beta, rng);
        random::binomial(trials, probabilities, rng)
    }
}
