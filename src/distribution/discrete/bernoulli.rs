//! bernoulli(θ), 0 ≤ θ ≤ 1, for y in {0, 1}:  log p(y) = y log θ + (1 − y) log(1 − θ).
//!
//! ∂/∂θ = y/θ − (1 − y)/(1 − θ).
//!
//! For 0 ≤ y < 1: P(Y ≤ y) = 1 − θ, P(Y > y) = θ; for y < 0, P(Y > y) = 1, and for y ≥ 1, P(Y ≤ y) = 1.
//!
//! Stan Functions Reference, "Bernoulli distribution".

use crate::distribution::macros::density;
use crate::distribution::shared::complement::log_of_complement;
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
    #[doc(alias("bernoulli_lpmf", "bernoulli_lcdf", "bernoulli_rng"))]
    Bernoulli, bernoulli(probability: Probability in Unit), y in Binary;

    complement failure(probability)

    linear_in_logarithms(probability, y) { Some([y, 1.0 - y]) }

    conjugate(probability: Beta)

    /// The logarithm of the probability of the observed value
    term Seen(y, probability, failure) {
        // Only one logarithm is computed: that of 1 − θ is corrected by its rounding error for small θ,
        // log(x + c) = log x + c/x.
        let (success, zero) = (y.gt(0.5), y.constant(0.0));
        let seen = success.select(probability, failure);
        let lost = (success | probability.ge(0.5)).select(zero, (1.0 - failure) - probability);
        let inverse = seen.recip();
        let correction = lost.eq(0.0).select(zero, lost * inverse);
        (math::log(seen) + correction, [zero, success.select(inverse, -inverse), zero])
    }

    log_cdf(y, probability, failure) {
        let (inside, zero) = (y.ge(0.0) & y.lt(1.0), y.constant(0.0));
        let outside = y.lt(0.0).select(f64::NEG_INFINITY, 0.0);
        let (log, inverse) = log_of_complement(probability, failure);
        let value = inside.select(log, outside);
        let slope = (inside & failure.gt(0.0)).select(-inverse, 0.0);
        (value, [zero, slope, zero])
    }

    log_ccdf(y, probability) {
        let (inside, zero) = (y.ge(0.0) & y.lt(1.0), y.constant(0.0));
        let outside = y.lt(0.0).select(0.0, f64::NEG_INFINITY);
        let value = inside.select(math::log(probability), outside);
        let slope = (inside & probability.gt(0.0)).select(probability.recip(), 0.0);
        (value, [zero, slope])
    }

    draw(rng, probability) { draw_success(probability, rng) }
}

/// Returns 1 with this probability, otherwise 0; NaN if it is not a probability.
pub(in crate::distribution) fn draw_success<R: rand::Rng + ?Sized>(probability: f64, rng: &mut R) -> f64 {
    use rand_distr::Distribution as _;
    rand_distr::Bernoulli::new(probability)
        .map_or(f64::NAN, |bernoulli| f64::from(u8::from(bernoulli.sample(rng))))
}
