//! beta(α, β), α > 0, β > 0, for 0 ≤ y ≤ 1:
//!
//! log p(y) = (α − 1) log y + (β − 1) log(1 − y) + log Γ(α + β) − log Γ(α) − log Γ(β).
//!
//! ∂/∂y = (α − 1)/y − (β − 1)/(1 − y),
//! ∂/∂α = log y + ψ(α + β) − ψ(α),  ∂/∂β = log(1 − y) + ψ(α + β) − ψ(β).
//!
//! Stan Functions Reference, "Beta distribution".

use super::macros::density;
use crate::math;

density! {
    /// The beta distribution with two shapes.
    ///
    /// $$ \log p(y \mid \alpha, \beta) = (\alpha-1)\log y + (\beta-1)\log(1-y) - \log\mathrm B(\alpha, \beta), \qquad 0 \le y \le 1 $$
    ///
    /// `alpha` and `beta` are positive.
    ///
    /// Every argument may be a scalar or a vector, a parameter or data. A parameter outside its domain makes the log
    /// density −∞; data outside is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { theta: interval(0.0, 1.0) }
    /// let model = model! { theta |= beta(2.0, 3.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    Beta, beta(alpha: Alpha in Positive, beta: BetaShape in Positive), y in Unit;

    /// (α − 1) log y
    term Power(y, alpha) {
        let (log, power) = (math::log(y), alpha - 1.0);
        let flat = power.eq(0.0);
        (flat.select(0.0, power * log), [flat.select(0.0, power / y), log])
    }

    /// (β − 1) log(1 − y)
    term PowerOfRest(y, beta) {
        let (log, power) = (math::log1p(-y), beta - 1.0);
        let flat = power.eq(0.0);
        (flat.select(0.0, power * log), [flat.select(0.0, power / (y - 1.0)), log])
    }

    /// log Γ(α + β) − log Γ(α) − log Γ(β)
    term Normaliser(alpha, beta) {
        let (sum, by_sum) = math::lgamma_and_digamma(alpha + beta);
        let (a, by_a) = math::lgamma_and_digamma(alpha);
        let (b, by_b) = math::lgamma_and_digamma(beta);
        (sum - a - b, [by_sum - by_a, by_sum - by_b])
    }
}
