//! gamma(α, β), α > 0, rate β > 0, for y ≥ 0:  log p(y) = (α − 1) log y − β y + α log β − log Γ(α).
//!
//! ∂/∂y = (α − 1)/y − β,  ∂/∂α = log y + log β − ψ(α),  ∂/∂β = α/β − y.
//!
//! With z = β y:  log P(Y ≤ y) = log P(α, z),  log P(Y > y) = log Q(α, z), the regularised incomplete gamma functions.
//!
//! Stan Functions Reference, "Gamma distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::within;
use crate::distribution::shared::gamma_tails::{log_lower, log_upper};
use crate::math;

density! {
    /// The gamma distribution with a shape and a rate.
    ///
    /// $$ \log p(y \mid \alpha, \beta) = (\alpha-1)\log y - \beta y + \alpha\log\beta - \log\Gamma(\alpha), \qquad y \ge 0 $$
    ///
    /// `shape` and `rate` are positive.
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

    column log_y(y) { (math::log(y), y.recip()) }

    conjugate(y: Gamma, rate: Gamma)

    is Vague(shape, rate)

    /// (α − 1) log y
    term Power(log_y, shape) linear(log_y) {
        let power = shape - 1.0;
        // At y = 0 and α = 1 the term is 0, not 0 · ∞.
        let flat = power.eq(0.0);
        (flat.select(0.0, power * log_y), [power, log_y])
    }

    /// −β y
    term Decay(y, rate) linear(y) { (-(rate * y), [-rate, -y]) }

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

    log_cdf(y, shape, rate) {
        let [value, by_shape, by_z] = log_lower(shape, rate * y);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [rate * by_z, by_shape, y * by_z]))
    }
    log_ccdf(y, shape, rate) {
        let [value, by_shape, by_z] = log_upper(shape, rate * y);
        within(!y.le(0.0), 0.0, (value, [rate * by_z, by_shape, y * by_z]))
    }

    draw(rng, shape, rate) { random::gamma(shape, rate, rng) }
}
