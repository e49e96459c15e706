//! Second derivatives of a quadratic log density, where differences of fourth order have only rounding
//! errors.

use monomorph::prelude::*;
use monomorph_bridge::{Kind, Served};

/// Computes the largest difference between a Hessian and the exact one, or between its product with a
/// vector and the exact product, in units of √(Hᵢᵢ Hⱼⱼ).
fn error(served: &Served, q: &[f64], exact: &dyn Fn(usize, usize) -> f64) -> f64 {
    let n = q.len();
    let (mut gradient, mut hessian, mut product) = (vec![0.0; n], vec![0.0; n * n], vec![0.0; n]);
    assert!(served.hessian(Kind::SAMPLED, q, &mut gradient, &mut hessian).is_finite());
    let unit = |i: usize| exact(i, i).abs().sqrt();
    let apart = |i: usize, j: usize| (hessian[i * n + j] - exact(i, j)).abs() / (unit(i) * unit(j));
    let of_hessian = (0..n * n).map(|place| apart(place / n, place % n)).fold(0.0, worse);
    let vector: Vec<f64> = (0..n).map(|i| (i as f64).cos() / unit(i)).collect();
    served.hessian_product(Kind::SAMPLED, q, &vector, &mut product);
    let exact_product = |i: usize| (0..n).map(|j| exact(i, j) * vector[j]).sum::<f64>();
    let of_product = |i: usize| (product[i] - exact_product(i)).abs() / unit(i);
    (0..n).map(of_product).fold(of_hessian, worse)
}

/// Returns the larger error; NaN counts as the largest, which `f64::max` would ignore.
fn worse(worst: f64, error: f64) -> f64 {
    if error <= worst { worst } else { error }
}

#[test]
fn of_a_regression_they_are_exact_up_to_rounding() {
    // Predictors on scales from a thousandth to a thousand.
    let scales = [1e-3, 1.0, 1e3];
    let x: Vec<Vec<f64>> =
        (0..3).map(|j| (0..40).map(|i| scales[j] * (1.0 + (i * (j + 2)) as f64).sin()).collect()).collect();
    let y: Vec<f64> = (0..40).map(|i| (0.7 * i as f64).cos()).collect();
    params! { intercept: real(), a: real(), b: real(), c: real() }
    let model = model! {
        intercept |= normal(0.0, 5.0),
        a |= normal(0.0, 1e3),
        b |= normal(0.0, 1.0),
        c |= normal(0.0, 1e-3),
        data(&y) |= normal(intercept + a * data(&x[0]) + b * data(&x[1]) + c * data(&x[2]), 0.5),
    };
    let served = Served::new(model.compile().unwrap(), "regression").unwrap();
    let precisions = [1.0 / 25.0, 1e-6, 1.0, 1e6];
    let column = |j: usize, i: usize| if j == 0 { 1.0 } else { x[j - 1][i] };
    let exact = |j: usize, k: usize| {
        let prior = if j == k { -precisions[j] } else { 0.0 };
        prior - 4.0 * (0..40).map(|i| column(j, i) * column(k, i)).sum::<f64>()
    };
    for q in [[0.0; 4], [0.3, 80.0, -0.7, 2e-3]] {
        let found = error(&served, &q, &exact);
        assert!(found < 2e-11, "{found}");
    }
}

#[test]
fn of_a_random_walk_they_are_exact_up_to_rounding() {
    params! { h: vector(6) }
    let model = model! { h |= random_walk(normal(1.0, 2.0), 0.1) };
    let served = Served::new(model.compile().unwrap(), "walk").unwrap();
    let exact = |i: usize, j: usize| match i.abs_diff(j) {
        0 if i == 0 => -0.25 - 100.0,
        0 if i == 5 => -100.0,
        0 => -200.0,
        1 => 100.0,
        _ => 0.0,
    };
    for q in [[0.0; 6], [1.0, 1.2, 0.9, 1.3, 1.1, 0.8]] {
        let found = error(&served, &q, &exact);
        assert!(found < 2e-11, "{found}");
    }
}
