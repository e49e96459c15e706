//! What Student's t distribution and its folded half share. With u = z²/ν and w = (ν + 1) z/(ν + z²):
//!
//! kernel −½ (ν + 1) log(1 + u):  ∂/∂z = −w,  ∂/∂ν = ½ (w z/ν − log(1 + u))
//!                                                = ½ (u/ν − u²)/(1 + u) − ½ (log(1 + u) − u),
//!
//! the latter where u < 1, so that for large ν little is left of nothing but little. Likewise the ratio
//!
//! log Γ(h + ½) − log Γ(h) − ½ log(ν π) = E(h, ½) − ½ log 2π  with h = ½ ν,
//!
//! where E is what the rising factorial of h exceeds √h by, in logarithms, about −1/(8 h).
//!
//! Tail beyond s = |z|: T = ½ I_x(h, ½), x = ν/(ν + s²), ∂x/∂s = −2 x (1 − x)/s, ∂x/∂ν = x (1 − x)/ν.
//!
//! Abramowitz and Stegun 26.7.1.

use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::math::{self, scalar};
use crate::simd::{Pack, map_lanes};
use core::f64::consts::LN_2;
use pulp::Simd;

/// −½ (ν + 1) log(1 + z²/ν) and its derivatives by z and ν.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::language::distribution) fn log_kernel<S: Simd>(
    z: Pack<S>,
    freedom: Pack<S>,
) -> (Pack<S>, Pack<S>, Pack<S>) {
    let u = z * z / freedom;
    let (log, log_less_u) = math::log1p_and_log1p_minus(u);
    let weight = (freedom + 1.0) * z / z.mul_add(z, freedom);
    let near = (u / freedom - u * u) / (u + 1.0) - log_less_u;
    let by_freedom = u.lt(1.0).select(near, weight * z / freedom - log) * 0.5;
    ((freedom + 1.0) * log * -0.5, -weight, by_freedom)
}

/// log Γ(½ (ν + 1)) − log Γ(½ ν) − ½ log(ν π) and its derivative.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::language::distribution) fn log_gamma_ratio<S: Simd>(freedom: Pack<S>) -> (Pack<S>, Pack<S>) {
    let rising = math::log_rising(freedom * 0.5, freedom.constant(0.5));
    (rising.excess - HALF_LOG_TWO_PI, rising.excess_by_x * 0.5)
}

/// log P(Y ≤ z) and its derivatives by z and ν.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::language::distribution) fn log_cdf<S: Simd>(z: Pack<S>, freedom: Pack<S>) -> [Pack<S>; 3] {
    map_lanes([z, freedom], |[z, freedom]| {
        let [both, by_size, by_freedom] = log_both_tails(z.abs(), freedom);
        let log = both - LN_2;
        if z < 0.0 { [log, -by_size, by_freedom] } else { rest(log, [by_size, by_freedom]) }
    })
}

/// log(P(|Y| ≤ z)) for z > 0 and its derivatives by z and ν.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::language::distribution) fn log_folded_cdf<S: Simd>(
    z: Pack<S>,
    freedom: Pack<S>,
) -> [Pack<S>; 3] {
    map_lanes([z, freedom], |[z, freedom]| {
        let (square, x) = parts(z, freedom);
        let [log, by_half, _, by_x] =
            scalar::log_inc_beta_complement(0.5 * freedom, 0.5, x, square * x / freedom);
        chain([log, by_half, by_x], z, freedom)
    })
}

/// log P(|Y| > z) for z > 0 and its derivatives by z and ν.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::language::distribution) fn log_folded_ccdf<S: Simd>(
    z: Pack<S>,
    freedom: Pack<S>,
) -> [Pack<S>; 3] {
    map_lanes([z, freedom], |[z, freedom]| log_both_tails(z, freedom))
}

/// log 2 T and its derivatives by s and ν.
fn log_both_tails(size: f64, freedom: f64) -> [f64; 3] {
    let (square, x) = parts(size, freedom);
    let [log, by_half, _, by_x] = scalar::log_inc_beta(0.5 * freedom, 0.5, x, square * x / freedom);
    chain([log, by_half, by_x], size, freedom)
}

/// s² and x, for a size that is not so small that its square is 0.
fn parts(size: f64, freedom: f64) -> (f64, f64) {
    let square = size.max(1e-150) * size.max(1e-150);
    (square, freedom / (freedom + square))
}

/// A function's value and derivatives by s and ν, given its value and those by h and x.
fn chain([value, by_half, by_x]: [f64; 3], size: f64, freedom: f64) -> [f64; 3] {
    let (square, x) = parts(size, freedom);
    let slope = by_x * x * (square * x / freedom);
    [value, -2.0 * slope / size.max(1e-150), 0.5 * by_half + slope / freedom]
}

/// log(1 − T) and its derivatives, given log T and its.
fn rest(log: f64, derivatives: [f64; 2]) -> [f64; 3] {
    let tail = log.exp();
    let [by_z, by_freedom] = derivatives.map(|derivative| -derivative * tail / (1.0 - tail));
    [(-tail).ln_1p(), by_z, by_freedom]
}
