//! ln I₀ and I₁/I₀, against a table by mpmath (`tables.py`), and against pxfm.

use crate::harness::{Bounds, check, edges, functions, magnitudes, uniform, within};
use crate::log_rising::rows;
use monomorph::math;

functions! {
    Value = |x| math::log_bessel_i0(x).value;
    Scaled = |x| math::log_bessel_i0(x).scaled;
    Ratio = |x| math::log_bessel_i0(x).ratio;
    OneMinusRatio = |x| math::log_bessel_i0(x).one_minus_ratio;
}

#[test]
fn table() {
    let rows = rows(include_str!("bessel.csv"));
    let x: Vec<f64> = rows.iter().map(|row| row[0]).collect();
    let column = |column: usize| {
        let rows = &rows;
        move |x: f64| rows.iter().find(|row| row[0] == x).unwrap()[column]
    };
    check(Value, column(1), &x, within(5.0, 5.0));
    check(Scaled, column(2), &x, within(16.0, 16.0));
    check(Ratio, column(3), &x, within(5.0, 5.0));
    // Up to 9 this is a difference, down to 1/17.
    check(OneMinusRatio, column(4), &x, Bounds { fused: 5.0, unfused: 5.0, floor: 0.5 });
    let far: Vec<f64> = x.into_iter().filter(|x| *x >= 9.0).collect();
    check(OneMinusRatio, column(4), &far, within(5.0, 5.0));
}

fn inputs() -> Vec<f64> {
    let mut x = uniform(&[(0.0, 3.0), (3.0, 20.0), (8.9, 9.1), (9.0, 700.0), (0.0, 1e6)]);
    x.extend(magnitudes());
    x.extend(edges());
    x
}

#[test]
fn log_bessel_i0() {
    let expected = |x: f64| match x {
        _ if x < 0.0 => f64::NAN,
        _ if x == f64::INFINITY => x,
        _ if x > 1e8 => x - (pxfm::f_log(x) + (2.0 * core::f64::consts::PI).ln()) / 2.0,
        // I₀(x) − 1 by its series.
        _ if x < 1.5 => {
            let z = x * x / 4.0;
            let series = (1..14).rev().fold(0.0, |sum, k| (1.0 + sum) * (z / f64::from(k * k)));
            pxfm::f_log1p(series)
        }
        _ => x + pxfm::f_log(pxfm::f_i0e(x)),
    };
    check(Value, expected, &inputs(), within(6.0, 6.0));
}

#[test]
fn ratio() {
    let expected = |x: f64| match x {
        _ if x < 0.0 => f64::NAN,
        _ if x < 1e-10 => x / 2.0,
        _ if x > 1e17 => 1.0,
        _ => pxfm::f_i1e(x) / pxfm::f_i0e(x),
    };
    check(Ratio, expected, &inputs(), within(8.0, 8.0));
}

#[test]
fn one_minus_ratio() {
    let x = inputs();
    // Three terms of the asymptotic series are enough from 1e6 on, and rounded ones below.
    let expected = |x: f64| match x {
        _ if x < 0.0 => f64::NAN,
        _ if x < 1e6 => 1.0 - pxfm::f_i1e(x) / pxfm::f_i0e(x),
        _ => (1.0 + (0.25 + 0.25 / x) / x) / x / 2.0,
    };
    check(OneMinusRatio, expected, &x, Bounds { fused: 8.0, unfused: 8.0, floor: 0.5 });
    let far: Vec<f64> = x.into_iter().filter(|x| *x >= 1e6).collect();
    check(OneMinusRatio, expected, &far, within(4.0, 4.0));
}
