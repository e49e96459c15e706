//! s(x) = log Γ(x) − x log x + x, and its derivative ψ(x) − log x; log Γ(x + 1) − x log x + x = s(x) + log x.
//!
//! From 12 on, with w = 1/x, Stirling's series, whose next term is below 2⁻⁵² of the first:
//!
//! s(x) = ½ log 2π − ½ log x + w/12 − w³/360 + w⁵/1260 − w⁷/1680 + w⁹/1188 − 691 w¹¹/360360 + …
//!
//! Abramowitz and Stegun 6.1.41.

use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

/// The coefficients of the series in w, w³, …
const SERIES: [f64; 7] =
    [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360360.0, 1.0 / 156.0];

/// s(x) and s′(x), for x > 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn stirling_rest<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let log = math::log(x);
    let (log_gamma, digamma) = math::lgamma_and_digamma(x);
    let w = x.recip();
    let square = w * w;
    let (mut series, mut slope) = (x.constant(0.0), x.constant(0.0));
    for (place, coefficient) in SERIES.into_iter().enumerate().rev() {
        series = series.mul_add(square, coefficient);
        slope = slope.mul_add(square, -coefficient * (2 * place + 1) as f64);
    }
    let far = x.ge(12.0);
    let far_value = log.mul_add(-0.5, w.mul_add(series, HALF_LOG_TWO_PI));
    let far_slope = square.mul_add(slope, w * -0.5);
    (far.select(far_value, log_gamma - x * (log - 1.0)), far.select(far_slope, digamma - log))
}

/// w/12 − w³/360 + …, for x ≥ 12.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn stirling_series<S: Simd>(x: Pack<S>) -> Pack<S> {
    let w = x.recip();
    let square = w * w;
    let series = SERIES.into_iter().rev().fold(x.constant(0.0), |sum, term| sum.mul_add(square, term));
    w * series
}

/// log Γ(x + 1) − x log x + x, for x ≥ 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn factorial_rest<S: Simd>(x: Pack<S>) -> Pack<S> {
    let log = math::log(x);
    let far = log.mul_add(0.5, stirling_series(x) + HALF_LOG_TWO_PI);
    let near = math::lgamma(x + 1.0) - x * (log - 1.0);
    x.ge(12.0).select(far, x.eq(0.0).select(0.0, near))
}
