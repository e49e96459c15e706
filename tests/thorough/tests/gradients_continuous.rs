//! Proves that the densities of numbers are their formulas, written once more in plain `f64`, and that their
//! gradients are the central differences of those: every family at random points, with vectors and with
//! scalars, around every boundary of a register, on every instruction set.
//!
//! Tolerances, with |f| the value, Σ|t| the sum of the absolute values of its terms and G the largest
//! gradient entry:
//!
//! * value 1e-12 Σ|t|;
//! * gradient 1e-8 max(1, G, |f|): differences with steps of 1e-3 have errors of 1e-13 f⁽⁵⁾ and 4e-13 |f|,
//!   and the fifth derivatives stay under 10⁴ at the points below.

#[path = "../../common/mod.rs"]
mod common;

use common::{
    Random, assert_near, evaluate_gradient, gradient_by_differences, largest, lgamma, on_every_set, softplus,
};
use monomorph::distribution;
use monomorph::prelude::*;
use std::f64::consts::{FRAC_1_SQRT_2, LN_2, PI, TAU};

const LENGTHS: [usize; 7] = [1, 2, 3, 7, 9, 17, 65];

/// Compares a model's density, and its gradient, with the terms of a plain formula at a point.
fn compare(what: &str, model: impl Model, q: &[f64], terms: &(dyn Fn(&[f64]) -> Vec<f64> + Sync)) {
    let want: f64 = terms(q).iter().sum();
    let magnitude = terms(q).iter().map(|term| term.abs()).sum::<f64>().max(1.0);
    let slopes = gradient_by_differences(&mut |q| terms(q).iter().sum(), q);
    let allowed = 1e-8 * largest(&slopes).max(want.abs()).max(1.0);
    on_every_set(model, |set, posterior| {
        let (got, gradient) = evaluate_gradient(posterior, q);
        assert_near(got, want, 1e-12 * magnitude, || format!("{what}, {set}: value"));
        for (place, (&got, &want)) in gradient.iter().zip(&slopes).enumerate() {
            assert_near(got, want, allowed, || format!("{what}, {set}: gradient[{place}]"));
        }
    });
}

/// A test for each family: `name(y in lowest to highest; argument in lowest to highest, …): plain formula`.
macro_rules! families {
    ($($family:ident($y:ident in $from:literal to $to:literal;
        $($argument:ident in $low:literal to $high:literal),+): $plain:expr;)*) => {$(
        #[test]
        fn $family() {
            let mut random = Random(u64::from(line!()));
            let bounds = [$(($low, $high)),+];
            for n in LENGTHS {
                let ys = random.numbers(n, $from, $to);
                // The plain formula of element i, whose argument `place` is at(place).
                let term = |$y: f64, at: &dyn Fn(usize) -> f64| {
                    let _ = $y;
                    let mut places = 0..bounds.len();
                    $(let $argument = at(places.next().expect("one for each"));)+
                    let plain: f64 = $plain;
                    plain
                };
                {
                    let mut q = ys.clone();
                    bounds.iter().for_each(|&(low, high)| q.extend(random.numbers(n, low, high)));
                    params! { y: vector(n), $($argument: vector(n)),+ }
                    let model = model! {
                        y |= distribution::$family($($argument),+), $($argument |= flat()),+
                    };
                    compare(&format!("{n} with vectors"), model, &q, &|q| {
                        (0..n).map(|i| term(q[i], &|place| q[(place + 1) * n + i])).collect()
                    });
                }
                {
                    let q: Vec<f64> = bounds.iter().map(|&(low, high)| random.between(low, high)).collect();
                    params! { $($argument: real()),+ }
                    let model = model! {
                        data(&ys) |= distribution::$family($($argument),+),
                        $($argument |= flat()),+
                    };
                    compare(&format!("{n} with scalars"), model, &q, &|q| {
                        ys.iter().map(|&y| term(y, &|place| q[place])).collect()
                    });
                }
            }
        }
    )*};
}

fn normal(z: f64) -> f64 {
    -0.5 * z * z - 0.5 * TAU.ln()
}

fn student_t(z: f64, freedom: f64) -> f64 {
    lgamma(0.5 * (freedom + 1.0))
        - lgamma(0.5 * freedom)
        - 0.5 * (freedom * PI).ln()
        - 0.5 * (freedom + 1.0) * (z * z / freedom).ln_1p()
}

fn log_erfc(x: f64) -> f64 {
    pxfm::f_erfc(x).ln()
}

fn beta(y: f64, a: f64, b: f64) -> f64 {
    (a - 1.0) * y.ln() + (b - 1.0) * (-y).ln_1p() + lgamma(a + b) - lgamma(a) - lgamma(b)
}

/// log I₀(x), by its series.
fn log_bessel_i0(x: f64) -> f64 {
    let mut term = 1.0;
    let mut sum = 1.0;
    for k in 1..60 {
        term *= (0.5 * x / f64::from(k)).powi(2);
        sum += term;
    }
    sum.ln()
}

mod family {
    use super::*;

    families! {
        normal(y in -3.0 to 3.0; m in -2.0 to 2.0, s in 0.5 to 3.0): super::normal((y - m) / s) - s.ln();
        half_normal(y in 0.1 to 5.0; s in 0.5 to 3.0): super::normal(y / s) - s.ln() + LN_2;
        cauchy(y in -3.0 to 3.0; m in -2.0 to 2.0, s in 0.5 to 3.0):
            -PI.ln() - s.ln() - ((y - m) / s).powi(2).ln_1p();
        half_cauchy(y in 0.1 to 5.0; s in 0.5 to 3.0): LN_2 - PI.ln() - s.ln() - (y / s).powi(2).ln_1p();
        student_t(y in -3.0 to 3.0; f in 1.0 to 9.0, m in -2.0 to 2.0, s in 0.5 to 3.0):
            super::student_t((y - m) / s, f) - s.ln();
        half_student_t(y in 0.1 to 5.0; f in 1.0 to 9.0, s in 0.5 to 3.0):
            super::student_t(y / s, f) - s.ln() + LN_2;
        exp_mod_normal(y in -2.0 to 3.0; m in -1.0 to 1.0, s in 0.5 to 2.0, r in 0.5 to 2.0):
            (0.5 * r).ln()
                + 0.5 * r * (2.0 * m + r * s * s - 2.0 * y)
                + log_erfc((m + r * s * s - y) / s * FRAC_1_SQRT_2);
        skew_normal(y in -2.0 to 2.0; m in -1.0 to 1.0, s in 0.7 to 2.0, a in -2.0 to 2.0): {
            let z = (y - m) / s;
            super::normal(z) - s.ln() + log_erfc(-a * z * FRAC_1_SQRT_2)
        };
        double_exponential(y in 1.0 to 3.0; m in -2.0 to 0.9, s in 0.5 to 3.0): -(2.0 * s).ln() - (y - m) / s;
        logistic(y in -3.0 to 3.0; m in -2.0 to 2.0, s in 0.5 to 3.0): {
            let z = (y - m) / s;
            -z - s.ln() - 2.0 * softplus(-z)
        };
        gumbel(y in -2.0 to 3.0; m in -1.0 to 1.0, s in 0.7 to 3.0): {
            let z = (y - m) / s;
            -z - s.ln() - (-z).exp()
        };
        lognormal(y in 0.3 to 4.0; m in -2.0 to 2.0, s in 0.5 to 3.0):
            super::normal((y.ln() - m) / s) - s.ln() - y.ln();
        loglogistic(y in 0.3 to 4.0; a in 0.5 to 3.0, b in 0.5 to 3.0):
            (b / a).ln() + (b - 1.0) * (y / a).ln() - 2.0 * (y / a).powf(b).ln_1p();
        exponential(y in 0.1 to 4.0; r in 0.3 to 3.0): r.ln() - r * y;
        gamma(y in 0.3 to 4.0; a in 0.5 to 5.0, r in 0.3 to 3.0):
            a * r.ln() - lgamma(a) + (a - 1.0) * y.ln() - r * y;
        inv_gamma(y in 0.4 to 4.0; a in 0.5 to 5.0, b in 0.3 to 3.0):
            a * b.ln() - lgamma(a) - (a + 1.0) * y.ln() - b / y;
        chi_square(y in 0.3 to 4.0; f in 0.7 to 9.0):
            -0.5 * f * LN_2 - lgamma(0.5 * f) + (0.5 * f - 1.0) * y.ln() - 0.5 * y;
        inv_chi_square(y in 0.4 to 4.0; f in 0.7 to 9.0):
            -0.5 * f * LN_2 - lgamma(0.5 * f) - (0.5 * f + 1.0) * y.ln() - 0.5 / y;
        scaled_inv_chi_square(y in 0.4 to 4.0; f in 0.7 to 9.0, s in 0.5 to 2.0): {
            let h = 0.5 * f;
            h * h.ln() - lgamma(h) + f * s.ln() - (h + 1.0) * y.ln() - h * s * s / y
        };
        weibull(y in 0.3 to 3.0; a in 0.5 to 3.0, s in 0.7 to 3.0):
            (a / s).ln() + (a - 1.0) * (y / s).ln() - (y / s).powf(a);
        frechet(y in 0.5 to 4.0; a in 0.5 to 2.0, s in 0.5 to 2.0):
            (a / s).ln() - (a + 1.0) * (y / s).ln() - (y / s).powf(-a);
        rayleigh(y in 0.3 to 4.0; s in 0.5 to 3.0): y.ln() - 2.0 * s.ln() - 0.5 * (y / s).powi(2);
        pareto(y in 2.0 to 9.0; m in 0.5 to 1.9, a in 0.5 to 4.0): a.ln() + a * m.ln() - (a + 1.0) * y.ln();
        pareto_type_2(y in 1.0 to 9.0; m in -1.0 to 0.9, s in 0.5 to 3.0, a in 0.5 to 4.0):
            (a / s).ln() - (a + 1.0) * ((y - m) / s).ln_1p();
        beta(y in 0.2 to 0.8; a in 0.5 to 5.0, b in 0.5 to 5.0): super::beta(y, a, b);
        beta_proportion(y in 0.2 to 0.8; m in 0.2 to 0.8, k in 1.0 to 9.0): super::beta(y, m * k,
            (1.0 - m) * k);
        von_mises(y in -3.0 to 3.0; m in -2.0 to 2.0, k in 0.2 to 6.0):
            k * (y - m).cos() - TAU.ln() - log_bessel_i0(k);
        uniform(y in -1.0 to 1.0; a in -3.0 to -1.1, b in 1.1 to 3.0): -(b - a).ln();
    }
}

/// The one without arguments.
#[test]
fn std_normal() {
    let mut random = Random(1);
    for n in LENGTHS {
        let q = random.numbers(n, -3.0, 3.0);
        params! { y: vector(n) }
        let model = model! { y |= distribution::std_normal() };
        compare(&format!("{n}"), model, &q, &|q| q.iter().map(|&y| normal(y)).collect());
    }
}
