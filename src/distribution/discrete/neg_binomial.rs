//! neg_binomial(α, β), shape α > 0, inverse scale β > 0, for y in 0, 1, 2, …: the Poisson distribution with
//! a rate that is gamma(α, β),
//!
//! log p(y) = log Γ(y + α) − log Γ(α) − log Γ(y + 1) − α log(1 + 1/β) − y log(1 + β).
//!
//! ∂/∂α = ψ(y + α) − ψ(α) − log(1 + 1/β),  ∂/∂β = α/(β (1 + β)) − y/(1 + β).
//!
//! For large counts, and shapes, with e = (α − β y)/(1 + β) and T, D, S of `shared/large_counts.rs`, it is
//! T(α, y) − D(α, α − e) − D(y, y + e) − S(y), and ∂/∂β = e/β.
//!
//! With p = β/(1 + β) and the regularised incomplete beta function I, for y ≥ 0:
//!
//! P(Y ≤ y) = I_p(α, y + 1),  ∂p/∂β = (1 − p)².
//!
//! Stan Functions Reference, "Negative binomial distribution".

use crate::contract::family::AnyCounts;
use crate::distribution::macros::density;
use crate::distribution::shared::impossible::flat_where_impossible;
use crate::distribution::shared::large_counts::{
    failures_before, is_large, is_large_shape, minus_log_factorial, n_log_n,
};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::math;
use crate::math::scalar::{log_inc_beta_complement_of_count, log_inc_beta_of_count};
use crate::simd::{Pack, map_lanes};
use pulp::Simd;

density! {
    /// The negative binomial distribution with a shape and an inverse scale: counts whose rates are
    /// [`gamma`](crate::distribution::gamma())`(alpha, beta)`.
    ///
    /// $$ \log p(y \mid \alpha, \beta) = \log\binom{y+\alpha-1}{y} + \alpha\log\frac{\beta}{\beta+1} -
    /// y\log(\beta+1), \qquad y \in \lbrace 0, 1, \dots \rbrace $$
    ///
    /// `alpha` and `beta` are positive. The mean is α/β, the variance α (β + 1)/β². Cumulative probabilities
    /// are available for `alpha` from 1e-50 to 1e50.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let counts = [3, 0, 11];
    /// params! { a: positive(), b: positive() }
    /// let model = model! {
    ///     a |= gamma(2.0, 0.5),
    ///     b |= gamma(2.0, 2.0),
    ///     data(&counts) |= neg_binomial(a, b),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("neg_binomial_lpmf", "neg_binomial_lcdf", "neg_binomial_rng"))]
    NegBinomial, neg_binomial(alpha: Alpha in Positive, beta: Beta in Positive), y in Count;

    /// log Γ(y + α) − log Γ(α) − α log(1 + 1/β) − y log(1 + β)
    term Seen(y, alpha, beta) {
        // The compiler moves expressions that read neither y nor a row out of the loop.
        let (inverse, next) = (beta.recip(), (beta + 1.0).recip());
        let (of_shape, of_count) = (math::log1p(inverse), math::log1p(beta));
        let rising = math::log_rising(alpha, y);
        let ordinary = [
            rising.value - (alpha * of_shape + y * of_count),
            rising.by_x - of_shape,
            (alpha * inverse) * next - y * next,
        ];
        let packs = [y, alpha, beta];
        let [value, by_alpha, by_beta] =
            replace_where::<Large, AnyCounts, S, 3, 3>(is_large(y) | is_large_shape(alpha), packs, ordinary);
        (value, [y.constant(0.0), by_alpha, by_beta])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (minus_log_factorial(y), [y.constant(0.0)]) }

    log_cdf(y, alpha, beta) {
        let [value, by_alpha, by_beta] = map_lanes([y, alpha, beta], |[y, alpha, beta]| {
            if y < 0.0 {
                return [f64::NEG_INFINITY, 0.0, 0.0];
            }
            let (p, q) = (beta / (1.0 + beta), 1.0 / (1.0 + beta));
            let [value, by_alpha, by_p] = log_inc_beta_of_count(alpha, y + 1.0, p, q);
            flat_where_impossible([value, by_alpha, by_p * q * q])
        });
        (value, [y.constant(0.0), by_alpha, by_beta])
    }

    log_ccdf(y, alpha, beta) {
        let [value, by_alpha, by_beta] = map_lanes([y, alpha, beta], |[y, alpha, beta]| {
            if y < 0.0 {
                return [0.0; 3];
            }
            let (p, q) = (beta / (1.0 + beta), 1.0 / (1.0 + beta));
            let [value, by_alpha, by_p] = log_inc_beta_complement_of_count(alpha, y + 1.0, p, q);
            flat_where_impossible([value, by_alpha, by_p * q * q])
        });
        (value, [y.constant(0.0), by_alpha, by_beta])
    }

    draw(rng, alpha, beta) { random::overdispersed(alpha, -beta.ln(), rng) }
}

/// The factor by which products with a huge β are scaled, 2⁻⁴⁰⁰.
const SMALL: f64 = 3.8725919148493183e-121;

/// The term for large counts, or for a large shape, and its derivatives by α and β.
struct Large;

impl OutOfLine<3, 3> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, alpha, beta]: [Pack<S>; 3]) -> [Pack<S>; 3] {
        let (next, all) = (beta + 1.0, y + alpha);
        // Products with a huge β would overflow; scaling by a power of two loses no digits.
        let one = beta.gt(1e200).select(SMALL, beta.constant(1.0));
        let difference = math::difference_of_products([alpha, one], [y, beta * one]);
        let excess = difference / (next * one);
        let [value, by_alpha, _] = failures_before(y, alpha, all / next, all * (beta / next), excess);
        // The factorial of a small count is complete.
        let of_small = is_large(y).select(0.0, n_log_n(y) - y);
        [value + of_small, by_alpha, excess / beta]
    }
}
