//! Points of laws of whole numbers, which may be any numbers: P(Y ≤ x) = P(Y ≤ ⌊x⌋) and P(Y ≥ x) = P(Y ≥
//! ⌈x⌉), so that the derivatives by x are 0.

use crate::contract::family::Family;
use crate::contract::node::Packs;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

/// Returns true for a law of whole numbers.
pub(in crate::distribution) const fn is_whole<F: Family>() -> bool {
    F::FACTS.arguments[0].domain.is_discrete()
}

/// Returns the packs with the point rounded down, if the law is a law of whole numbers.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn at_whole_point<F: Family, S: Simd>(packs: &Packs<S>) -> Packs<S> {
    let mut packs = *packs;
    if const { is_whole::<F>() } {
        packs[0] = math::floor(packs[0]);
    }
    packs
}

/// Returns the point below the interval from `lower` on: for whole numbers the lower end belongs to the
/// interval.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn point_below<F: Family, S: Simd>(lower: Pack<S>) -> Pack<S> {
    if const { is_whole::<F>() } { math::ceil(lower) - 1.0 } else { lower }
}

/// Returns the bounds of the law's values, rounded inwards if the law is a law of whole numbers.
pub(in crate::distribution) fn inwards<F: Family>(lower: f64, upper: f64) -> (f64, f64) {
    if const { is_whole::<F>() } { (lower.ceil(), upper.floor()) } else { (lower, upper) }
}

/// Returns the rule that two bounds break if nothing is between them; the text follows "must".
pub(in crate::distribution) fn broken_bounds<F: Family>(lower: f64, upper: f64) -> Option<&'static str> {
    if const { is_whole::<F>() } {
        let (lower, upper) = inwards::<F>(lower, upper);
        let none = lower > upper || lower == f64::INFINITY || upper == f64::NEG_INFINITY;
        none.then_some("leave a whole number up to the upper bound")
    } else {
        (lower >= upper).then_some("lie below the upper bound")
    }
}
