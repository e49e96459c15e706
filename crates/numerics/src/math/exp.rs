//! eˣ.
//!
//! x = k ln 2 + r with k the integer nearest to x / ln 2, so |r| ≤ ln 2 / 2, and eˣ = 2ᵏ eʳ with
//!
//!   eʳ − 1 ≈ r + r² q(r),   q of degree 9,   error ≤ 2⁻⁵⁶ eʳ and ≤ 2⁻⁵⁵ |eʳ − 1|.
//!
//! q is the minimax polynomial for (eʳ − 1 − r) / r² under the weight r² / (eʳ − 1), by the Remez algorithm.
//! ln 2 is split in two as in fdlibm's `e_exp.c` (Cody and Waite 1980): the product of k and the upper part
//! is exact, because that part has 33 bits. The result overflows to infinity above 709.78 and underflows
//! gradually, to 0 below −745.13.

use super::bits;
use super::polynomial::polynomial;
use crate::simd::Pack;
use core::f64::consts::LOG2_E;
use pulp::Simd;

/// The upper 33 bits of ln 2.
pub(super) const LN_2_HIGH: f64 = 0.6931471803691238;
/// ln 2 − [`LN_2_HIGH`].
pub(super) const LN_2_LOW: f64 = 1.9082149292705877e-10;

/// The coefficients of q above.
pub(super) const COEFFICIENTS: [f64; 10] = [
    0.5000000000000004,
    0.1666666666666659,
    0.04166666666658157,
    0.008333333333388968,
    0.0013888888930341625,
    0.00019841269718802907,
    2.4801506493717395e-05,
    2.755740877946806e-06,
    2.762561930817969e-07,
    2.5053110936301546e-08,
];

/// eˣ; ∞ above 709.78, 0 below −745.13, subnormal results rounded, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn exp<S: Simd>(x: Pack<S>) -> Pack<S> {
    exp_not_above(bits::at_most(x, LIMIT))
}

/// eˣ for x ≤ [`LIMIT`].
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn exp_not_above<S: Simd>(x: Pack<S>) -> Pack<S> {
    let (k, above_one) = reduce(bits::at_least(x, -LIMIT));
    scale(k, above_one)
}

/// Returns exp(x + low), where `low` is smaller than the last place of x and corrects its rounding error.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn exp_with_low<S: Simd>(x: Pack<S>, low: Pack<S>) -> Pack<S> {
    let x = bits::at_least(bits::at_most(x, LIMIT), -LIMIT);
    let k = bits::round_product(x, LOG2_E);
    let r = k.mul_add(-LN_2_HIGH, x) - k.mul_add(LN_2_LOW, -low);
    scale(k, exp_less_one(r))
}

/// The largest |x| that is reduced: eˣ is ∞ at this x and 0 at its negative. The reduction would fail far
/// beyond.
pub(super) const LIMIT: f64 = 800.0;

/// Returns (k, eʳ − 1) for |x| ≤ [`LIMIT`].
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn reduce<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let k = bits::round_product(x, LOG2_E);
    let r = k.mul_add(-LN_2_LOW, k.mul_add(-LN_2_HIGH, x));
    (k, exp_less_one(r))
}

/// eʳ − 1.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn exp_less_one<S: Simd>(r: Pack<S>) -> Pack<S> {
    (r * r).mul_add(polynomial(r, COEFFICIENTS), r)
}

/// 2ᵏ (1 + above_one).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn scale<S: Simd>(k: Pack<S>, above_one: Pack<S>) -> Pack<S> {
    let (floor, ceil) = bits::exp2_halves(k);
    above_one.mul_add(floor, floor) * ceil
}
