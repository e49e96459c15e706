//! sinh x and cosh x, each the derivative of the other.
//!
//! With h = (e^|x| − 1) / 2, which keeps its digits near zero,
//!
//!   sinh |x| = h + h / (2h + 1),   cosh x = (h + ½) + ½ / (2h + 1),
//!
//! where 2h + 1 = e^|x|. h is as in [`expm1`](super::expm1()) and overflows no earlier than the results.

use super::bits;
use super::exp::reduce;
use crate::simd::Pack;
use pulp::Simd;

/// sinh x; overflows to ±∞ beyond ±710.47, ±0 at ±0, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn sinh<S: Simd>(x: Pack<S>) -> Pack<S> {
    sinh_cosh(x).0
}

/// cosh x; overflows to ∞ beyond ±710.47, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn cosh<S: Simd>(x: Pack<S>) -> Pack<S> {
    sinh_cosh(x).1
}

/// (sinh x, cosh x).
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn sinh_cosh<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let (k, above_one) = reduce(bits::at_most(x.abs(), 710.5));
    let quarter = bits::exp2_integer(k, -2.0);
    let h = above_one.mul_add(quarter, quarter - 0.25) * 2.0;
    // ∞/∞ would be NaN; for large h the second term is negligible.
    let bounded = bits::at_most(h, 1e300);
    let reciprocal = bounded.mul_add(2.0, 1.0).recip();
    let sinh = bounded.mul_add(reciprocal, h);
    (sinh.with_sign_of(x), (h + 0.5) + reciprocal * 0.5)
}
