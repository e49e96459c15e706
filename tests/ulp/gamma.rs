//! The Γ family.

use crate::harness::{Bounds, check, edges, functions, magnitudes, uniform, within};
use monomorph::math;

functions! {
    Lgamma = |x| math::lgamma(x);
    Digamma = |x| math::digamma(x);
    FusedLgamma = |x| math::lgamma_and_digamma(x).0;
    FusedDigamma = |x| math::lgamma_and_digamma(x).1;
    Trigamma = |x| math::trigamma(x);
    FusedTrigamma = |x| math::trigamma_and_tetragamma(x).0;
    Tetragamma = |x| math::tetragamma(x);
    FusedTetragamma = |x| math::trigamma_and_tetragamma(x).1;
}

/// Inputs for the functions of the Γ family.
fn gamma_inputs() -> Vec<f64> {
    let mut x = uniform(&[
        (0.0, 0.5),
        (0.5, 1.5),
        (1.5, 2.5),
        (2.5, 5.0),
        (5.0, 1000.0),
        (0.999, 1.001),
        (1.999, 2.001),
    ]);
    x.extend(magnitudes());
    x.extend(edges());
    x
}

#[test]
fn lgamma() {
    let x = gamma_inputs();
    let expected = |x: f64| match x {
        _ if x < 0.0 => f64::NAN,
        // Here pxfm returns NaN.
        _ if x > 1e300 => x * (pxfm::f_log(x) - 1.0),
        _ => pxfm::f_lgamma(x),
    };
    check(Lgamma, expected, &x, within(8.0, 8.0));
    check(FusedLgamma, expected, &x, within(8.0, 8.0));
}

#[test]
fn digamma() {
    let x = gamma_inputs();
    let expected = |x: f64| match x {
        _ if x < 0.0 => f64::NAN,
        _ if x == 0.0 => -1.0 / x,
        // Here pxfm returns NaN.
        _ if x > 1e300 => pxfm::f_log(x),
        _ => pxfm::f_digamma(x),
    };
    // Near the zero at 1.46 the error is an absolute one.
    let bounds = || Bounds { fused: 4.0, unfused: 4.0, floor: 0.5 };
    check(Digamma, expected, &x, bounds());
    check(FusedDigamma, expected, &x, bounds());
}

#[test]
fn trigamma() {
    let x = gamma_inputs();
    let expected = |x: f64| match x {
        _ if x < 0.0 => f64::NAN,
        _ if x < 1e-100 => 1.0 / x / x,
        // Here pxfm loses the last places, or returns NaN.
        _ if x > 1e17 => 1.0 / x,
        _ => pxfm::f_trigamma(x),
    };
    check(Trigamma, expected, &x, within(6.0, 6.0));
    check(FusedTrigamma, expected, &x, within(6.0, 6.0));
}

/// ψ″(x) by the asymptotic series, after 30 steps of the recurrence for small x, good to some ULP because nothing cancels.
fn tetragamma_reference(x: f64) -> f64 {
    if x < 0.0 {
        return f64::NAN;
    }
    let steps = if x < 30.0 { 30 } else { 0 };
    let w = 1.0 / (x + f64::from(steps));
    let u = w * w;
    let series = 0.5 + u * (-1.0 / 6.0 + u * (1.0 / 6.0 + u * (-0.3 + u * (5.0 / 6.0))));
    let far = u * (1.0 + w + u * series);
    let step = |k: i32| {
        let y = x + f64::from(k);
        2.0 / y / y / y
    };
    -(0..steps).rev().map(step).fold(far, |sum, term| sum + term)
}

#[test]
fn tetragamma() {
    let x = gamma_inputs();
    check(Tetragamma, tetragamma_reference, &x, within(10.0, 10.0));
    check(FusedTetragamma, tetragamma_reference, &x, within(10.0, 10.0));
}
