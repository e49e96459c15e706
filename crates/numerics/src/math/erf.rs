//! The error function and its complement.
//!
//!   erf x = 2/√π ∫₀ˣ e^{−s²} ds,   erfc x = 1 − erf x,   erf′ x = −erfc′ x = 2/√π e^{−x²}.
//!
//! With the Mills ratio R of [`mills`], T = √(2/π) e^{−x²} R(√2 |x|) is the smaller of erfc x and erfc −x,
//! and keeps its relative accuracy down to where it underflows at |x| = 26.5:
//!
//!   erfc x = T | 2 − T   for x ≥ 0 | x < 0,   erf |x| = 1 − T   for |x| ≥ ½,
//!   erf x ≈ x P(x²)      for |x| < ½,   P of degree 8, relative error ≤ 2⁻⁵⁷.
//!
//! P is a minimax polynomial by the Remez algorithm.

use super::mills::{exp_minus_square, mills};
use super::polynomial::polynomial;
use crate::simd::Pack;
use core::f64::consts::{FRAC_2_SQRT_PI, SQRT_2};
use pulp::Simd;

/// erf x; ±1 at ±∞, ±0 at ±0, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn erf<S: Simd>(x: Pack<S>) -> Pack<S> {
    let near = x * polynomial(x.square(), COEFFICIENTS);
    let far = (1.0 - tail(x)).with_sign_of(x);
    x.abs().lt(0.5).select(near, far)
}

/// 1 − erf x, accurate also in the upper tail; 2 at −∞, 0 above 27.3, subnormal results rounded, NaN for
/// NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn erfc<S: Simd>(x: Pack<S>) -> Pack<S> {
    let tail = tail(x);
    x.lt(0.0).select(2.0 - tail, tail)
}

/// erfc |x|.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn tail<S: Simd>(x: Pack<S>) -> Pack<S> {
    exp_minus_square(x, 1.0) * (mills(x.abs() * SQRT_2).ratio * SQRT_2_OVER_PI)
}

/// √(2/π).
const SQRT_2_OVER_PI: f64 = 0.7978845608028654;

/// The coefficients of P above.
const COEFFICIENTS: [f64; 9] = [
    FRAC_2_SQRT_PI,
    -0.37612638903183465,
    0.11283791670924813,
    -0.026866170632715864,
    0.00522397737032723,
    -0.0008548297524454849,
    0.00012053324316037552,
    -1.484558378862296e-05,
    1.4723215775233045e-06,
];
