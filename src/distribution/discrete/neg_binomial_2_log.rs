//! neg_binomial_2_log(η, φ), φ > 0, for y in 0, 1, 2, …: the distribution neg_binomial_2(μ, φ) with μ = e^η,
//!
//! log p(y) = D + y η − (y + φ) log(1 + μ/φ) − log Γ(y + 1),  ∂/∂η = φ w,
//!
//! with D, w and ∂/∂φ as in [`neg_binomial_2`](crate::distribution::discrete::neg_binomial_2()).
//!
//! Stan Functions Reference, "Negative binomial distribution (log alternative parameterization)".

use crate::distribution::discrete::neg_binomial_2::{Overdispersed, of_large_count};
use crate::distribution::macros::density;
use crate::distribution::shared::large_counts::minus_log_factorial;
use crate::distribution::shared::out_of_line::OutOfLine;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

density! {
    /// The negative binomial distribution with the logarithm of the mean, and a precision.
    ///
    /// $$ \log p(y \mid \eta, \phi) = \log\binom{y+\phi-1}{y} + y\log\frac{e^\eta}{e^\eta+\phi} +
    /// \phi\log\frac{\phi}{e^\eta+\phi}, \qquad y \in \lbrace 0, 1, \dots \rbrace $$
    ///
    /// `log_mean` is any number, `precision` positive. The mean is μ = e^η and the variance μ + μ²/φ.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (counts, x) = ([3, 0, 11], [0.5, -1.0, 2.0]);
    /// params! { a: real(), b: real(), phi: positive() }
    /// let model = model! {
    ///     a |= normal(0.0, 2.0),
    ///     b |= normal(0.0, 1.0),
    ///     phi |= gamma(2.0, 0.5),
    ///     data(&counts) |= neg_binomial_2_log(a + b * data(&x), phi),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 3);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("neg_binomial_2_log_lpmf", "neg_binomial_2_log_lcdf", "neg_binomial_2_log_rng"))]
    NegBinomial2Log,
    neg_binomial_2_log(log_mean: LogMean in Real, precision: Precision in Positive), y in Count;

    large counts

    /// D + y η − (y + φ) log(1 + μ/φ)
    term Seen(y, log_mean, precision) {
        // Long before the mean overflows, w is −1.
        let mean = math::exp(log_mean.lt(700.0).select(log_mean, 700.0));
        let seen = Overdispersed::new::<Large, C>(y, mean, log_mean, precision);
        (seen.value, [y.constant(0.0), precision * seen.deviation, seen.by_precision])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (minus_log_factorial(y), [y.constant(0.0)]) }

    draw(rng, log_mean, precision) { random::overdispersed(precision, log_mean - precision.ln(), rng) }
}

/// The term for large counts, its derivative by φ, and w.
struct Large;

impl OutOfLine<4, 3> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, mean, log_mean, precision]: [Pack<S>; 4]) -> [Pack<S>; 3] {
        // μ − y = y (e^d − 1) with d = η − log y, where the logarithm is a sum of two numbers.
        let (log, low) = math::accurate_log(y);
        let above = y * math::expm1((log_mean - log) - low);
        of_large_count(y, mean, above, precision)
    }
}
