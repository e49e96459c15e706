//! neg_binomial(α, β), shape α > 0, inverse scale β > 0, for y in 0, 1, 2, …: the Poisson distribution of a rate that
//! is gamma(α, β),
//!
//! log p(y) = log Γ(y + α) − log Γ(α) − log Γ(y + 1) − α log(1 + 1/β) − y log(1 + β).
//!
//! ∂/∂α = ψ(y + α) − ψ(α) − log(1 + 1/β),  ∂/∂β = α/(β (1 + β)) − y/(1 + β).
//!
//! With p = β/(1 + β) and the regularised incomplete beta function I, for y ≥ 0:
//!
//! P(Y ≤ y) = I_p(α, y + 1),  ∂p/∂β = (1 − p)².
//!
//! Stan Functions Reference, "Negative binomial distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::impossible::flat_where_impossible;
use crate::math;
use crate::math::scalar::{log_inc_beta, log_inc_beta_complement};
use crate::simd::map_lanes;

density! {
    /// The negative binomial distribution with a shape and an inverse scale: counts whose rates are
    /// [`gamma`](crate::distribution::gamma())`(alpha, beta)`.
    ///
    /// $$ \log p(y \mid \alpha, \beta) = \log\binom{y+\alpha-1}{y} + \alpha\log\frac{\beta}{\beta+1} - y\log(\beta+1), \qquad y \in \lbrace 0, 1, \dots \rbrace $$
    ///
    /// `alpha` and `beta` are positive. The mean is α/β, the variance α (β + 1)/β².
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
    NegBinomial, neg_binomial(alpha: Alpha in Positive, beta: Beta in Positive), y in Count;

    /// log Γ(y + α) − log Γ(α)
    term Rising(y, alpha) {
        let rising = math::log_rising(alpha, y);
        (rising.value, [y.constant(0.0), rising.by_x])
    }

    /// −α log(1 + 1/β)
    term Shape(alpha, beta) {
        let inverse = beta.recip();
        let log = math::log1p(inverse);
        (-(alpha * log), [-log, alpha * inverse / (beta + 1.0)])
    }

    /// −y log(1 + β)
    term Scale(y, beta) {
        let log = math::log1p(beta);
        (-(y * log), [-log, -(y / (beta + 1.0))])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (-math::lgamma(y + 1.0), [y.constant(0.0)]) }

    log_cdf(y, alpha, beta) {
        let [value, by_alpha, by_beta] = map_lanes([y, alpha, beta], |[y, alpha, beta]| {
            if y < 0.0 {
                return [f64::NEG_INFINITY, 0.0, 0.0];
            }
            let (p, q) = (beta / (1.0 + beta), 1.0 / (1.0 + beta));
            let [value, by_alpha, _, by_p] = log_inc_beta(alpha, y + 1.0, p, q);
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
            let [value, by_alpha, _, by_p] = log_inc_beta_complement(alpha, y + 1.0, p, q);
            flat_where_impossible([value, by_alpha, by_p * q * q])
        });
        (value, [y.constant(0.0), by_alpha, by_beta])
    }

    draw(rng, alpha, beta) { random::overdispersed(alpha, -beta.ln(), rng) }
}
