//! exponential(β), β > 0, for y ≥ 0:  log p(y) = log β − β y.
//!
//! ∂/∂y = −β,  ∂/∂β = 1/β − y.
//!
//! With t = β y:  log P(Y ≤ y) = log(1 − e⁻ᵗ),  ∂/∂t = 1/(eᵗ − 1),  log P(Y > y) = −t.
//!
//! Stan Functions Reference, "Exponential distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::{log_of_rest, within};
use crate::distribution::shared::rare::unless_rare;
use crate::math;

density! {
    /// The exponential distribution with a rate.
    ///
    /// $$ \log p(y \mid \beta) = \log\beta - \beta y, \qquad y \ge 0 $$
    ///
    /// `rate` is positive.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { sigma: positive() }
    /// let model = model! { sigma |= exponential(1.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("exponential_lpdf", "exponential_lcdf", "exponential_rng"))]
    Exponential, exponential(rate: Rate in Positive), y in NonNegative;

    conjugate(y: Gamma, rate: Gamma)

    is PositiveAtZero

    /// −β y
    term Decay(y, rate) linear(y) { (-(rate * y), [-rate, -y]) }

    /// log β
    term Normaliser(rate) { (math::log(rate), [rate.recip()]) }

    log_cdf(y, rate) {
        let t = rate * y;
        let (value, by_t) = log_of_rest(t);
        let usual = [value, rate * by_t, y * by_t];
        let [value, by_y, by_rate] = unless_rare(t.lt(1e-290), [y, rate], usual, log_cdf_at_zero);
        within(!y.le(0.0), f64::NEG_INFINITY, (value, [by_y, by_rate]))
    }
    log_ccdf(y, rate) { within(!y.le(0.0), 0.0, (-(rate * y), [-rate, -y])) }

    draw(rng, rate) { rng.sample::<f64, _>(rand_distr::Exp1) / rate }
}

/// log P(Y ≤ y) and its derivatives by y and β if β y may underflow.
fn log_cdf_at_zero([y, rate]: [f64; 2]) -> [f64; 3] {
    [rate.ln() + y.ln(), 1.0 / y, 1.0 / rate]
}
