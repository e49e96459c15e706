//! exponential(β), β > 0, for y ≥ 0:  log p(y) = log β − β y.
//!
//! ∂/∂y = −β,  ∂/∂β = 1/β − y.
//!
//! Stan Functions Reference, "Exponential distribution".

use super::macros::density;
use crate::math;

density! {
    /// The exponential distribution with a rate.
    ///
    /// $$ \log p(y \mid \beta) = \log\beta - \beta y, \qquad y \ge 0 $$
    ///
    /// `rate` is positive.
    ///
    /// Every argument may be a scalar or a vector, a parameter or data. A parameter outside its domain makes the log
    /// density −∞; data outside is an error of `compile()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { sigma: positive() }
    /// let model = model! { sigma |= exponential(1.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    Exponential, exponential(rate: Rate in Positive), y in NonNegative;

    /// −β y
    term Decay(y, rate) { (-(rate * y), [-rate, -y]) }

    /// log β
    term Normaliser(rate) { (math::log(rate), [rate.recip()]) }
}
