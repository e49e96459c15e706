//! eˣ − 1, and eˣ − 1 − x.
//!
//! With x = k ln 2 + r as in [`exp`](super::exp()),
//!
//!   eˣ − 1 = 2 (2ᵏ⁻¹ (eʳ − 1) + (2ᵏ⁻¹ − ½)),
//!
//! in which the inner bracket is exact, or rounded where it outweighs the rest, and no power of two overflows
//! before the result does. For k = 0 the bracket is 0 and the relative accuracy is that of eʳ − 1. Where |x|
//! < 1, eˣ − 1 − x is the rest of the series, x²/2! + x³/3! + …

use super::bits;
use super::exp::reduce;
use super::polynomial::polynomial;
use crate::simd::Pack;
use pulp::Simd;

/// eˣ − 1, accurate also for tiny x; ∞ above 709.78, −1 at −∞, ±0 at ±0, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn expm1<S: Simd>(x: Pack<S>) -> Pack<S> {
    // Above 710 the result is ∞ anyway, below −50 it is −1.
    let (k, above_one) = reduce(bits::at_least(bits::at_most(x, 710.0), -50.0));
    let half_power = bits::exp2_integer(k, -1.0);
    let value = above_one.mul_add(half_power, half_power - 0.5) * 2.0;
    // The value has the sign of x already, unless it is zero.
    value.with_sign_of(x)
}

/// eˣ − 1 − x, accurate also for small x, where it is x²/2.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn expm1_minus<S: Simd>(x: Pack<S>) -> Pack<S> {
    let near = x * x * polynomial(x, INVERSE_FACTORIALS);
    x.abs().lt(1.0).select(near, expm1(x) - x)
}

/// 1/2!, 1/3!, …, 1/20!.
const INVERSE_FACTORIALS: [f64; 19] = {
    let mut result = [0.5; 19];
    let mut k = 1;
    while k < 19 {
        result[k] = result[k - 1] / (k as f64 + 2.0);
        k += 1;
    }
    result
};
