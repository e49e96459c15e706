//! geometric(θ), 0 < θ ≤ 1, for y in 0, 1, 2, …:  log p(y) = log θ + y log(1 − θ).
//!
//! ∂/∂θ = 1/θ − y/(1 − θ), where 0 · log 0 and 0/0 count as 0.
//!
//! With t = (y + 1) log(1 − θ) ≤ 0, for y ≥ 0:
//!
//! log P(Y ≤ y) = log(1 − eᵗ),  ∂/∂θ = (y + 1)(1 − θ)ʸ/(1 − eᵗ),
//! log P(Y > y) = t,            ∂/∂θ = −(y + 1)/(1 − θ).
//!
//! Stan Math, `geometric_lpmf` and `geometric_lcdf` (the Functions Reference does not list it yet), where y
//! counts failures, as in R; it is neg_binomial(1, θ/(1 − θ)).

use crate::contract::family::LARGE_COUNT;
use crate::distribution::macros::density;
use crate::distribution::shared::complement::log_of_complement;
use crate::math;

density! {
    /// The distribution of the number of failures before the first success, with a probability of success.
    ///
    /// $$ \log p(y \mid \theta) = \log\theta + y\log(1-\theta), \qquad y \in \lbrace 0, 1, \dots \rbrace $$
    ///
    /// `probability` lies between 0 and 1; at 0 the density is 0. The success is not counted, as in Stan and
    /// R; in NumPy and SciPy it is counted, and their numbers are larger by 1.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let failures = [3, 0, 5];
    /// params! { theta: interval(0.0, 1.0) }
    /// let model = model! { theta |= beta(1.0, 1.0), data(&failures) |= geometric(theta) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("geometric_lpmf", "geometric_lcdf", "geometric_rng"))]
    Geometric, geometric(probability: Probability in Unit), y in Count;

    complement failure(probability)

    linear_in_logarithms(probability, y) { (y < LARGE_COUNT).then_some([1.0, y]) }

    conjugate(probability: Beta)

    /// log θ
    term Success(probability) { (math::log(probability), [probability.recip()]) }

    /// y log(1 − θ)
    term Failures(y, probability, failure) linear(y) {
        let (none, zero) = (y.eq(0.0), y.constant(0.0));
        let (log, inverse) = log_of_complement(probability, failure);
        let value = none.select(0.0, y * log);
        (value, [zero, none.select(0.0, -(y * inverse)), zero])
    }

    log_cdf(y, probability, failure) {
        let ((log, _), below) = (log_of_complement(probability, failure), y.lt(0.0));
        let exponent = (y + 1.0) * log;
        let power = y.eq(0.0).select(1.0, math::exp(y * log));
        let slope = (y + 1.0) * power / -math::expm1(exponent);
        let none = below | !probability.gt(0.0);
        (below.select(f64::NEG_INFINITY, math::log1m_exp(exponent)),
            [y.constant(0.0), none.select(0.0, slope), y.constant(0.0)])
    }

    log_ccdf(y, probability, failure) {
        let (inside, trials) = (y.ge(0.0), y + 1.0);
        let (log, inverse) = log_of_complement(probability, failure);
        let value = inside.select(trials * log, 0.0);
        let slope = (inside & failure.gt(0.0)).select(-(trials * inverse), 0.0);
        (value, [y.constant(0.0), slope, y.constant(0.0)])
    }

    draw(rng, probability) {
        // With the probability 0 a success never occurs.
        let rate = if probability > 0.0 { -(-probability).ln_1p() } else { f64::NAN };
        (rng.sample::<f64, _>(rand_distr::Exp1) / rate).floor()
    }
}
