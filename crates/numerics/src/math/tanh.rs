//! tanh x.
//!
//!   tanh |x| = m / (m + 2),   m = exp(2|x|) − 1,
//!
//! which keeps its digits near zero, and in which the effect of an error of m decreases with m. Above 20
//! the result is 1 to the last place. m is computed as in [`expm1`](super::expm1()).

use super::bits;
use super::exp::reduce;
use crate::simd::Pack;
use pulp::Simd;

/// tanh x; ±1 at ±∞, ±0 at ±0, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn tanh<S: Simd>(x: Pack<S>) -> Pack<S> {
    let twice = bits::at_most(x.abs() * 2.0, 40.0);
    let (k, above_one) = reduce(twice);
    let power = bits::exp2_integer(k, 0.0);
    let m = above_one.mul_add(power, power - 1.0);
    (m / (m + 2.0)).with_sign_of(x)
}
