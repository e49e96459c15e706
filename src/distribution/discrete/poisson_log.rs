//! poisson_log(α) for y in 0, 1, 2, …: the Poisson distribution of λ = e^α,
//!
//! log p(y) = y α − e^α − log Γ(y + 1),  ∂/∂α = y − e^α.
//!
//! For large counts, with d = α − log y, where the logarithm is computed as a sum of two numbers, and S as
//! in `shared/large_counts.rs`,
//!
//! log p(y) = −y (e^d − 1 − d) − S(y),  ∂/∂α = −y (e^d − 1).
//!
//! Stan Functions Reference, "Poisson distribution, log parameterization".

use crate::distribution::macros::density;
use crate::distribution::shared::large_counts::{is_large, minus_log_factorial};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

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
    #[doc(alias("poisson_log_lpmf", "poisson_log_lcdf", "poisson_log_rng"))]
    PoissonLog, poisson_log(log_rate: LogRate in Real), y in Count;

    large counts

    /// y α − e^α
    term Seen(y, log_rate) linear(y) {
        let rate = math::exp(log_rate);
        // If y = 0 and α = −∞ the product counts as 0.
        let product = y.eq(0.0).select(0.0, y * log_rate);
        let ordinary = [product - rate, y - rate];
        let [value, slope] = replace_where::<Large, C, S, 2, 2>(is_large(y), [y, log_rate], ordinary);
        (value, [y.constant(0.0), slope])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (minus_log_factorial(y), [y.constant(0.0)]) }

    draw(rng, log_rate) { random::poisson(log_rate.exp(), rng) }
}

/// −y (e^d − 1 − d) and its slope.
struct Large;

impl OutOfLine<2, 2> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, log_rate]: [Pack<S>; 2]) -> [Pack<S>; 2] {
        let (log, low) = math::accurate_log(y);
        let distance = (log_rate - log) - low;
        [-(y * math::expm1_minus(distance)), -(y * math::expm1(distance))]
    }
}
