//! Unevaluated sums of two numbers, for about 106 bits of precision where 53 are not enough.
//!
//! The algorithms are those of Dekker (1971) and Knuth; see Muller et al., Handbook of Floating-Point
//! Arithmetic, chapter 4.

use crate::simd::Pack;
use pulp::Simd;

/// Returns a + b as the rounded sum and its error, for |a| ≥ |b| or a = 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn fast_two_sum<S: Simd>(a: Pack<S>, b: Pack<S>) -> (Pack<S>, Pack<S>) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// Returns a + b as the rounded sum and its error, for any a and b.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn two_sum<S: Simd>(a: Pack<S>, b: Pack<S>) -> (Pack<S>, Pack<S>) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// Returns a b − c d with full accuracy, however much cancels.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn difference_of_products<S: Simd>([a, b]: [Pack<S>; 2], [c, d]: [Pack<S>; 2]) -> Pack<S> {
    let ((first, first_low), (second, second_low)) = (two_product(a, b), two_product(c, d));
    let (difference, low) = two_sum(first, -second);
    let exact = difference + (low + (first_low - second_low));
    // If a product overflows, its error is NaN.
    exact.eq(exact).select(exact, difference)
}

/// Returns a b as the rounded product and its error, if the error does not underflow.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn two_product<S: Simd>(a: Pack<S>, b: Pack<S>) -> (Pack<S>, Pack<S>) {
    let product = a * b;
    if S::IS_SCALAR || cfg!(target_arch = "wasm32") {
        // Without fused multiply-add both factors are split into halves, so that all partial products are
        // exact.
        let ((a_high, a_low), (b_high, b_low)) = (halve(a), halve(b));
        let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
        (product, error)
    } else {
        (product, a.mul_add(b, -product))
    }
}

/// Splits a number into two numbers of 26 bits (Veltkamp).
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn halve<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let scaled = x * 134217729.0; // 2²⁷ + 1
    let high = scaled - (scaled - x);
    (high, x - high)
}
