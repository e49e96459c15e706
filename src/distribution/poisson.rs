//! poisson(λ), λ ≥ 0, for y in 0, 1, 2, …:  log p(y) = y log λ − λ − log Γ(y + 1).
//!
//! ∂/∂λ = y/λ − 1, where 0 · log 0 and 0/0 count as 0.
//!
//! Stan Functions Reference, "Poisson distribution".

use super::macros::density;
use crate::math;

density! {
    /// The Poisson distribution with a rate.
    ///
    /// $$ \log p(y \mid \lambda) = y\log\lambda - \lambda - \log y!, \qquad y \in \lbrace 0, 1, \dots \rbrace $$
    ///
    /// `rate` is zero or positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let counts = [3, 0, 5];
    /// params! { rate: positive() }
    /// let model = model! { rate |= gamma(2.0, 1.0), data(&counts) |= poisson(rate) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    Poisson, poisson(rate: Rate in NonNegative), y in Count;

    /// y log λ − λ
    term Seen(y, rate) {
        let none = y.eq(0.0);
        let value = none.select(0.0, y * math::log(rate)) - rate;
        (value, [y.constant(0.0), none.select(0.0, y / rate) - 1.0])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (-math::lgamma(y + 1.0), [y.constant(0.0)]) }
}
