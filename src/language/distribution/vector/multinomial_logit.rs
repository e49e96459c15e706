//! multinomial_logit(γ) for counts yₖ in 0, 1, 2, …: the multinomial distribution of θ = softmax(γ),
//!
//! log p(y) = log Γ(Σₖ yₖ + 1) + Σₖ (yₖ log θₖ − log Γ(yₖ + 1)),  log θₖ = γₖ − log Σⱼ e^γⱼ.
//!
//! ∂/∂ log θₖ = yₖ, hence ∂/∂γₖ = yₖ − θₖ Σⱼ yⱼ (`node/softmax.rs`).
//!
//! Stan Functions Reference, "Multinomial distribution, logit parameterization".

use crate::distribution::Distribution;
use crate::distribution::macros::family;
#[cfg(feature = "random")]
use crate::distribution::sample;
use crate::expression::IntoExpr;
use crate::math;
use crate::node::Logarithmic;
use crate::shape::{Dimension, Vector};
use crate::written::{Expression, Softmax};

family! {
    /// The distribution of the counts of categories, given the logarithms of their probabilities.
    MultinomialLog, multinomial_logit(log_probability in Real), y in Count;

    /// y log θ
    term Seen(y, log_probability) {
        let none = y.eq(0.0);
        (none.select(0.0, y * log_probability), [y.constant(0.0), y])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (-math::lgamma(y + 1.0), [y.constant(0.0)]) }

    // log Γ(Σ y + 1)
    total Arrangements(y) { (math::lgamma(y + 1.0), [y.constant(0.0)]) }

    draw_vector(rng, y, log_probability) { sample::count_anew(y, &sample::softmax(log_probability), rng) }
}

/// The distribution of the counts of categories, given numbers whose softmax is the probabilities.
///
/// $$ \log p(y \mid \gamma) = \log\Bigl(\sum_k y_k\Bigr)! + \sum_k (y_k\log\mathrm{softmax}(\gamma)_k - \log y_k!) $$
///
/// `logits` is a vector of any numbers, one for each count.
///
/// ```
/// use monomorph::prelude::*;
///
/// let votes = [12, 7, 3];
/// params! { gamma: vector(3) }
/// let model = model! { gamma |= normal(0.0, 1.0), data(&votes) |= multinomial_logit(gamma) };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn multinomial_logit<Logits: IntoExpr, Length: Dimension>(
    logits: Logits,
) -> Distribution<MultinomialLog, (Softmax<Logarithmic, Logits::Node>,)>
where
    Logits::Node: Expression<Shape = Vector<Length>>,
{
    Distribution::new((Softmax::new(logits.into_expr().0),))
}
