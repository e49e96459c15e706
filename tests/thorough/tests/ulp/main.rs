//! The functions of `math` against correctly rounded ones, on every instruction set of this machine.

mod bessel;
mod gamma;
mod harness;
mod inverse;
mod log_exp;
mod log_rising;
mod normal;
mod number;

use harness::{check, check_both, edges, functions, magnitudes, signed_magnitudes, uniform, within};
use monomorph::math;

functions! {
    Exp = |x| math::exp(x);
    Log = |x| math::log(x);
    Log1p = |x| math::log1p(x);
    Log1pMinus = |x| math::log1p_minus(x);
    Expm1 = |x| math::expm1(x);
    Expm1OfBoth = |x| math::exp_and_expm1(x).1;
    ExpOfBoth = |x| math::exp_and_expm1(x).0;
    Tanh = |x| math::tanh(x);
    FusedTanh = |x| math::tanh_and_slope(x).0;
    Logistic = |x| math::logistic(x);
    Softplus = |x| math::log1p_exp(x);
    FusedSoftplus = |x| math::log1p_exp_and_logistic(x).0;
    FusedLogistic = |x| math::log1p_exp_and_logistic(x).1;
    Sin = |x| math::sin(x);
    Cos = |x| math::cos(x);
    Powf = |x, y| math::powf(x, y);
    PowfOfAll = |x, y| math::powf_and_slopes(x, y).0;
    PowfByBase = |x, y| math::powf_and_slopes(x, y).1;
    PowfByExponent = |x, y| math::powf_and_slopes(x, y).2;
    PlainPowfByBase = |x, y| y.eq(0.0).select(0.0, y * math::powf(x, y - 1.0));
    Powi = |x| math::powi(x, 5);
    PowiNegative = |x| math::powi(x, -4);
}

#[test]
fn exp() {
    let mut x = uniform(&[(-0.4, 0.4), (-20.0, 20.0), (-746.0, 710.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    check(Exp, pxfm::f_exp, &x, within(1.0, 1.0));
}

#[test]
fn log() {
    let mut x = uniform(&[(0.5, 1.5), (0.99, 1.01), (0.0, 100.0)]);
    x.extend(magnitudes());
    x.extend(edges());
    check(Log, pxfm::f_log, &x, within(1.0, 1.0));
}

#[test]
fn log1p() {
    let mut x = uniform(&[(-1.0, 1.0), (-0.4, 0.5), (-1.5, 30.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    check(Log1p, pxfm::f_log1p, &x, within(1.0, 1.0));
}

#[test]
fn log1p_minus() {
    let mut x = uniform(&[(-1.0, 1.0), (-0.3, 0.5), (-1.5, 30.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    // By the series up to ⅛, the logarithm beyond. −0 has no square of its sign.
    let expected = |x: f64| match x {
        _ if x.is_nan() || x < -1.0 => f64::NAN,
        _ if x == f64::INFINITY => -x,
        _ if x.abs() < 0.125 => {
            let series = (2..25).rev().fold(0.0, |sum, n| 1.0 / f64::from(n) - x * sum);
            -x * (x * series)
        }
        _ => pxfm::f_log1p(x) - x,
    };
    check(Log1pMinus, expected, &x, within(10.0, 10.0));
}

#[test]
fn expm1() {
    let mut x = uniform(&[(-1.1, 1.1), (-40.0, 40.0), (-746.0, 710.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    check(Expm1, pxfm::f_expm1, &x, within(2.0, 2.0));
    check(ExpOfBoth, pxfm::f_exp, &x, within(1.0, 1.0));
    check(Expm1OfBoth, pxfm::f_expm1, &x, within(5.0, 5.0));
}

#[test]
fn tanh() {
    let mut x = uniform(&[(-1.0, 1.0), (-25.0, 25.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    check(Tanh, pxfm::f_tanh, &x, within(3.0, 3.0));
    check(FusedTanh, pxfm::f_tanh, &x, within(5.0, 5.0));
}

#[test]
fn logistic() {
    let mut x = uniform(&[(-1.0, 1.0), (-40.0, 40.0), (-750.0, 750.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    // Itself good to two ULP, in both tails.
    let expected = |x: f64| {
        let t = pxfm::f_exp(-x.abs());
        if x < 0.0 { t / (1.0 + t) } else { 1.0 / (1.0 + t) }
    };
    check(Logistic, expected, &x, within(2.0, 2.0));
    check(FusedLogistic, expected, &x, within(4.0, 4.0));
}

#[test]
fn softplus() {
    let mut x = uniform(&[(-1.0, 1.0), (-40.0, 40.0), (-750.0, 750.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    // Itself good to two ULP, in both tails.
    let expected = |x: f64| if x.is_nan() { x } else { x.max(0.0) + pxfm::f_log1p(pxfm::f_exp(-x.abs())) };
    check(Softplus, expected, &x, within(3.0, 3.0));
    check(FusedSoftplus, expected, &x, within(3.0, 4.0));
}

#[test]
fn sin_cos() {
    let mut x = uniform(&[(-1.0, 1.0), (-10.0, 10.0), (-5e5, 5e5), (-1e7, 1e7)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    check(Sin, pxfm::f_sin, &x, within(1.0, 1.0));
    check(Cos, pxfm::f_cos, &x, within(1.0, 1.0));
}

#[test]
fn powf() {
    let expected = |x: f64, y: f64| match x {
        _ if x < 0.0 && y != 0.0 => f64::NAN,
        _ => pxfm::f_pow(x.abs(), y),
    };
    // Moderate results, then all results.
    let mut x = uniform(&[(0.0, 3.0), (0.9, 1.1), (0.0, 1000.0)]);
    let mut y = uniform(&[(-30.0, 30.0), (-500.0, 500.0), (-10.0, 10.0)]);
    y.reverse();
    check_both(Powf, expected, &x, &y, within(1.0, 1.0));
    x = magnitudes();
    y = x.iter().zip(uniform(&[(-745.0, 710.0)])).map(|(x, power)| power / x.ln()).collect();
    check_both(Powf, expected, &x, &y, within(1.0, 1.0));
    let special =
        [0.0, 5e-324, 1e-310, 0.5, 1.0 - f64::EPSILON, 1.0, 1.5, 2.0, 3.0, 1e300, f64::INFINITY, f64::NAN];
    let signed = || special.into_iter().flat_map(|x| [x, -x]);
    (x, y) = signed().flat_map(|x| signed().map(move |y| (x, y))).unzip();
    let expected = |x: f64, y: f64| if x < 0.0 && y != 0.0 { f64::NAN } else { x.abs().powf(y) };
    check_both(Powf, expected, &x, &y, within(1.0, 1.0));
}

#[test]
fn slopes_of_powf() {
    let mut x = uniform(&[(0.0, 3.0), (0.9, 1.1), (0.0, 1000.0)]);
    let mut y = uniform(&[(-30.0, 30.0), (-500.0, 500.0), (-10.0, 10.0)]);
    y.reverse();
    let all = magnitudes();
    y.extend(all.iter().zip(uniform(&[(-745.0, 710.0)])).map(|(x, power)| power / x.ln()));
    x.extend(all);
    // y − 1 is exact, and where a power has few digits so has a slope that is made of it.
    y.iter_mut().for_each(|y| *y = (*y * 1024.0).round() / 1024.0);
    let has_digits = |x, y| [y, y - 1.0].iter().all(|&y| !pxfm::f_pow(x, y).is_subnormal());
    (x, y) = x.into_iter().zip(y).filter(|&(x, y)| has_digits(x, y)).unzip();
    check_both(PowfOfAll, pxfm::f_pow, &x, &y, within(1.0, 1.0));
    let by_base = |x, y| if y == 0.0 { 0.0 } else { y * pxfm::f_pow(x, y - 1.0) };
    check_both(PowfByBase, by_base, &x, &y, within(3.0, 3.0));
    let by_exponent = |x, y| match pxfm::f_pow(x, y) {
        0.0 => 0.0,
        power => power * pxfm::f_log(x),
    };
    check_both(PowfByExponent, by_exponent, &x, &y, within(2.0, 2.0));
    // At the ends of the range the slope is that of the other power, to the last bit.
    let ends = [0.0, 5e-324, 1e-310, 1e-300, 0.5, 1.0, 1.5, 1e300, f64::INFINITY, f64::NAN, -1.0];
    let exponents = [0.0, 0.5, 1.0, 1.03, 2.0, 2.5, 1e3, 1e308, f64::INFINITY, f64::NAN];
    let signed = || exponents.into_iter().flat_map(|y| [y, -y]);
    (x, y) = ends.into_iter().flat_map(|x| signed().map(move |y| (x, y))).unzip();
    let plain = harness::on_every_set(PlainPowfByBase, &x, &y);
    for ((set, _, got), (_, _, plain)) in harness::on_every_set(PowfByBase, &x, &y).into_iter().zip(plain) {
        for (place, (got, plain)) in got.into_iter().zip(plain).enumerate() {
            let (x, y) = (x[place], y[place]);
            let is_at_an_end = !(x.is_normal() && pxfm::f_pow(x, y).is_normal());
            let error = harness::ulps(got, plain, 0.0);
            assert!(error <= if is_at_an_end { 0.0 } else { 3.0 }, "{x:e}, {y:e}, {set}: {got:e} {plain:e}");
        }
    }
}

#[test]
fn powi() {
    let mut x = uniform(&[(-10.0, 10.0)]);
    x.extend(signed_magnitudes());
    check(Powi, |x| pxfm::f_pow(x, 5.0), &x, within(3.0, 3.0));
    // Where x⁴ overflows or underflows, so does its reciprocal.
    x.retain(|x| (1e-76..1e76).contains(&x.abs()));
    check(PowiNegative, |x| pxfm::f_pow(x, -4.0), &x, within(3.0, 3.0));
}
