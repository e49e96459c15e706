//! bernoulli(θ), 0 ≤ θ ≤ 1, for y in {0, 1}:  log p(y) = y log θ + (1 − y) log(1 − θ).
//!
//! ∂/∂θ = y/θ − (1 − y)/(1 − θ).
//!
//! Stan Functions Reference, "Bernoulli distribution".

use super::macros::density;
use crate::math;

density! {
    /// The distribution of a success, 1, or failure, 0, with a probability of success.
    ///
    /// $$ \log p(y \mid \theta) = y\log\theta + (1-y)\log(1-\theta), \qquad y \in \lbrace 0, 1 \rbrace $$
    ///
    /// `probability` lies between 0 and 1.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [true, false, true, true];
    /// params! { theta: interval(0.0, 1.0) }
    /// let model = model! { theta |= beta(1.0, 1.0), data(&y) |= bernoulli(theta) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    Bernoulli, bernoulli(probability: Probability in Unit), y in Binary;

    /// The logarithm of the probability of what was seen
    term Seen(y, probability) {
        let success = y.gt(0.5);
        let slope = success.select(probability, probability - 1.0).recip();
        let log = success.select(math::log(probability), math::log1p(-probability));
        (log, [y.constant(0.0), slope])
    }
}
