//! multinomial(θ), θ on the simplex, for counts yₖ in 0, 1, 2, …:
//!
//! log p(y) = log Γ(Σₖ yₖ + 1) + Σₖ (yₖ log θₖ − log Γ(yₖ + 1)).
//!
//! ∂/∂θₖ = yₖ/θₖ, where 0 · log 0 and 0/0 count as 0.
//!
//! For large counts, with N = Σₖ yₖ and the remainder S of Stirling's formula in `shared/large_counts.rs`, a
//! category has the terms yₖ log(N θₖ/yₖ) − S(yₖ), and with n the sum of the counts that are not large, log
//! Γ(N + 1) minus the parts that these leave out is S(N) + n (log N − 1).
//!
//! Stan Functions Reference, "Multinomial distribution". Derivatives take every θₖ as free, as Stan's do.

use crate::distribution::macros::family;
use crate::distribution::shared::large_counts::{
    arrangements, is_large_category, logs_of_ratio, minus_log_factorial_or_rest, small_count,
};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::distribution::{Distribution, sample};
use crate::expression::IntoExpr;
use crate::math;
use crate::node::Probabilities;
use crate::simd::Pack;
use pulp::Simd;

family! {
    /// The family of [`multinomial`].
    Multinomial, multinomial(probability in Unit), y in Count;

    column small(y) { (small_count(y), y.constant(1.0)) }
    column whole(y) { (y, y.constant(1.0)) }
    summed whole
    large counts

    conjugate(probability: Dirichlet)
    is Probabilities(probability)

    /// y log θ, for large counts y log(N θ/y)
    term Seen(y, probability, whole) {
        let (none, large) = (y.eq(0.0), is_large_category(y, whole));
        let value = none.select(0.0, y * math::log(probability));
        let [value] = replace_where::<Large, C, S, 3, 1>(large, [y, probability, whole], [value]);
        let zero = y.constant(0.0);
        (value, [zero, none.select(zero, y / probability), zero])
    }

    /// −log Γ(y + 1)
    term Factorial(y, whole) {
        let large = is_large_category(y, whole);
        (minus_log_factorial_or_rest(y, large), [y.constant(0.0), y.constant(0.0)])
    }

    // log Γ(Σ y + 1)
    total Arrangements(y, small, whole) {
        (arrangements(y, small, whole), [y.constant(0.0), y.constant(0.0), y.constant(0.0)])
    }

    draw_vector(rng, y, probability) { sample::count_anew(y, probability, rng) }
}

/// y log(N θ/y).
struct Large;

impl OutOfLine<3, 1> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, probability, whole]: [Pack<S>; 3]) -> [Pack<S>; 1] {
        let (mean, low) = math::two_product(whole, probability);
        let (log, _) = logs_of_ratio(y, mean, (mean - y) + low);
        [y * log]
    }
}

/// The distribution of the counts of categories, given the probability of each.
///
/// $$ \log p(y \mid \theta) = \log\Bigl(\sum_k y_k\Bigr)! + \sum_k (y_k\log\theta_k - \log y_k!) $$
///
/// `probability` is a vector with one element for each count, and the sum one: data are checked, and divided
/// by their sum if it differs from 1 by less than 10⁻⁸; expressions of parameters are used unchanged.
///
/// Every argument may be a parameter or data. A parameter outside its domain makes the log density −∞; data
/// outside it are an error of `compile()`.
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
#[doc(alias("multinomial_lpmf", "multinomial_rng"))]
pub fn multinomial<Probability: IntoExpr>(
    probability: Probability,
) -> Distribution<Multinomial, (Probabilities<Probability::Node>,)> {
    Distribution::new((Probabilities::new(probability.into_expr().0),))
}
