//! ln x.
//!
//! x = 2ᵏ (1 + f) with 1 + f in [√½, √2). With s = f / (2 + f), |s| ≤ 0.1716, and z = s²
//!
//!   ln(1 + f) = 2 artanh s = 2 s + s R(z),   R(z) ≈ z P(z),   P of degree 6, relative error ≤ 2⁻⁵⁹,
//!
//! and since 2 s = f − s f,
//!
//!   ln x = k ln 2 + (f − s (f − R)),
//!
//! in which f is exact and everything that is rounded is small. This is the method of fdlibm's `e_log.c`; P
//! is a minimax polynomial by the Remez algorithm.

use super::bits;
use super::exp::{LN_2_HIGH, LN_2_LOW};
use super::polynomial::polynomial;
use crate::simd::Pack;
use pulp::Simd;

/// The coefficients of −P above.
const MINUS_COEFFICIENTS: [f64; 7] = [
    -0.6666666666666734,
    -0.39999999999413954,
    -0.285714287425643,
    -0.22222198553576902,
    -0.18183565417073672,
    -0.15314020894278788,
    -0.14796263164654935,
];

/// ln x; −∞ at ±0, NaN for negative x and for NaN, ∞ at ∞. Subnormal x are as exact as others.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log<S: Simd>(x: Pack<S>) -> Pack<S> {
    let parts = normalize(x);
    let value = log_of_parts(parts.minus_k, parts.mantissa - 1.0, parts.minus_k * LN_2_LOW);
    at_the_ends(value, x, 0.0)
}

/// A number as 2ᵏ · mantissa, with the mantissa in [√½, √2).
pub(super) struct Parts<S: Simd> {
    pub minus_k: Pack<S>,
    pub mantissa: Pack<S>,
}

/// Splits a positive, finite number into its parts.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn normalize<S: Simd>(x: Pack<S>) -> Parts<S> {
    let subnormal = x.lt(f64::MIN_POSITIVE);
    let parts = split(subnormal.select(x * 18014398509481984.0, x)); // 2⁵⁴ x
    Parts { minus_k: parts.minus_k + subnormal.select(54.0, x.constant(0.0)), ..parts }
}

/// Splits a positive, normal, finite number into its parts.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn split<S: Simd>(x: Pack<S>) -> Parts<S> {
    let simd = x.simd;
    // Multiplying by about √2 moves the mantissas above √2 to the next binade, so that the exponent is k.
    // In bits this is an addition, which is subtracted from the mantissa after the exponent is cut off.
    let moved = simd.add_u64s(x.to_bits(), simd.splat_u64s(1f64.to_bits() - SQRT_HALF));
    let fraction = simd.and_u64s(moved, simd.splat_u64s(!bits::EXPONENT));
    let mantissa = Pack::from_bits(simd, simd.add_u64s(fraction, simd.splat_u64s(SQRT_HALF)));
    Parts { minus_k: bits::minus_exponent(simd, moved), mantissa }
}

/// The bits of √½.
const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;

/// Returns k ln 2 + ln(1 + f), where −k [`LN_2_LOW`] and other small terms are in `minus_low`. Zero keeps
/// its sign.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn log_of_parts<S: Simd>(minus_k: Pack<S>, f: Pack<S>, minus_low: Pack<S>) -> Pack<S> {
    minus_k.mul_add(-LN_2_HIGH, f - shortfall(f, minus_low))
}

/// Returns f − ln(1 + f) without cancellation, plus a small term.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn shortfall<S: Simd>(f: Pack<S>, small: Pack<S>) -> Pack<S> {
    let s = f / (f + 2.0);
    let z = s * s;
    s.mul_add(z.mul_add(polynomial(z, MINUS_COEFFICIENTS), f), small)
}

/// Returns ln u from the parts of u, where `f`, which is u − 1, is more exact than u.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn log_near_one<S: Simd>(parts: Parts<S>, f: Pack<S>) -> Pack<S> {
    let f = parts.minus_k.eq(0.0).select(f, parts.mantissa - 1.0);
    log_of_parts(parts.minus_k, f, parts.minus_k * LN_2_LOW)
}

/// Returns `value`, but −∞ where x = pole, NaN where x is below it or NaN, and ∞ at ∞.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn at_the_ends<S: Simd>(value: Pack<S>, x: Pack<S>, pole: f64) -> Pack<S> {
    let outside = x.eq(pole).select(f64::NEG_INFINITY, x.constant(f64::NAN));
    let value = x.gt(pole).select(value, outside);
    x.eq(f64::INFINITY).select(f64::INFINITY, value)
}
