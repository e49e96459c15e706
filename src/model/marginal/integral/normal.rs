//! l(x) = c + h x − P x²/2. With x = m₀ + k s₀ z at z = −1, 0, 1 and s₀ = P₀^−½, the differences of l
//! determine its slope and its curvature by z,
//!
//!   d = (l₊ − l₋)/2,   D = 2 l₀ − l₊ − l₋,   P = D/(k s₀)²,   m = m₀ + k s₀ d/D,   l(m) = l₀ + d²/(2 D).
//!
//! The mean and the variance of the two points m ± P^−½ are those of N(m, P^−½).

use super::Parameters;
use crate::model::marginalised::POINTS;
use crate::simd::Pack;
use pulp::Simd;

/// The distance between the points in standard deviations: the larger the distance, the smaller the relative
/// rounding error of the curvature.
const APART: f64 = 8.0;

const HALF_LOG_TAU: f64 = 0.918_938_533_204_672_8;

#[inline(always)]
pub(crate) fn points<S: Simd>([mean, precision]: Parameters<S>) -> [Pack<S>; POINTS] {
    let apart = precision.sqrt().recip() * APART;
    [mean - apart, mean, mean + apart]
}

#[inline(always)]
pub(crate) fn integrate<S: Simd>(
    [mean, precision]: Parameters<S>,
    [low, middle, high]: [Pack<S>; POINTS],
) -> (Pack<S>, Parameters<S>) {
    let apart = precision.sqrt().recip() * APART;
    let (slope, curvature) = ((high - low) * 0.5, middle + middle - low - high);
    let precision = curvature / apart.square();
    let largest = middle + slope.square() / (curvature + curvature);
    let integral = largest + HALF_LOG_TAU - crate::math::log(precision) * 0.5;
    (integral, [mean + apart * slope / curvature, precision])
}

#[inline(always)]
pub(crate) fn pair<S: Simd>([mean, precision]: Parameters<S>) -> [Pack<S>; 2] {
    let deviation = precision.sqrt().recip();
    [mean - deviation, mean + deviation]
}
