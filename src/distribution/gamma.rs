//! gamma(α, β), α > 0, rate β > 0, for y ≥ 0:  log p(y) = (α − 1) log y − β y + α log β − log Γ(α).
//!
//! ∂/∂y = (α − 1)/y − β,  ∂/∂α = log y + log β − ψ(α),  ∂/∂β = α/β − y.
//!
//! Stan Functions Reference, "Gamma distribution".

use super::macros::density;
use crate::math;

density! {
    /// The gamma distribution with a shape and a rate.
    ///
    /// $$ \log p(y \mid \alpha, \beta) = (\alpha-1)\log y - \beta y + \alpha\log\beta - \log\Gamma(\alpha), \qquad y \ge 0 $$
    ///
    /// `shape` and `rate` are positive.
    ///
    /// Every argument may be a scalar or a vector, a parameter or data. A parameter outside its domain makes the log
    /// density −∞; data outside is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { precision: positive() }
    /// let model = model! { precision |= gamma(2.0, 0.5) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    Gamma, gamma(shape: Shape in Positive, rate: Rate in Positive), y in NonNegative;

    /// (α − 1) log y
    term Power(y, shape) {
        let (log, power) = (math::log(y), shape - 1.0);
        // At y = 0 and α = 1 the term is 0, not 0 · ∞.
        let flat = power.eq(0.0);
        (flat.select(0.0, power * log), [flat.select(0.0, power / y), log])
    }

    /// −β y
    term Decay(y, rate) { (-(rate * y), [-rate, -y]) }

    /// α log β
    term Scale(shape, rate) {
        let log = math::log(rate);
        (shape * log, [log, shape / rate])
    }

    /// −log Γ(α)
    term Normaliser(shape) {
        let (log_gamma, digamma) = math::lgamma_and_digamma(shape);
        (-log_gamma, [-digamma])
    }
}
