//! atan x, and the angle of a point.
//!
//! With a = |y| and b = |x| (b = 1 for atan y),
//!
//!   atan(a/b) = c + atan t,   (c, t) = (0, a/b)                where a/b < √2 − 1,
//!                                      (π/4, (a − b)/(a + b))  up to √2 + 1,
//!                                      (π/2, −b/a)             beyond,
//!
//! so that |t| ≤ √2 − 1, and with z = t²
//!
//!   atan t ≈ t + t z P(z),   P of degree 10, relative error ≤ 2⁻⁵⁹,
//!
//! a minimax polynomial by the Remez algorithm. The reduction is that of Cephes' `atan.c`, by one division.
//! Derivatives: ∂/∂y = x / (x² + y²), ∂/∂x = −y / (x² + y²).

use super::polynomial::polynomial;
use crate::simd::{Mask, Pack};
use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, SQRT_2};
use pulp::Simd;

/// atan x; ±π/2 at ±∞, ±0 at ±0, NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn atan<S: Simd>(x: Pack<S>) -> Pack<S> {
    let a = x.abs();
    let (near, far) = (a.lt(SQRT_2 - 1.0), a.gt(SQRT_2 + 1.0));
    let numerator = near.select(a, far.select(-1.0, a - 1.0));
    let denominator = near.select(1.0, far.select(a, a + 1.0));
    first_quadrant(near, far, numerator / denominator).with_sign_of(x)
}

/// The angle of (x, y) in [−π, π], which is atan(y/x) in the right half-plane. Zeros and infinities as in
/// IEEE 754; NaN if x or y is NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn atan2<S: Simd>(y: Pack<S>, x: Pack<S>) -> Pack<S> {
    let (a, b) = (y.abs(), x.abs());
    // The sum of both must not overflow, and their products with √2 − 1 must not underflow.
    let large = a.gt(1e300) | b.gt(1e300);
    let small = a.lt(1e-290) & b.lt(1e-290);
    let scale = large.select(SMALL, small.select(1.0 / SMALL, x.constant(1.0)));
    let (a, b) = (a * scale, b * scale);
    let (near, far) = (a.lt(b * (SQRT_2 - 1.0)) | a.eq(0.0), b.lt(a * (SQRT_2 - 1.0)));
    // If both are ∞ their angle is π/4, if both are 0 it is 0.
    let equal = a.eq(b);
    let numerator = near.select(a, far.select(-b, equal.select(0.0, a - b)));
    let denominator = near.select(b, far.select(a, a + b));
    let denominator = equal.select(1.0, denominator);
    let angle = first_quadrant(near, far, numerator / denominator);
    let left = x.constant(1.0).with_sign_of(x).lt(0.0);
    left.select(PI - (angle - PI_LOW), angle).with_sign_of(y)
}

/// Returns c + atan t, where the masks of the ranges of a/b determine c.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn first_quadrant<S: Simd>(near: Mask<S>, far: Mask<S>, t: Pack<S>) -> Pack<S> {
    let z = t * t;
    let zero = t.constant(0.0);
    let centre = near.select(zero, far.select(FRAC_PI_2, t.constant(FRAC_PI_4)));
    let low = near.select(zero, far.select(PI_LOW / 2.0, t.constant(PI_LOW / 4.0)));
    centre + ((t * z).mul_add(polynomial(z, COEFFICIENTS), low) + t)
}

/// 2⁻⁶⁰.
const SMALL: f64 = 8.673617379884035e-19;

/// π minus its upper 53 bits.
const PI_LOW: f64 = 1.2246467991473532e-16;

/// The coefficients of P above.
const COEFFICIENTS: [f64; 11] = [
    -0.333333333333332,
    0.1999999999995317,
    -0.14285714280158138,
    0.11111110781710062,
    -0.09090897711876755,
    0.07692059470470781,
    -0.06663096304511372,
    0.05847837568417684,
    -0.05039090101199244,
    0.03805953133904849,
    -0.017902121770477616,
];
