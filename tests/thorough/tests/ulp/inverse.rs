//! Inverse functions, roots, and hyperbolic functions.

use crate::harness::{check, check_both, edges, functions, magnitudes, signed_magnitudes, uniform, within};
use crate::normal::{log_normal_cdf_reference, slope_reference};
use monomorph::math;

functions! {
    Atan = |x| math::atan(x);
    Atan2 = |y, x| math::atan2(y, x);
    Cbrt = |x| math::cbrt(x);
    Sinh = |x| math::sinh(x);
    Cosh = |x| math::cosh(x);
    Hypot = |x, y| math::hypot(x, y);
    InvNormalCdf = |x| math::inv_normal_cdf(x);
}

fn inputs() -> Vec<f64> {
    let mut x = uniform(&[(-1.0, 1.0), (-3.0, 3.0), (-100.0, 100.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    x
}

#[test]
fn atan() {
    check(Atan, pxfm::f_atan, &inputs(), within(2.0, 2.0));
}

#[test]
fn cbrt() {
    check(Cbrt, pxfm::f_cbrt, &inputs(), within(1.0, 1.0));
}

#[test]
fn sinh_cosh() {
    let mut x = inputs();
    x.extend(uniform(&[(-711.0, 711.0), (709.0, 711.0)]));
    check(Sinh, |x| pxfm::f_sinh(x).copysign(x), &x, within(3.0, 3.0));
    check(Cosh, pxfm::f_cosh, &x, within(2.0, 2.0));
}

/// Pairs of similar and of all magnitudes, and all pairs of special numbers.
fn pairs() -> (Vec<f64>, Vec<f64>) {
    let mut x = inputs();
    let mut y = x.clone();
    y.reverse();
    x.extend(magnitudes());
    y.extend(magnitudes().iter().zip(uniform(&[(-5.0, 5.0)])).map(|(x, factor)| x * factor));
    let special = [0.0, 5e-324, 1e-310, 1.0, 2.5, 1e300, f64::MAX, f64::INFINITY, f64::NAN];
    let signed = || special.into_iter().flat_map(|x| [x, -x]);
    let (more_x, more_y): (Vec<f64>, Vec<f64>) = signed().flat_map(|x| signed().map(move |y| (x, y))).unzip();
    x.extend(more_x);
    y.extend(more_y);
    (x, y)
}

#[test]
fn atan2() {
    let (y, x) = pairs();
    // pxfm drops the sign of some zeros.
    check_both(Atan2, f64::atan2, &y, &x, within(2.0, 2.0));
}

#[test]
fn hypot() {
    let (x, y) = pairs();
    // Unlike IEEE 754, NaN also where the other is ∞.
    let expected = |x: f64, y: f64| if x.is_nan() || y.is_nan() { f64::NAN } else { pxfm::f_hypot(x, y) };
    check_both(Hypot, expected, &x, &y, within(2.0, 2.0));
}

#[test]
fn inv_normal_cdf() {
    let mut p = uniform(&[(0.0, 1.0), (0.49, 0.51), (0.05, 0.1), (-0.1, 0.01), (0.99, 1.01)]);
    p.extend(magnitudes());
    p.extend(edges());
    let expected = |p: f64| match p {
        _ if !(0.0..=1.0).contains(&p) => f64::NAN,
        _ if p == 0.0 => f64::NEG_INFINITY,
        _ if p == 1.0 => f64::INFINITY,
        // Far out pxfm is good to seven digits only: Newton's method for ln Φ(x) = ln p.
        _ if p < 1e-10 => (0..8).fold(-(-2.0 * pxfm::f_log(p)).sqrt(), |x, _| {
            x - (log_normal_cdf_reference(x) - pxfm::f_log(p)) / slope_reference(x)
        }),
        _ if (0.25..0.75).contains(&p) => core::f64::consts::SQRT_2 * pxfm::f_erfinv(2.0 * (p - 0.5)),
        _ if p < 0.5 => -core::f64::consts::SQRT_2 * pxfm::f_erfcinv(2.0 * p),
        _ => core::f64::consts::SQRT_2 * pxfm::f_erfcinv(2.0 * (1.0 - p)),
    };
    check(InvNormalCdf, expected, &p, within(6.0, 6.0));
}
