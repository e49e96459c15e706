//! Unit vectors that are nearly an axis, and points far from the sphere, beside formulas of q: with s the sum
//! of the squares of the others, 1 − xₖ² = s/r² and 1 − |xₖ| = s/(r (r + |qₖ|)), also where xₖ is the
//! number 1.

use crate::common::{assert_gradient, assert_near, evaluate, on_every_set};
use monomorph::prelude::*;

/// a log(1 − xₖ²) + b log(1 − xₖ) + c xₖ − r²/2 and its slopes.
fn formula(q: &[f64], k: usize, [a, b, c]: [f64; 3]) -> (f64, Vec<f64>) {
    let others: f64 = q.iter().enumerate().filter(|&(j, _)| j != k).map(|(_, q)| q * q).sum();
    let square = others + q[k] * q[k];
    let (r, own) = (square.sqrt(), q[k]);
    // r − qₖ, and its slopes divided by it.
    let below = if own > 0.0 { others / (r + own) } else { r - own };
    let value = a * (others.ln() - 2.0 * r.ln()) + b * (below.ln() - r.ln()) + c * own / r - 0.5 * square;
    let slope = |(j, &q): (usize, &f64)| {
        let of_log_r = q / square;
        let [of_square, of_below, of_own] = match j == k {
            true => [0.0, -1.0 / r, others / (square * r)],
            false => [2.0 * q / others, q / (r * below), -own * q / (square * r)],
        };
        a * (of_square - 2.0 * of_log_r) + b * (of_below - of_log_r) + c * of_own - q
    };
    (value, q.iter().enumerate().map(slope).collect())
}

/// Points of `n` elements, of which the one in place `k` is ±`radius` and the others are smaller by a factor
/// from 1 to 1e-150.
fn points(n: usize, k: usize, radius: f64) -> Vec<Vec<f64>> {
    let sizes = [1.0, 0.3, 1e-3, 1e-7, 3e-8, 1e-8, 1e-9, 1e-20, 1e-60, 1e-150];
    let signs = [1.0, -1.0];
    let others = |j: usize, size: f64| if j.is_multiple_of(2) { 0.6 * size } else { -0.8 * size };
    let point = |size: f64, sign: f64| {
        let element = |j: usize| radius * if j == k { sign } else { others(j, size) };
        (0..n).map(element).collect()
    };
    sizes.iter().flat_map(|&size| signs.map(|sign| point(size, sign))).collect()
}

/// Compares a model with the formula, where `rows` rows have the same coordinates.
fn compare(what: &str, (n, k, rows): (usize, usize, usize), powers: [f64; 3], model: impl Model) {
    on_every_set(model, |set, posterior| {
        for radius in [1e-3, 1.0, 30.0] {
            for q in points(n, k, radius) {
                let (value, slopes) = formula(&q, k, powers);
                let (got, gradient) = evaluate(posterior, &q.repeat(rows));
                let what = || format!("{what}, {n} elements, {set}, q = {q:?}");
                let want = rows as f64 * value;
                assert_near(got, want, 2e-15 * (rows * n) as f64 * want.abs().max(1.0), what);
                for (place, (got, want)) in gradient.iter().zip(slopes.repeat(rows)).enumerate() {
                    let size = want.abs().max(1.0 / radius) + powers[2].abs() * 1e-9;
                    assert_near(*got, want, 1e-13 * size, || format!("{}: slope {place}", what()));
                }
            }
        }
    });
}

#[test]
fn distances_from_both_ends() {
    for (n, k) in [(2, 0), (2, 1), (3, 1), (12, 0), (12, 11)] {
        params! { x: unit_vector(n) }
        let square = model! { x |= flat(), increment(-0.45 * (1.0 - x.at(k).square()).log()) };
        compare("the square", (n, k, 1), [-0.45, 0.0, 0.0], square);
        let defined = model! { x |= flat(), z = x.at(k), increment(-0.45 * (1.0 - z * z).log()) };
        compare("the square of a definition", (n, k, 1), [-0.45, 0.0, 0.0], defined);
        let above = model! { x |= flat(), increment((1.0 - x.at(k)).log()) };
        compare("what is above", (n, k, 1), [0.0, 1.0, 0.0], above);
    }
}

#[test]
fn rows() {
    params! { x: unit_vector(3).rows(5) }
    let model = model! { x |= flat(), increment((1.0 - x.column(2).square()).log()) };
    compare("rows", (3, 2, 5), [1.0, 0.0, 0.0], model);
}

#[test]
fn concentrated_directions() {
    // The density of von Mises and Fisher. Its slope by the element next to 1 is κ v, of which κ − κ x² has
    // no digits.
    for (n, k) in [(2, 0), (3, 2)] {
        params! { x: unit_vector(n) }
        let model = model! { x |= flat(), increment(1e4 * x.at(k)) };
        compare("a direction", (n, k, 1), [0.0, 0.0, 1e4], model);
    }
}

#[test]
fn radii() {
    params! { x: unit_vector(3) }
    let model = model! { x |= flat(), increment((1.0 - x.at(0).square()).log()) };
    on_every_set(model, |set, posterior| {
        for exponent in [-153, -150, -100, -8, 0, 8, 100, 150, 153] {
            let radius = 10.0_f64.powi(exponent);
            let q = [0.6, 0.0, -0.8].map(|q| q * radius);
            let want = 0.64_f64.ln() - 0.5 * radius * radius;
            let across = [-1.2, 0.0, -0.9].map(|slope| slope / radius);
            let slopes = [0, 1, 2].map(|k| across[k] - q[k]);
            let (got, gradient) = evaluate(posterior, &q);
            let what = || format!("{set}, r = {radius:e}");
            assert_near(got, want, 1e-15 * want.abs().max(1.0), what);
            assert_gradient(&gradient, &slopes, 2e-15 * (radius + 1.0 / radius), what);
        }
        for radius in [0.0, 1e-160, 1e-155, 1e155, 1e160, f64::INFINITY, f64::NAN] {
            let (got, gradient) = evaluate(posterior, &[0.6, 0.0, -0.8].map(|q| q * radius));
            assert_eq!((got, gradient), (f64::NEG_INFINITY, vec![0.0; 3]), "{set}, r = {radius:e}");
        }
    });
}
