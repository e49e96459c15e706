//! poisson_log(α) for y in 0, 1, 2, …: the Poisson distribution of λ = e^α,
//!
//! log p(y) = y α − e^α − log Γ(y + 1),  ∂/∂α = y − e^α.
//!
//! Stan Functions Reference, "Poisson distribution, log parameterization".

use crate::distribution::macros::density;
use crate::math;

density! {
    /// The Poisson distribution with the logarithm of the rate.
    ///
    /// $$ \log p(y \mid \alpha) = y\alpha - e^\alpha - \log y!, \qquad y \in \lbrace 0, 1, \dots \rbrace $$
    ///
    /// `log_rate` is any number.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let counts = [3, 0, 5];
    /// params! { alpha: real() }
    /// let model = model! { alpha |= normal(0.0, 1.0), data(&counts) |= poisson_log(alpha) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    PoissonLog, poisson_log(log_rate: LogRate in Real), y in Count;

    /// y α − e^α
    term Seen(y, log_rate) linear(y) {
        let rate = math::exp(log_rate);
        // Where y = 0 and α = −∞ the product counts as 0.
        let product = y.eq(0.0).select(0.0, y * log_rate);
        (product - rate, [y.constant(0.0), y - rate])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (-math::lgamma(y + 1.0), [y.constant(0.0)]) }

    draw(rng, log_rate) { random::poisson(log_rate.exp(), rng) }
}
