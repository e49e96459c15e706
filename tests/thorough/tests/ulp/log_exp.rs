//! Logarithms of sums and differences of exponentials.

use crate::harness::{Bounds, check, check_both, edges, functions, signed_magnitudes, uniform, within};
use monomorph::math;

functions! {
    Log1mExp = |x| math::log1m_exp(x);
    FusedLog1mExp = |x| math::log1m_exp_and_slope(x).0;
    Slope = |x| math::log1m_exp_and_slope(x).1;
    LogSumExp = |x, y| math::log_sum_exp2(x, y);
    FusedLogSumExp = |x, y| math::log_sum_exp2_and_slopes(x, y).0;
    SumSlopeX = |x, y| math::log_sum_exp2_and_slopes(x, y).1[0];
    SumSlopeY = |x, y| math::log_sum_exp2_and_slopes(x, y).1[1];
    LogDiffExp = |x, y| math::log_diff_exp(x, y);
    FusedLogDiffExp = |x, y| math::log_diff_exp_and_slopes(x, y).0;
    DiffSlopeX = |x, y| math::log_diff_exp_and_slopes(x, y).1[0];
    DiffSlopeY = |x, y| math::log_diff_exp_and_slopes(x, y).1[1];
}

/// The reference, which is accurate to two ULP.
fn log1m_exp_reference(x: f64) -> f64 {
    match x {
        _ if x > 0.0 => f64::NAN,
        _ if x > -core::f64::consts::LN_2 => pxfm::f_log(-pxfm::f_expm1(x)),
        _ => pxfm::f_log1p(-pxfm::f_exp(x)),
    }
}

#[test]
fn log1m_exp() {
    let mut x = uniform(&[(-1.0, 0.0), (-0.7, -0.3), (-40.0, 0.0), (-750.0, 1.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    check(Log1mExp, log1m_exp_reference, &x, within(4.0, 4.0));
    check(FusedLog1mExp, log1m_exp_reference, &x, within(4.0, 4.0));
    // Positive x have no value; what the slope is there does not matter.
    x.retain(|x| x.is_nan() || *x <= 0.0);
    check(Slope, |x| -pxfm::f_exp(x) / pxfm::f_expm1(x).abs(), &x, within(6.0, 6.0));
}

/// Pairs with differences of all sizes, and all pairs of special numbers.
fn pairs() -> (Vec<f64>, Vec<f64>) {
    let mut x = uniform(&[(-3.0, 3.0), (-50.0, 50.0), (-2e3, 2e3), (-1e-3, 1e-3)]);
    let mut y = x.clone();
    y.reverse();
    let tiny = signed_magnitudes();
    x.extend(tiny.iter().map(|_| 1.5));
    y.extend(tiny.iter().map(|tiny| 1.5 + tiny));
    let special = [0.0, 1e-300, 1.0, 700.0, 1e300, f64::INFINITY, f64::NAN];
    let signed = || special.into_iter().flat_map(|x| [x, -x]);
    let (more_x, more_y): (Vec<f64>, Vec<f64>) = signed().flat_map(|x| signed().map(move |y| (x, y))).unzip();
    x.extend(more_x);
    y.extend(more_y);
    (x, y)
}

#[test]
fn log_sum_exp2() {
    let (x, y) = pairs();
    let expected = |x: f64, y: f64| match () {
        _ if x.is_nan() || y.is_nan() => f64::NAN,
        _ if x == y => x + core::f64::consts::LN_2,
        _ => x.max(y) + pxfm::f_log1p(pxfm::f_exp(-(x - y).abs())),
    };
    // Where the two summands are of opposite signs the error is an absolute one.
    let bounds = || Bounds { fused: 3.0, unfused: 3.0, floor: 0.5 };
    check_both(LogSumExp, expected, &x, &y, bounds());
    check_both(FusedLogSumExp, expected, &x, &y, bounds());
    let slope = |x: f64, y: f64| {
        let d = if x == y { 0.0 } else { x - y };
        let t = pxfm::f_exp(-d.abs());
        if d < 0.0 { t / (1.0 + t) } else { 1.0 / (1.0 + t) }
    };
    check_both(SumSlopeX, slope, &x, &y, within(4.0, 4.0));
    check_both(SumSlopeY, |x, y| slope(y, x), &x, &y, within(4.0, 4.0));
}

#[test]
fn log_diff_exp() {
    let (mut x, mut y) = pairs();
    let expected = |x: f64, y: f64| match () {
        _ if x == y => x + f64::NEG_INFINITY,
        _ => x + log1m_exp_reference(y - x),
    };
    let bounds = || Bounds { fused: 4.0, unfused: 4.0, floor: 0.5 };
    check_both(LogDiffExp, expected, &x, &y, bounds());
    check_both(FusedLogDiffExp, expected, &x, &y, bounds());
    let inside: Vec<bool> = x.iter().zip(&y).map(|(x, y)| (x - y).is_nan() || x >= y).collect();
    let mut keep = inside.iter();
    x.retain(|_| *keep.next().unwrap());
    let mut keep = inside.iter();
    y.retain(|_| *keep.next().unwrap());
    let distance = |x: f64, y: f64| if x == y { -0.0 } else { y - x };
    let slope_x = |x, y| -1.0 / pxfm::f_expm1(distance(x, y));
    check_both(DiffSlopeX, slope_x, &x, &y, within(4.0, 4.0));
    let slope_y = |x, y| pxfm::f_exp(distance(x, y)) / pxfm::f_expm1(distance(x, y));
    check_both(DiffSlopeY, slope_y, &x, &y, within(6.0, 6.0));
}
