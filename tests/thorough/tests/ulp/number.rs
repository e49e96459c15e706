//! The functions of one number, which scalar parameters are transformed by.

use crate::harness::{check, edges, functions, signed_magnitudes, uniform, within};
use monomorph::math;
use monomorph::simd::{Pack, map_lanes};
use pulp::Simd;

/// A function of a number in each lane.
fn each<S: Simd>(x: Pack<S>, function: fn(f64) -> f64) -> Pack<S> {
    let [value] = map_lanes([x], |[x]| [function(x)]);
    value
}

functions! {
    Exp = |x| each(x, |x| math::exp_of_number::<S>(x).0);
    ExpOfMinus = |x| each(x, |x| math::exp_of_number::<S>(x).1);
    Up = |x| each(x, |x| math::logistic_of_number::<S>(x).up);
    Down = |x| each(x, |x| math::logistic_of_number::<S>(x).down);
    LogUp = |x| each(x, |x| math::logistic_of_number::<S>(x).log_up);
    LogDown = |x| each(x, |x| math::logistic_of_number::<S>(x).log_down);
}

/// Points near 0 and far away, where 2ᵏ is no normal number any more, and all kinds of numbers.
fn points() -> Vec<f64> {
    let mut x = uniform(&[(-0.4, 0.4), (-20.0, 20.0), (-746.0, 746.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    x
}

#[test]
fn exponentials() {
    check(Exp, pxfm::f_exp, &points(), within(1.0, 1.0));
    check(ExpOfMinus, |x| pxfm::f_exp(-x), &points(), within(1.0, 1.0));
}

#[test]
fn logistic_function_and_its_logarithms() {
    // Itself good to two units in the last place, in both tails.
    let up = |x: f64| {
        let t = pxfm::f_exp(-x.abs());
        if x < 0.0 { t / (1.0 + t) } else { 1.0 / (1.0 + t) }
    };
    let log_up = |x: f64| x.min(0.0) - pxfm::f_log1p(pxfm::f_exp(-x.abs()));
    check(Up, up, &points(), within(4.0, 4.0));
    check(Down, |x| up(-x), &points(), within(4.0, 4.0));
    check(LogUp, log_up, &points(), within(2.0, 2.0));
    check(LogDown, |x| log_up(-x), &points(), within(2.0, 2.0));
}
