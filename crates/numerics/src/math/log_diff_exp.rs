//! ln(eˣ − eʸ) for x ≥ y.
//!
//! With d = y − x ≤ 0 and u = 1 − eᵈ as in [`log1m_exp`](super::log1m_exp()),
//!
//!   f(x, y) = x + ln u,   ∂f/∂x = 1 / u,   ∂f/∂y = −eᵈ / u.

use super::log1m_exp::Complement;
use crate::simd::Pack;
use pulp::Simd;

/// ln(eˣ − eʸ); −∞ where x = y < ∞ (also if both are −∞), NaN where x < y, if both are ∞, or if one is NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_diff_exp<S: Simd>(x: Pack<S>, y: Pack<S>) -> Pack<S> {
    x + complement(x, y).log()
}

/// Returns ([`log_diff_exp`], its derivatives by x and y); the derivatives are (∞, −∞) where x = y.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_diff_exp_and_slopes<S: Simd>(x: Pack<S>, y: Pack<S>) -> (Pack<S>, [Pack<S>; 2]) {
    let complement = complement(x, y);
    let reciprocal = complement.value.recip();
    (x + complement.log(), [reciprocal, -complement.power * reciprocal])
}

/// 1 − eʸ⁻ˣ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn complement<S: Simd>(x: Pack<S>, y: Pack<S>) -> Complement<S> {
    // ∞ − ∞ would be NaN.
    Complement::new(x.eq(y).select(0.0, y - x))
}
