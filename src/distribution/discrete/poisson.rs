//! poisson(λ), λ ≥ 0, for y in 0, 1, 2, …:  log p(y) = y log λ − λ − log Γ(y + 1).
//!
//! ∂/∂λ = y/λ − 1, where 0 · log 0 and 0/0 count as 0.
//!
//! For large counts it is −D(y, λ) − S(y), with the deviance and the remainder of Stirling's formula in
//! `shared/large_counts.rs`, and the slope (y − λ)/λ.
//!
//! With the regularised incomplete gamma functions P and Q, for y ≥ 0:
//!
//! P(Y ≤ y) = Q(y + 1, λ),  P(Y > y) = P(y + 1, λ),  ∂ P(Y ≤ y)/∂λ = −p(y).
//!
//! Stan Functions Reference, "Poisson distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::impossible::flat_where_impossible;
use crate::distribution::shared::large_counts::{is_large, minus_deviance, minus_log_factorial};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::math;
use crate::math::scalar::{log_gamma_p_of_count, log_gamma_q_of_count};
use crate::simd::{Pack, map_lanes};
use pulp::Simd;

density! {
    /// The Poisson distribution with a rate.
    ///
    /// $$ \log p(y \mid \lambda) = y\log\lambda - \lambda - \log y!, \qquad y \in \lbrace 0, 1, \dots \rbrace
    /// $$
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
    #[doc(alias("poisson_lpmf", "poisson_lcdf", "poisson_rng"))]
    Poisson, poisson(rate: Rate in NonNegative), y in Count;

    large counts

    conjugate(rate: Gamma)

    /// y log λ − λ
    term Seen(y, rate) linear(y) {
        let none = y.eq(0.0);
        let value = none.select(0.0, y * math::log(rate)) - rate;
        let slope = none.select(0.0, y / rate) - 1.0;
        let [value, slope] = replace_where::<Large, C, S, 2, 2>(is_large(y), [y, rate], [value, slope]);
        (value, [y.constant(0.0), slope])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (minus_log_factorial(y), [y.constant(0.0)]) }

    log_cdf(y, rate) {
        let [value, by_rate] = map_lanes([y, rate], |[y, rate]| {
            if y < 0.0 {
                return [f64::NEG_INFINITY, 0.0];
            }
            let [value, by_rate] = log_gamma_q_of_count(y + 1.0, rate);
            flat_where_impossible([value, by_rate])
        });
        (value, [y.constant(0.0), by_rate])
    }

    log_ccdf(y, rate) {
        let [value, by_rate] = map_lanes([y, rate], |[y, rate]| {
            if y < 0.0 {
                return [0.0; 2];
            }
            let [value, by_rate] = log_gamma_p_of_count(y + 1.0, rate);
            flat_where_impossible([value, by_rate])
        });
        (value, [y.constant(0.0), by_rate])
    }

    draw(rng, rate) { random::poisson(rate, rng) }
}

/// −D(y, λ) and its slope.
struct Large;

impl OutOfLine<2, 2> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, rate]: [Pack<S>; 2]) -> [Pack<S>; 2] {
        let excess = rate - y;
        [minus_deviance(y, rate, excess), -excess / rate]
    }
}
