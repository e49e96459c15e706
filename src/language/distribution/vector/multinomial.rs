//! multinomial(θ), θ on the simplex, for counts yₖ in 0, 1, 2, …:
//!
//! log p(y) = log Γ(Σₖ yₖ + 1) + Σₖ (yₖ log θₖ − log Γ(yₖ + 1)).
//!
//! ∂/∂θₖ = yₖ/θₖ, where 0 · log 0 and 0/0 count as 0.
//!
//! Stan Functions Reference, "Multinomial distribution". Derivatives take every θₖ as free, as Stan's do.

use crate::distribution::Distribution;
use crate::distribution::macros::family;
#[cfg(feature = "random")]
use crate::distribution::sample;
use crate::expression::IntoExpr;
use crate::math;
use crate::written::Probabilities;

family! {
    /// The family of [`multinomial`].
    Multinomial, multinomial(probability in Unit), y in Count;

    conjugate(probability: Dirichlet)
    is Probabilities(probability)

    /// y log θ
    term Seen(y, probability) {
        let none = y.eq(0.0);
        let value = none.select(0.0, y * math::log(probability));
        (value, [y.constant(0.0), none.select(0.0, y / probability)])
    }

    /// −log Γ(y + 1)
    term Factorial(y) { (-math::lgamma(y + 1.0), [y.constant(0.0)]) }

    // log Γ(Σ y + 1)
    total Arrangements(y) { (math::lgamma(y + 1.0), [y.constant(0.0)]) }

    draw_vector(rng, y, probability) { sample::count_anew(y, probability, rng) }
}

/// The distribution of the counts of categories, given the probability of each.
///
/// $$ \log p(y \mid \theta) = \log\Bigl(\sum_k y_k\Bigr)! + \sum_k (y_k\log\theta_k - \log y_k!) $$
///
/// `probability` is a vector with one element for each count, and adds up to one: data are checked, and divided by their sum if it is off by
/// less than 10⁻⁸; expressions of parameters are taken as they are.
///
/// Every argument may be a parameter or data. A parameter outside its domain makes the log density −∞; data outside
/// is an error of `compile()`.
///
/// ```
/// use monomorph::prelude::*;
///
/// let votes = [12, 7, 3];
/// params! { theta: simplex(3) }
/// let model = model! { theta |= flat(), data(&votes) |= multinomial(theta) };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn multinomial<Probability: IntoExpr>(
    probability: Probability,
) -> Distribution<Multinomial, (Probabilities<Probability::Node>,)> {
    Distribution::new((Probabilities::new(probability.into_expr().0),))
}
