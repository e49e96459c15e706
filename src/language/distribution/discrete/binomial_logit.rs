//! binomial_logit(N, α) for y in 0 … N: the binomial distribution of θ = s(α) with the logistic function s,
//!
//! log p(y) = −y log(1 + e^−α) − (N − y) log(1 + e^α) + log Γ(N + 1) − log Γ(y + 1) − log Γ(N − y + 1).
//!
//! ∂/∂α = y s(−α) − (N − y) s(α).
//!
//! Stan Functions Reference, "Binomial distribution, logit parameterization".

use super::binomial::log_choose;
use crate::distribution::macros::density;
use crate::math;

density! {
    /// The binomial distribution by log odds: the number of successes in a number of trials, given the log odds of success.
    ///
    /// $$ \log p(y \mid N, \alpha) = \log\binom Ny - y\log(1 + e^{-\alpha}) - (N-y)\log(1 + e^\alpha), \qquad y \in \lbrace 0, \dots, N \rbrace $$
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
    BinomialLogit, binomial_logit(trials: Trials in Count, log_odds: LogOdds in Real), y in Count;

    /// −y log(1 + e^−α) − (N − y) log(1 + e^α)
    term Seen(y, trials, log_odds) linear(y, trials) {
        let failures = trials - y;
        // Both tails from the smaller one: log(1 + e^−α) = log(1 + e^α) − α would cancel.
        let (of_failure, up) = math::log1p_exp_and_logistic(log_odds);
        let (of_success, down) = math::log1p_exp_and_logistic(-log_odds);
        let zero = y.constant(0.0);
        (-(y * of_success + failures * of_failure), [zero, zero, y * down - failures * up])
    }

    /// log Γ(N + 1) − log Γ(y + 1) − log Γ(N − y + 1)
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
