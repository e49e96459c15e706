//! ln(eˣ + eʸ) for two numbers.
//!
//! With d = x − y and t = exp(−|d|) as in [`logistic`](super::logistic()),
//!
//!   f(x, y) = max(x, y) + ln(1 + t),   ∂f/∂x = logistic(d),   ∂f/∂y = logistic(−d).

use super::logistic::{Tails, log1p_exp_minus_magnitude, logistic_tails};
use crate::simd::Pack;
use pulp::Simd;

/// ln(eˣ + eʸ); −∞ if both are −∞, NaN if one is NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_sum_exp2<S: Simd>(x: Pack<S>, y: Pack<S>) -> Pack<S> {
    x.gt(y).select(x, y) + log1p_exp_minus_magnitude(difference(x, y))
}

/// Returns ([`log_sum_exp2`], its derivatives by x and y); the smaller derivative does not cancel; (½, ½)
/// where x = y.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_sum_exp2_and_slopes<S: Simd>(x: Pack<S>, y: Pack<S>) -> (Pack<S>, [Pack<S>; 2]) {
    let first = x.gt(y);
    let Tails { log, upper, lower, .. } = logistic_tails(difference(x, y));
    (first.select(x, y) + log, [first.select(upper, lower), first.select(lower, upper)])
}

/// Returns x − y, but 0 if both are the same infinity.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn difference<S: Simd>(x: Pack<S>, y: Pack<S>) -> Pack<S> {
    x.eq(y).select(0.0, x - y)
}
