//! multinomial_logit(γ) for counts yₖ in 0, 1, 2, …: the multinomial distribution of θ = softmax(γ),
//!
//! log p(y) = log Γ(Σₖ yₖ + 1) + Σₖ (yₖ log θₖ − log Γ(yₖ + 1)),  log θₖ = γₖ − log Σⱼ e^γⱼ.
//!
//! Large counts have other terms, as in [`multinomial`](crate::distribution::vector::multinomial()).
//!
//! ∂/∂ log θₖ = yₖ, hence ∂/∂γₖ = yₖ − θₖ Σⱼ yⱼ (`node/softmax.rs`).
//!
//! Stan Functions Reference, "Multinomial distribution, logit parameterization".

use crate::contract::expression::Expression;
use crate::distribution::macros::family;
use crate::distribution::shared::large_counts::{
    arrangements, is_large_category, minus_log_factorial_or_rest, small_count,
};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::distribution::{Distribution, sample};
use crate::expression::IntoExpr;
use crate::math;
use crate::node::{Logarithmic, Softmax};
use crate::shape::{Dimension, Vector};
use crate::simd::Pack;
use pulp::Simd;

family! {
    /// The distribution of the counts of categories, given the logarithms of their probabilities.
    MultinomialLog, multinomial_logit(log_probability in Real), y in Count;

    column small(y) { (small_count(y), y.constant(1.0)) }
    column whole(y) { (y, y.constant(1.0)) }
    summed whole
    large counts

    /// y log θ, for large counts y log(N θ/y)
    term Seen(y, log_probability, whole) {
        let (none, zero, large) = (y.eq(0.0), y.constant(0.0), is_large_category(y, whole));
        let value = none.select(zero, y * log_probability);
        let [value] = replace_where::<Large, C, S, 3, 1>(large, [y, log_probability, whole], [value]);
        (value, [zero, y, zero])
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

    draw_vector(rng, y, log_probability) { sample::count_anew(y, &sample::softmax(log_probability), rng) }
}

/// The distribution of the counts of categories, given numbers whose softmax is the probabilities.
///
/// $$ \log p(y \mid \gamma) = \log\Bigl(\sum_k y_k\Bigr)! + \sum_k (y_k\log\mathrm{softmax}(\gamma)_k - \log
/// y_k!) $$
///
/// `logits` is a vector of any numbers, one for each count. Logarithms of probabilities are rounded before
/// they are multiplied by counts, so that the log density of N counts has an error of 2e-16 N.
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
#[doc(alias("multinomial_logit_lpmf", "multinomial_logit_rng"))]
pub fn multinomial_logit<Logits: IntoExpr, Length: Dimension>(
    logits: Logits,
) -> Distribution<MultinomialLog, (Softmax<Logarithmic, Logits::Node>,)>
where
    Logits::Node: Expression<Shape = Vector<Length>>,
{
    Distribution::new((Softmax::new(logits.into_expr().0),))
}

/// y log(N θ/y).
struct Large;

impl OutOfLine<3, 1> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, log_probability, whole]: [Pack<S>; 3]) -> [Pack<S>; 1] {
        let ((log, low), (whole_log, whole_low)) = (math::accurate_log(y), math::accurate_log(whole));
        let (peak, peak_low) = math::two_sum(log, -whole_log);
        [y * ((log_probability - peak) - (peak_low + (low - whole_low)))]
    }
}
