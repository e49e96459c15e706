//! eˣ and eˣ − 1 together, each with all its digits, and tanh x with its slope from them.
//!
//! With x = k ln 2 + r as in [`exp`](super::exp()), eˣ − 1 is eʳ − 1 where k = 0, and elsewhere the
//! difference, which loses no more than two bits. With t = e^(−2|x|),
//!
//!   tanh |x| = (1 − t) / (1 + t),   tanh′ x = 4 t / (1 + t)².

use super::bits;
use super::exp::{LIMIT, reduce, scale};
use crate::simd::Pack;
use pulp::Simd;

/// (eˣ, eˣ − 1), which are each other's derivatives; overflow to ∞, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn exp_and_expm1<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let (power, less_one) = exp_and_expm1_not_above(bits::at_most(x, LIMIT));
    // The value has the sign of x already, unless it is zero.
    (power, less_one.with_sign_of(x))
}

/// [`exp_and_expm1`] for x ≤ [`LIMIT`].
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn exp_and_expm1_not_above<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let (k, above_one) = reduce(bits::at_least(x, -LIMIT));
    let power = scale(k, above_one);
    (power, k.eq(0.0).select(above_one, power - 1.0))
}

/// Returns ([`tanh`](super::tanh()), its derivative). The derivative does not vanish before e^(−2|x|) does.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn tanh_and_slope<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let (power, less_one) = exp_and_expm1_not_above(x.abs() * -2.0);
    let inverse = (power + 1.0).recip();
    let slope = inverse * inverse * (power * 4.0);
    ((-less_one * inverse).abs().with_sign_of(x), slope)
}
