//! Cumulative probabilities at −∞ and ∞, where they are 0 and 1 whatever the formula of a family gives
//! there.

use crate::contract::family::Cumulative;
use crate::contract::node::Packs;
use crate::simd::Pack;
use pulp::Simd;

/// Returns log P(Y ≤ y), also if y is infinite.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn below_or_at<F: Cumulative, S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
    at_the_ends::<F, S>(packs, F::log_cdf_beside(packs), f64::NEG_INFINITY, 0.0)
}

/// Returns log P(Y > y), also if y is infinite.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn above<F: Cumulative, S: Simd>(packs: &Packs<S>) -> (Pack<S>, Packs<S>) {
    at_the_ends::<F, S>(packs, F::log_ccdf_beside(packs), 0.0, f64::NEG_INFINITY)
}

/// Returns the value of a function at a point, replaced by `low` if the point is −∞ and by `high` if it is
/// ∞. Arguments outside their domains are NaN, and make the result NaN there too.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn at_the_ends<F: Cumulative, S: Simd>(
    packs: &Packs<S>,
    (value, mut partials): (Pack<S>, Packs<S>),
    low: f64,
    high: f64,
) -> (Pack<S>, Packs<S>) {
    let is_low = packs[0].eq(f64::NEG_INFINITY);
    let is_end = is_low | packs[0].eq(f64::INFINITY);
    let mut end = is_low.select(low, packs[0].constant(high));
    for argument in &packs[1..F::FACTS.arguments.len()] {
        end = argument.eq(*argument).select(end, f64::NAN);
    }
    for partial in &mut partials {
        *partial = is_end.select(0.0, *partial);
    }
    (is_end.select(end, value), partials)
}
