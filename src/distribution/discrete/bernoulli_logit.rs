//! bernoulli_logit(α) for y in {0, 1}: log p(y) = y α − log(1 + e^α), the Bernoulli distribution of θ = s(α).
//!
//! ∂/∂α = y − s(α) with the logistic function s.
//!
//! With t = α for a success and −α for a failure it is −log(1 + e^−t), which is accurate in both tails, and
//! the derivative is ± s(−t). With e^−|t| = u it is min(t, 0) − log(1 + u), and for many rows the logarithm
//! of ∏ (1 + u) is computed.
//!
//! For n rows with the same α, k of them successes, let w be the share of the unlikely outcome: 1 − k/n for
//! α > 0, otherwise k/n. Then
//!
//!   Σ log p = k log s(α) + (n − k) log s(−α) = −n (w |α| + log(1 + u)),  ∂/∂|α| = n (u/(1 + u) − w),
//!
//! where only slopes of opposite signs cancel. For one row w is 0 or 1.
//!
//! Stan Functions Reference, "Bernoulli distribution, logit parameterization".

use crate::distribution::discrete::bernoulli::draw_success;
use crate::distribution::macros::density;
use crate::math;

density! {
    /// The distribution of a success, 1, or failure, 0, given the log odds of success.
    ///
    /// $$ \log p(y \mid \alpha) = y\alpha - \log(1 + e^\alpha), \qquad y \in \lbrace 0, 1 \rbrace $$
    ///
    /// `log_odds` is any number.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1, 0, 1, 1];
    /// let x = [0.3, -1.0, 0.2, 2.0];
    /// params! { a: real(), b: real() }
    /// let model = model! {
    ///     a |= normal(0.0, 1.0),
    ///     b |= normal(0.0, 1.0),
    ///     data(&y) |= bernoulli_logit(a + b * data(&x)),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("bernoulli_logit_lpmf", "bernoulli_logit_lcdf", "bernoulli_logit_rng"))]
    BernoulliLogit, bernoulli_logit(log_odds: LogOdds in Real), y in Binary;

    // 1 − y: rows with equal log odds are one row with the shares of successes and of failures, and neither
    // share is computed from the other, which would round it.
    column failure(y) { (1.0 - y, y.constant(-1.0)) }

    /// −(w |α| + log(1 + u)) with the share w of the unlikely outcome
    term Seen(y, failure, log_odds) linear(y, failure) {
        let (is_likely, zero) = (log_odds.gt(0.0), y.constant(0.0));
        let math::Tails { log, lower, .. } = math::logistic_tails(log_odds);
        let unlikely = is_likely.select(failure, y);
        // Log odds may be infinite if no unlikely outcome is observed.
        let distance = unlikely.eq(0.0).select(zero, unlikely * log_odds.abs());
        let slope = lower - unlikely;
        (-(distance + log), [zero, zero, is_likely.select(slope, -slope)])
    }

    factored InProduct(y, log_odds) {
        let sign = (y + y) - 1.0;
        let (positive, factor, slope) = math::log1p_exp_in_parts(-(sign * log_odds));
        (-positive, [y.constant(0.0), sign * slope], factor)
    }

    draw(rng, log_odds) { draw_success(1.0 / (1.0 + (-log_odds).exp()), rng) }
}
