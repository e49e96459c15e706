//! The length of a vector (x, y).
//!
//!   √(x² + y²) = a √(1 + (b/a)²),   a the larger and b the smaller of |x| and |y|,
//!
//! so that no square overflows, or underflows unless it is negligible. Derivatives: x / result and y /
//! result.

use crate::simd::Pack;
use pulp::Simd;

/// √(x² + y²); ∞ if x or y is ±∞, NaN if one is NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn hypot<S: Simd>(x: Pack<S>, y: Pack<S>) -> Pack<S> {
    let (x, y) = (x.abs(), y.abs());
    let first = x.gt(y);
    let (a, b) = (first.select(x, y), first.select(y, x));
    // Equal numbers include zeros and infinities.
    let ratio = a.eq(b).select(1.0, b / a);
    a * ratio.mul_add(ratio, 1.0).sqrt()
}
