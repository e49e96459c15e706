//! Proves that factors, solutions, determinants and inverses of matrices have the values and the gradients of their
//! formulas: against loops as they stand in textbooks and differences along random directions, for sizes on both sides of
//! every change of algorithm, on every instruction set.

mod common;

use common::{Random, assert_near, evaluate_gradient, largest, on_every_set};
use faer::Mat;
use monomorph::prelude::*;

const SIZES: [usize; 7] = [1, 2, 5, 9, 17, 33, 70];

// ----------------------------------------------------------------------------------------------------- matrices

/// A B of matrices row after row, A with rows of the length `inner`.
fn multiply(a: &[f64], b: &[f64], inner: usize) -> Vec<f64> {
    let (rows, columns) = (a.len() / inner, b.len() / inner);
    let cell = |i: usize, j: usize| (0..inner).map(|k| a[i * inner + k] * b[k * columns + j]).sum();
    (0..rows * columns).map(|place| cell(place / columns, place % columns)).collect()
}

fn transpose(a: &[f64], columns: usize) -> Vec<f64> {
    let rows = a.len() / columns;
    (0..a.len()).map(|place| a[place % rows * columns + place / rows]).collect()
}

/// A symmetric matrix with eigenvalues of at least 1.
fn positive_definite(n: usize, random: &mut Random) -> Vec<f64> {
    let a = random.numbers(n * n, -1.0, 1.0);
    let mut product = multiply(&a, &transpose(&a, n), n);
    (0..n).for_each(|row| product[row * (n + 1)] += 1.0);
    product
}

/// A lower triangular matrix whose inverse is not large, with numbers above the diagonal that do not count.
fn lower(n: usize, random: &mut Random) -> Vec<f64> {
    let mut l = random.numbers(n * n, -1.0, 1.0);
    l.iter_mut().for_each(|number| *number /= (n as f64).sqrt());
    (0..n).for_each(|row| l[row * (n + 1)] += 1.7);
    l
}

fn without_upper(l: &[f64], n: usize) -> Vec<f64> {
    (0..n * n).map(|place| if place % n > place / n { 0.0 } else { l[place] }).collect()
}

fn mat(numbers: &[f64], columns: usize) -> Mat<f64> {
    Mat::from_fn(numbers.len() / columns, columns, |i, j| numbers[i * columns + j])
}

// -------------------------------------------------------------------------------------------------- comparisons

/// Compares the gradient with differences along random directions, of which the part that is the matrix is made symmetric
/// if `symmetric` has its side.
fn check_gradient<M: Model>(posterior: &Posterior<M>, q: &[f64], symmetric: Option<usize>, what: &str) {
    let mut workspace = posterior.workspace();
    let (_, gradient) = evaluate_gradient(posterior, q);
    let mut random = Random(q.len() as u64);
    for round in 0..3 {
        let mut direction = random.numbers(q.len(), -1.0, 1.0);
        if let Some(n) = symmetric {
            let mirrored = transpose(&direction[..n * n], n);
            direction.iter_mut().zip(mirrored).for_each(|(number, mirror)| *number += mirror);
        }
        let mut slope = |step: f64| {
            let mut at = |step: f64| {
                let moved: Vec<f64> = q.iter().zip(&direction).map(|(q, d)| q + step * d).collect();
                posterior.log_density(&moved, &mut workspace)
            };
            (at(step) - at(-step)) / (2.0 * step)
        };
        let (coarse, fine) = (slope(2e-4), slope(1e-4));
        let want = (4.0 * fine - coarse) / 3.0;
        let got: f64 = gradient.iter().zip(&direction).map(|(g, d)| g * d).sum();
        let size: f64 = gradient.iter().zip(&direction).map(|(g, d)| (g * d).abs()).sum();
        assert_near(got, want, 3e-7 * size.max(1.0), || format!("{what}: slope along direction {round}"));
    }
}

fn check_value<M: Model>(posterior: &Posterior<M>, q: &[f64], want: &[f64], what: &str) {
    let trace = posterior.constrain(q).expect("the point has the right length");
    let got = trace.get("value").expect("the definition is in the trace");
    assert_eq!(got.len(), want.len(), "{what}");
    let allowed = 1e-11 * largest(want).max(1.0) * (want.len() as f64).sqrt();
    for (place, (&got, &want)) in got.iter().zip(want).enumerate() {
        assert_near(got, want, allowed, || format!("{what}: element {place}"));
    }
}

#[test]
fn cholesky_factors() {
    let mut random = Random(1);
    for n in SIZES {
        let q = positive_definite(n, &mut random);
        let w = mat(&random.numbers(n * n, -1.0, 1.0), n);
        params! { a: vector(n).rows(n) }
        let model = model! { a |= flat(), value = a.cholesky(), increment((value * data(&w)).sum()) };
        on_every_set(model, |set, posterior| {
            let what = format!("{n}, {set}");
            let trace = posterior.constrain(&q).expect("the point has the right length");
            let l = trace.get("value").expect("the definition is in the trace");
            assert_eq!(l, without_upper(l, n), "{what}");
            for (got, &want) in multiply(l, &transpose(l, n), n).into_iter().zip(&q) {
                assert_near(got, want, 1e-13 * n as f64, || what.clone());
            }
            check_gradient(posterior, &q, Some(n), &what);
            let (_, gradient) = evaluate_gradient(posterior, &q);
            assert_eq!(gradient, transpose(&gradient, n), "{what}");
        });
    }
}

#[test]
fn lower_systems() {
    let mut random = Random(2);
    for n in SIZES {
        for columns in [2, 9] {
            let (factor, x) = (lower(n, &mut random), random.numbers(n * columns, -1.0, 1.0));
            let w = mat(&random.numbers(n * columns, -1.0, 1.0), columns);
            let plain = without_upper(&factor, n);
            params! { l: vector(n).rows(n), b: vector(columns).rows(n) }
            let model = model! {
                l |= flat(), b |= flat(),
                value = l.solve_lower(b),
                increment((value * data(&w)).sum()),
            };
            let q = [factor.clone(), multiply(&plain, &x, n)].concat();
            on_every_set(model, |set, posterior| {
                let what = format!("{n} × {columns}, {set}");
                check_value(posterior, &q, &x, &what);
                check_gradient(posterior, &q, None, &what);
            });
            let model = model! {
                l |= flat(), b |= flat(),
                value = l.solve_lower_transposed(b),
                increment((value * data(&w)).sum()),
            };
            let q = [factor.clone(), multiply(&transpose(&plain, n), &x, n)].concat();
            on_every_set(model, |set, posterior| {
                let what = format!("{n} × {columns}, transposed, {set}");
                check_value(posterior, &q, &x, &what);
                check_gradient(posterior, &q, None, &what);
            });
        }
    }
}

#[test]
fn lower_systems_with_one_right_side() {
    let mut random = Random(3);
    for n in SIZES {
        let (factor, x) = (lower(n, &mut random), random.numbers(n, -1.0, 1.0));
        let w = random.numbers(n, -1.0, 1.0);
        let plain = without_upper(&factor, n);
        params! { l: vector(n).rows(n), b: vector(n) }
        let model = model! {
            l |= flat(), b |= flat(),
            value = l.solve_lower(b),
            increment(value.dot(data(&w)) + l.solve_lower_transposed(value).dot(data(&w))),
        };
        let q = [factor.clone(), multiply(&plain, &x, n)].concat();
        on_every_set(model, |set, posterior| {
            let what = format!("{n}, {set}");
            check_value(posterior, &q, &x, &what);
            check_gradient(posterior, &q, None, &what);
            // What is above the diagonal has no slope.
            let (_, gradient) = evaluate_gradient(posterior, &q);
            assert_eq!(gradient[..n * n], without_upper(&gradient[..n * n], n));
        });
    }
}
