//! poisson(λ), λ ≥ 0, for y in 0, 1, 2, …:  log p(y) = y log λ − λ − log Γ(y + 1).
//!
//! ∂/∂λ = y/λ − 1, where 0 · log 0 and 0/0 count as 0.
//!
//! With the regularised incomplete gamma functions P and Q, for y ≥ 0:
//!
//! P(Y ≤ y) = Q(y + 1, λ),  P(Y > y) = P(y + 1, λ),  ∂ P(Y ≤ y)/∂λ = −p(y).
//!
//! Stan Functions Reference, "Poisson distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::impossible::flat_where_impossible;
use crate::math;
use crate::math::scalar::{log_gamma_p, log_gamma_q};
use crate::simd::map_lanes;

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

    conjugate(rate: Gamma)

    /// y log λ − λ
    term Seen(y, rate) linear(y) {
        let none = y.eq(0.0);
        let value = none.select(0.0, y * math::log(rate)) - rate;
        (value, [y.constant(0.0), none.select(0.0, y / rate) - 1.0])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (-math::lgamma(y + 1.0), [y.constant(0.0)]) }

    log_cdf(y, rate) {
        let [value, by_rate] = map_lanes([y, rate], |[y, rate]| {
            if y < 0.0 {
                return [f64::NEG_INFINITY, 0.0];
            }
            let [value, _, by_rate] = log_gamma_q(y + 1.0, rate);
            flat_where_impossible([value, by_rate])
        });
        (value, [y.constant(0.0), by_rate])
    }

    log_ccdf(y, rate) {
        let [value, by_rate] = map_lanes([y, rate], |[y, rate]| {
            if y < 0.0 {
                return [0.0; 2];
            }
            let [value, _, by_rate] = log_gamma_p(y + 1.0, rate);
            flat_where_impossible([value, by_rate])
        });
        (value, [y.constant(0.0), by_rate])
    }

    draw(rng, rate) { random::poisson(rate, rng) }
}
