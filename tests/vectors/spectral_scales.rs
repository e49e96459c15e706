//! Proves that sines with their scales are nearly the processes whose covariances have the same names, that
//! spectral densities have the variance as their integral, and that gradients of scales are those of
//! differences.

use crate::common;
use crate::common::{Random, assert_gradient, assert_near, differences, evaluate, on_every_set};
use faer::Mat;
use monomorph::prelude::*;
use std::f64::consts::PI;

/// Covariances by the distance: exponentiated quadratic, and Matérn with ν = 5/2, 3/2, 1/2.
fn covariance(kernel: usize, r: f64) -> f64 {
    let a = [0.0, 5.0_f64.sqrt() * r, 3.0_f64.sqrt() * r, r][kernel];
    match kernel {
        0 => (-0.5 * r * r).exp(),
        1 => (1.0 + a + a * a / 3.0) * (-a).exp(),
        2 => (1.0 + a) * (-a).exp(),
        _ => (-a).exp(),
    }
}

/// The scales of each covariance for the point (σ, l), and their gradient against differences.
pub fn scales(basis: &HilbertBasis, sigma_of: f64, l_of: &[f64]) -> [Vec<f64>; 4] {
    params! { sigma: positive(), l: vector(l_of.len()).positive() }
    let model = model! {
        sigma |= flat(),
        l |= flat(),
        exp_quad = gp_exp_quad_scales(basis, sigma, l),
        matern52 = gp_matern52_scales(basis, sigma, l),
        matern32 = gp_matern32_scales(basis, sigma, l),
        exponential = gp_exponential_scales(basis, sigma, l),
        increment(exp_quad.sin().sum() + matern52.sin().sum()),
        increment(matern32.sin().sum() + exponential.sin().sum()),
    };
    let q: Vec<f64> = [&[sigma_of], l_of].concat().iter().map(|number| number.ln()).collect();
    let mut all = None;
    on_every_set(model, |set, posterior| {
        let (_, gradient) = evaluate(posterior, &q);
        let want = differences(posterior, &q);
        assert_gradient(&gradient, &want, 1e-7 * common::largest(&want).max(1.0), || set.to_owned());
        let trace = posterior.constrain(&q).expect("the point has the right length");
        all = Some(
            ["exp_quad", "matern52", "matern32", "exponential"]
                .map(|name| trace.get(name).expect("the definition is in the trace").to_vec()),
        );
    });
    all.expect("there is a set")
}

/// Φ diag(S) Φᵀ beside the covariances of all points, with the largest difference allowed for each kernel.
pub fn check_near(x: &Mat<f64>, basis: &HilbertBasis, l: &[f64], allowed: [f64; 4]) {
    let (sigma, phi) = (1.3, basis.matrix());
    for (kernel, (scales, allowed)) in scales(basis, sigma, l).iter().zip(allowed).enumerate() {
        let mut worst = 0.0_f64;
        for i in 0..x.nrows() {
            for j in 0..x.nrows() {
                let got: f64 =
                    (0..basis.count()).map(|k| phi[(i, k)] * scales[k].powi(2) * phi[(j, k)]).sum();
                let square = |k: usize| ((x[(i, k)] - x[(j, k)]) / l[k]).powi(2);
                let r = (0..x.ncols()).map(square).sum::<f64>().sqrt();
                worst = worst.max((got - sigma * sigma * covariance(kernel, r)).abs());
            }
        }
        assert!(worst < allowed, "kernel {kernel}: {worst}, {l:?}");
    }
}

#[test]
fn covariances_in_one_dimension() {
    let mut random = Random(1);
    let x = Mat::from_fn(17, 1, |i, _| 3.0 + 0.3 * i as f64 + random.between(0.0, 0.2));
    let numbers: Vec<f64> = (0..17).map(|i| x[(i, 0)]).collect();
    let basis = HilbertBasis::new(&numbers, &[(400, 3.0)]).expect("points");
    check_near(&x, &basis, &[0.7], [1e-9, 1e-6, 1e-4, 2e-2]);
    let same = HilbertBasis::new(&x, &[(400, 3.0)]).expect("points");
    assert_eq!(basis.matrix(), same.matrix());
}

#[test]
fn covariances_in_two_dimensions() {
    let mut random = Random(2);
    let x = Mat::from_fn(9, 2, |i, k| {
        (1.0 + k as f64) * if i < 2 { 2.0 * i as f64 - 1.0 } else { random.between(-1.0, 1.0) }
    });
    let basis = HilbertBasis::new(&x, &[(40, 4.0), (50, 3.5)]).expect("points");
    check_near(&x, &basis, &[0.8, 1.1], [1e-9, 1e-3, 1e-2, 0.25]);
    check_near(&x, &basis, &[0.9, 0.9], [1e-9, 1e-3, 1e-2, 0.25]);
}

/// The scale of a number is that of a vector with the same number for each dimension, whatever stands there.
#[test]
fn one_scale_for_all_dimensions() {
    let x = Mat::from_fn(5, 3, |i, k| ((3 * i + k) as f64).sin());
    let basis = HilbertBasis::new(&x, &[(3, 1.5), (2, 1.5), (4, 2.0)]).expect("points");
    params! { sigma: positive(), l: positive() }
    let model = model! {
        sigma |= flat(),
        l |= flat(),
        a = gp_matern52_scales(&basis, sigma, l) + gp_exp_quad_scales(&basis, 1.2, l),
        b = gp_matern52_scales(&basis, sigma, concatenate((l, l, l)))
            + gp_exp_quad_scales(&basis, 1.2, concatenate((l, l, l))),
        increment(a.sum()),
    };
    on_every_set(model, |set, posterior| {
        let trace = posterior.constrain(&[0.3, -0.4]).expect("the point has the right length");
        let [a, b] = ["a", "b"].map(|name| trace.get(name).expect("the definition is in the trace"));
        assert_eq!(a.len(), 24);
        for (a, b) in a.iter().zip(b.iter()) {
            assert_near(*a, *b, 1e-14 * b.abs(), || set.to_owned());
        }
    });
}

/// ∫ S dω = (2π)ᴰ σ², with frequencies of a box so large that a sum over them is the integral.
#[test]
fn spectral_densities_integrate_to_the_variance() {
    let line = HilbertBasis::new(&[-1.0, 1.0], &[(6_000, 100.0)]).expect("points");
    let plane = HilbertBasis::new(&Mat::from_fn(2, 2, |i, _| i as f64), &[(60, 15.0), (64, 15.0)]);
    let plane = plane.expect("points");
    for (basis, l, allowed) in
        [(line, 0.7, [1e-12, 1e-7, 2e-5, 2e-2]), (plane, 1.5, [1e-12, 1e-4, 2e-3, 0.1])]
    {
        let dimensions = basis.centre().len() as i32;
        let step: f64 = basis.boundary().iter().map(|boundary| 0.5 * PI / boundary).product();
        for (kernel, (scales, allowed)) in
            scales(&basis, 1.3, &vec![l; dimensions as usize]).iter().zip(allowed).enumerate()
        {
            // The trapezoidal rule over all signs, with the axes, where a frequency is 0.
            let on_axes: f64 = axes(&basis, kernel, l) * 1.69;
            let inside: f64 = scales.iter().map(|scale| scale * scale).sum();
            let integral = step * (2_f64.powi(dimensions) * inside + on_axes);
            let want = (2.0 * PI).powi(dimensions) * 1.69;
            assert_near(integral, want, allowed * want, || {
                format!("kernel {kernel}, {dimensions} dimensions")
            });
        }
    }
}

/// The sum of spectral densities over frequencies of which one is 0, with σ = 1 and all signs of the others.
fn axes(basis: &HilbertBasis, kernel: usize, l: f64) -> f64 {
    let dimensions = basis.centre().len();
    let density = |square: f64| {
        let (d, q) = (dimensions as f64, l * l * square);
        // By hand, for D = 1 and 2.
        let value = match (kernel, dimensions) {
            (0, _) => (2.0 * PI).powf(0.5 * d) * (-0.5 * q).exp(),
            (1, 1) => 16.0 / 3.0 * 5_f64.powf(2.5) * (5.0 + q).powi(-3),
            (2, 1) => 4.0 * 3_f64.powf(1.5) * (3.0 + q).powi(-2),
            (3, 1) => 2.0 / (1.0 + q),
            (1, _) => 10.0 * PI * 5_f64.powf(2.5) * (5.0 + q).powf(-3.5),
            (2, _) => 6.0 * PI * 3_f64.powf(1.5) * (3.0 + q).powf(-2.5),
            (_, _) => 2.0 * PI * (1.0 + q).powf(-1.5),
        };
        value * l.powi(dimensions as i32)
    };
    let mut sum = density(0.0);
    if dimensions == 2 {
        let ahead = |count: usize, boundary: f64| {
            (1..=count).map(|j| density((0.5 * PI * j as f64 / boundary).powi(2))).sum::<f64>()
        };
        sum += 2.0 * (ahead(60, basis.boundary()[0]) + ahead(64, basis.boundary()[1]));
    }
    sum
}

/// Outside of their domains the log density is −∞; far inside of them it is a number.
#[test]
fn domains_of_scales() {
    let basis = HilbertBasis::new(&[0.0, 1.0], &[(5, 2.0)]).expect("points");
    params! { s: vector(2) }
    let model = model! {
        s |= flat(),
        increment(gp_exp_quad_scales(&basis, s.at(0), s.at(1)).sum()),
        increment(gp_matern32_scales(&basis, s.at(0), s.at(1)).sum()),
    };
    on_every_set(model, |set, posterior| {
        for good in [[1.0, 1.0], [1e-150, 1e-100], [1e100, 1e20]] {
            let (value, gradient) = evaluate(posterior, &good);
            assert!(value.is_finite() && gradient.iter().all(|slope| slope.is_finite()), "{good:?}, {set}");
        }
        for bad in [[-1.0, 1.0], [1.0, -2.0], [f64::NAN, 1.0], [1.0, f64::NAN]] {
            assert_eq!(evaluate(posterior, &bad).0, f64::NEG_INFINITY, "{bad:?}, {set}");
        }
    });
}
