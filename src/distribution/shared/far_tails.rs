//! Heavy tails so far out that 1 is negligible compared with the square of the standardised number z = d/σ,
//! which may overflow, as z may: only powers remain, and their logarithms are computed from d and σ
//! separately.
//!
//! Cauchy, in z² ≫ 1:  density −2 log|z|,  tail log(1/(π |z|)), complement −1/(π |z|).
//!
//! Student's t, in u = z²/ν ≫ 1, h = ½ ν:  density −½ (ν + 1) log u,  both tails −h log u + t(h),
//!
//! t(h) = −log h − log B(h, ½) = log Γ(h + ½) − log Γ(h + 1) − ½ log π,
//!
//! and near 0, in u ≪ 1:  P(|Y| ≤ d) = 2 |z| p(0).

use crate::math;
use crate::simd::Pack;
use core::f64::consts::{FRAC_1_PI, FRAC_2_PI, LN_2};
use pulp::Scalar;

/// A number so large that, for larger |z| or u, z² + 1 equals z² and every function in this file equals its
/// limit, to the last digit.
pub(in crate::distribution) const FAR: f64 = 1e100;

/// ½ log π
const HALF_LOG_PI: f64 = 0.572_364_942_924_700_1;

/// ½ log 2π
const HALF_LOG_TWO_PI: f64 = 0.918_938_533_204_672_8;

/// log(|d|/σ)
fn log_size(deviation: f64, scale: f64) -> f64 {
    deviation.abs().ln() - scale.ln()
}

/// −log(1 + z²) and its derivatives by d and σ.
pub(in crate::distribution) fn cauchy_kernel([deviation, scale]: [f64; 2]) -> [f64; 3] {
    [-2.0 * log_size(deviation, scale), -2.0 / deviation, 2.0 / scale]
}

/// log P(D ≤ d) of a Cauchy number D and its derivatives by d and σ.
pub(in crate::distribution) fn cauchy_log_cdf([deviation, scale]: [f64; 2]) -> [f64; 3] {
    if deviation < 0.0 {
        return [-log_size(deviation, scale) - 2.0 * HALF_LOG_PI, -1.0 / deviation, 1.0 / scale];
    }
    let tail = FRAC_1_PI * scale / deviation;
    [-tail, tail / deviation, -FRAC_1_PI / deviation]
}

/// log P(|D| ≤ d) of a Cauchy number D, for a d that is far out or close to 0, and its derivatives by d and
/// σ.
pub(in crate::distribution) fn folded_cauchy_log_cdf([size, scale]: [f64; 2]) -> [f64; 3] {
    if size < scale {
        return [log_size(size, scale) + FRAC_2_PI.ln(), 1.0 / size, -1.0 / scale];
    }
    let tail = FRAC_2_PI * scale / size;
    [-tail, tail / size, -FRAC_2_PI / size]
}

/// log P(|D| > d) of a Cauchy number D and its derivatives by d and σ.
pub(in crate::distribution) fn folded_cauchy_log_ccdf([size, scale]: [f64; 2]) -> [f64; 3] {
    [FRAC_2_PI.ln() - log_size(size, scale), -1.0 / size, 1.0 / scale]
}

/// −½ (ν + 1) log(1 + u) and its derivatives by d, σ, with that of −log σ, and ν.
pub(in crate::distribution) fn student_kernel([deviation, scale, freedom]: [f64; 3]) -> [f64; 4] {
    let log = 2.0 * log_size(deviation, scale) - freedom.ln();
    let power = freedom + 1.0;
    [-0.5 * power * log, -power / deviation, freedom / scale, 0.5 * (power / freedom - log)]
}

/// log P(|D| > d) of Student's t and its derivatives by d, σ and ν.
pub(in crate::distribution) fn student_tails(size: f64, scale: f64, freedom: f64) -> [f64; 4] {
    let half = 0.5 * freedom;
    let log = 2.0 * log_size(size, scale) - freedom.ln();
    let simd = Scalar::new();
    let rising = math::log_rising(Pack::splat(simd, half + 0.5), Pack::splat(simd, 0.5));
    let value = -half * log - rising.value.first() - HALF_LOG_PI;
    let by_freedom = 0.5 * (1.0 - log - rising.by_x.first());
    [value, -freedom / size, freedom / scale, by_freedom]
}

/// log P(|D| ≤ d) of Student's t for a d close to 0, and its derivatives by d, σ and ν.
pub(in crate::distribution) fn student_centre(size: f64, scale: f64, freedom: f64) -> [f64; 4] {
    let simd = Scalar::new();
    let rising = math::log_rising(Pack::splat(simd, 0.5 * freedom), Pack::splat(simd, 0.5));
    let value = log_size(size, scale) + LN_2 + rising.excess.first() - HALF_LOG_TWO_PI;
    [value, 1.0 / size, -1.0 / scale, 0.5 * rising.excess_by_x.first()]
}
