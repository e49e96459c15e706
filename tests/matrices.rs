//! Proves that expressions of whole matrices have the values and the gradients of their formulas: against plain loops and
//! central differences, on every instruction set, with arguments that are parameters, definitions, expressions and data.

mod common;

use common::{check_against as check, numbers};
use faer::Mat;
use monomorph::prelude::*;
use monomorph::typenum::{U2, U3};

fn multiply(a: &[f64], b: &[f64], inner: usize) -> Vec<f64> {
    let columns = b.len() / inner;
    let cell = |i: usize, j: usize| (0..inner).map(|k| a[i * inner + k] * b[k * columns + j]).sum();
    (0..a.len() / inner * columns)
        .map(|cell_index| cell(cell_index / columns, cell_index % columns))
        .collect()
}

fn inner(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn weigh(values: &[f64]) -> f64 {
    values.iter().enumerate().map(|(k, value)| value * (1.0 + k as f64).sqrt()).sum()
}

fn weights(count: usize) -> Vec<f64> {
    (0..count).map(|k| (1.0 + k as f64).sqrt()).collect()
}

#[test]
fn products_of_parameters() {
    let (a_rows, inner, columns) = (3, 5, 9);
    let w = weights(a_rows * columns);
    params! { a: vector(inner).rows(a_rows), b: vector(columns).rows(inner) }
    let w = Mat::from_fn(a_rows, columns, |i, j| w[i * columns + j]);
    let model = model! {
        a |= flat(),
        b |= flat(),
        c = a.dot(b),
        increment((c * data(&w)).sum()),
    };
    let split = a_rows * inner;
    check(model, &numbers(split + inner * columns), |q| weigh(&multiply(&q[..split], &q[split..], inner)));
}

/// A product as a definition is computed where it stands; a matrix of data is multiplied as a value, or, with a vector, in
/// panels.
#[test]
fn products_of_everything() {
    let x = numbers(12);
    let table = Mat::from_fn(4, 3, |i, j| x[i * 3 + j]);
    let weights = weights(4);
    params! { b: vector(U3::new()).rows(U2::new()), v: vector(2), s: real() }
    let model = model! {
        b |= flat(),
        v |= flat(),
        s |= flat(),
        row = v.dot(b * s),
        z = matrix(table.as_ref()).dot(row),
        increment(z.dot(z) + b.dot(row).dot(v)),
        increment((data(&table).dot(row) * data(&weights)).sum()),
    };
    check(model, &numbers(9), |q| {
        let (b, v, s) = (&q[..6], &q[6..8], q[8]);
        let row: Vec<f64> = multiply(v, b, 2).iter().map(|x| x * s).collect();
        let z = multiply(&x, &row, 3);
        inner(&z, &z) + inner(&multiply(b, &row, 3), v) + weigh(&z)
    });
}
