//! The Γ family.

use crate::harness::{Bounds, check, edges, functions, magnitudes, on_every_set, uniform, within};
use monomorph::math;

functions! {
    Lgamma = |x| math::lgamma(x);
    Digamma = |x| math::digamma(x);
    FusedLgamma = |x| math::lgamma_and_digamma(x).0;
    FusedDigamma = |x| math::lgamma_and_digamma(x).1;
    Tgamma = |x| math::tgamma(x);
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

/// ψ″(x) by the asymptotic series, after 30 steps of the recurrence for small x, good to some ULP because
/// nothing cancels.
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

#[test]
fn tgamma() {
    let mut x = uniform(&[(0.0, 0.5), (0.5, 3.0), (2.4, 20.0), (0.0, 172.0), (-3.0, 0.0), (-170.0, 0.0)]);
    x.extend(magnitudes());
    x.extend(edges());
    // Below −170 the error is an absolute one, times the cosecant.
    x.retain(|x| *x >= -170.0 || x.is_infinite());
    let expected = |x: f64| match x {
        _ if x == 0.0 => 1.0 / x,
        _ if x < 0.0 && x == x.floor() => f64::NAN,
        _ if x.abs() < 1e-200 => 1.0 / x,
        _ => pxfm::f_tgamma(x),
    };
    check(Tgamma, expected, &x, within(5.0, 5.0));
    let low = uniform(&[(-200.0, -170.0)]);
    for (set, _, got) in on_every_set(Tgamma, &low, &low) {
        for (&x, got) in low.iter().zip(got) {
            let (expected, sine) = (pxfm::f_tgamma(x), pxfm::f_sinpi(x).abs());
            let allowed = 1e-15 * expected.abs() + 5e-324 * (2.0 + 4.0 / sine);
            assert!((got - expected).abs() <= allowed, "{set} at {x:e}: {got:e} for {expected:e}");
        }
    }
}
