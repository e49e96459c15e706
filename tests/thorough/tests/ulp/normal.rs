//! The error functions and the normal distribution function.

use crate::harness::{check, edges, functions, signed_magnitudes, uniform, within};
use core::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};
use monomorph::math;

functions! {
    Erf = |x| math::erf(x);
    Erfc = |x| math::erfc(x);
    NormalCdf = |x| math::normal_cdf(x);
    LogNormalCdf = |x| math::log_normal_cdf(x);
    FusedLogNormalCdf = |x| math::log_normal_cdf_and_slope(x).0;
    Slope = |x| math::log_normal_cdf_and_slope(x).1;
}

fn inputs() -> Vec<f64> {
    let mut x = uniform(&[(-1.0, 1.0), (-6.0, 6.0), (-27.5, 27.5), (-40.0, 40.0)]);
    x.extend(signed_magnitudes());
    x.extend(edges());
    x
}

#[test]
fn erf() {
    check(Erf, pxfm::f_erf, &inputs(), within(3.0, 3.0));
}

#[test]
fn erfc() {
    check(Erfc, pxfm::f_erfc, &inputs(), within(7.0, 7.0));
}

/// The rounding error of FRAC_1_SQRT_2.
const FRAC_1_SQRT_2_LOW: f64 = -4.833646656726457e-17;

/// Φ(x) by erfc(−x/√2), corrected for the rounding of its argument.
fn normal_cdf_reference(x: f64) -> f64 {
    let y = -x * FRAC_1_SQRT_2;
    let low = (-x).mul_add(FRAC_1_SQRT_2, -y) - x * FRAC_1_SQRT_2_LOW;
    if y.abs() > 30.0 {
        return pxfm::f_erfc(y) / 2.0;
    }
    (pxfm::f_erfc(y) - low * FRAC_2_SQRT_PI * pxfm::f_exp(-y * y)) / 2.0
}

pub fn log_normal_cdf_reference(x: f64) -> f64 {
    match x {
        // x² overflows.
        _ if x < -1e155 => f64::NEG_INFINITY,
        _ if x < 0.0 => pxfm::f_log(pxfm::f_erfcx(-x * FRAC_1_SQRT_2) / 2.0) - x * (x / 2.0),
        _ => pxfm::f_log1p(-normal_cdf_reference(-x)),
    }
}

pub fn slope_reference(x: f64) -> f64 {
    match x {
        f64::NEG_INFINITY => f64::INFINITY,
        // Here erfcx is a subnormal number.
        _ if x < -1e300 => -x,
        _ if x < 0.0 => (FRAC_2_SQRT_PI * FRAC_1_SQRT_2) / pxfm::f_erfcx(-x * FRAC_1_SQRT_2),
        _ if x > 40.0 => 0.0,
        _ => {
            let square = x * x;
            let low = x.mul_add(x, -square);
            let density =
                pxfm::f_exp(-square / 2.0) * (1.0 - low / 2.0) * (FRAC_2_SQRT_PI * FRAC_1_SQRT_2 / 2.0);
            density / normal_cdf_reference(x)
        }
    }
}

#[test]
fn normal_cdf() {
    check(NormalCdf, normal_cdf_reference, &inputs(), within(8.0, 8.0));
}

#[test]
fn log_normal_cdf() {
    check(LogNormalCdf, log_normal_cdf_reference, &inputs(), within(10.0, 10.0));
    check(FusedLogNormalCdf, log_normal_cdf_reference, &inputs(), within(10.0, 10.0));
    let mut x = inputs();
    // Here a single last place up is ∞.
    x.retain(|&x| x != f64::MIN);
    check(Slope, slope_reference, &x, within(8.0, 8.0));
}

/// (x, ln Φ(x), φ(x)/Φ(x)) by MPFR with 200 bits; below −60 by the asymptotic series.
const NORMAL: [(f64, f64, f64); 12] = [
    (-1e+150, -4.9999999999999995e+299, 1e+150),
    (-10000000000.0, -5e+19, 10000000000.0),
    (-200.0, -20006.21728089819, 200.00499975003123),
    (-40.0, -804.6084420137538, 40.02496884720726),
    (-38.5, -745.695270290411, 38.52593909685449),
    (-8.0, -35.01343715991455, 8.121368112236112),
    (-1.0, -1.8410216450092636, 1.525135276160981),
    (-1e-10, -0.6931471806397338, 0.7978845608665274),
    (1.0, -0.17275377902344988, 0.2875999709391784),
    (5.0, -2.866516129637636e-07, 1.4867199409049056e-06),
    (8.0, -6.220960574271786e-16, 5.052271083536895e-15),
    (38.0, -2.88542835e-316, 1.097221052e-314),
];

#[test]
fn log_normal_cdf_table() {
    let x = NORMAL.map(|row| row.0);
    let find = |x: f64| NORMAL.into_iter().find(|row| row.0 == x).unwrap();
    check(LogNormalCdf, |x| find(x).1, &x, within(8.0, 8.0));
    check(Slope, |x| find(x).2, &x, within(8.0, 8.0));
}
