//! eˣ − 1.
//!
//! With x = k ln 2 + r as in [`exp`](super::exp()),
//!
//!   eˣ − 1 = 2 (2ᵏ⁻¹ (eʳ − 1) + (2ᵏ⁻¹ − ½)),
//!
//! in which the inner bracket is exact, or rounded where it outweighs the rest, and no power of two overflows
//! before the result does. For k = 0 the bracket is 0 and the relative accuracy is that of eʳ − 1.

use super::bits;
use super::exp::reduce;
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
