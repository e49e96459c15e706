//! The whole numbers next to a number.
//!
//! Adding 2⁵² to |x| < 2⁵² rounds it to the nearest whole number, which is at most one off; all larger
//! numbers are whole.

use crate::simd::Pack;
use pulp::Simd;

/// 2⁵²: all numbers from here on are whole.
const WHOLE: f64 = 4_503_599_627_370_496.0;

/// The largest whole number that is not above x; ±∞ and NaN are left as they are.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn floor<S: Simd>(x: Pack<S>) -> Pack<S> {
    let nearest = ((x.abs() + WHOLE) - WHOLE).with_sign_of(x);
    let below = nearest.gt(x).select(nearest - 1.0, nearest);
    x.abs().lt(WHOLE).select(below, x)
}

/// The smallest whole number that is not below x; ±∞ and NaN are left as they are.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn ceil<S: Simd>(x: Pack<S>) -> Pack<S> {
    -floor(-x)
}
