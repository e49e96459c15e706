//! Sums of squares of one to eighteen coefficients, of which up to sixteen are read where they stand: as a
//! vector, as numbers, vectors and definitions in one sum, beside the same statement row by row.
//!
//! Tolerance: 1e-11 of the log density and of the largest slope.

use crate::common::{evaluate, on_every_set_with, with_room};
use monomorph::compiler::Rewrites;
use monomorph::faer::MatRef;
use monomorph::prelude::*;

const ROWS: usize = 40;

/// Numbers that follow no pattern, between −1 and 1.
fn numbers(count: usize, seed: usize) -> Vec<f64> {
    (0..count).map(|place| (1.3 + 7.7 * (place * place + 3 * place + 11 * seed) as f64).sin()).collect()
}

/// Compares a model with rewrites and without them, on every set, at points near and far.
fn compare(name: &str, model: impl Model) {
    let mut plain = Vec::new();
    on_every_set_with(Rewrites::None, model, |_, posterior| {
        plain = points(posterior.dimension()).iter().map(|q| evaluate(posterior, q)).collect();
    });
    on_every_set_with(Rewrites::All, model, |set, posterior| {
        assert!(posterior.explain().to_string().contains("orthogonal factors"), "{name}");
        for (q, (value, gradient)) in points(posterior.dimension()).iter().zip(&plain) {
            let (own, slopes) = evaluate(posterior, q);
            assert!((own - value).abs() <= 1e-11 * value.abs().max(1.0), "{name}, {set}: {own} for {value}");
            let largest = gradient.iter().fold(1.0_f64, |largest, slope| largest.max(slope.abs()));
            for (slope, want) in slopes.iter().zip(gradient) {
                assert!(
                    (slope - want).abs() <= 1e-11 * largest,
                    "{name}, {set}: {slopes:?} for {gradient:?}"
                );
            }
        }
    });
}

fn points(dimension: usize) -> [Vec<f64>; 3] {
    [numbers(dimension, 1), vec![0.0; dimension], numbers(dimension, 2).iter().map(|q| 5.0 * q).collect()]
}

#[test]
fn vectors() {
    with_room(|| {
        let y = numbers(ROWS, 3);
        for count in 1..=18 {
            let x = numbers(ROWS * count, 4);
            let x = MatRef::from_row_major_slice(&x, ROWS, count);
            params! { b: vector(count), sigma: positive() }
            compare(
                &format!("a vector of {count}"),
                model! {
                    b |= normal(0.0, 2.0),
                    sigma |= exponential(1.0),
                    data(&y) |= normal(matrix(x).dot(b), sigma),
                },
            );
        }
    });
}

/// Columns that are almost alike, whose triangle would lose digits if it were multiplied out.
#[test]
fn columns_that_are_almost_alike() {
    with_room(|| {
        let y = numbers(ROWS, 10);
        for count in 2..=18 {
            let x: Vec<f64> = numbers(ROWS * count, 11).iter().map(|number| 1.0 + 1e-3 * number).collect();
            let x = MatRef::from_row_major_slice(&x, ROWS, count);
            params! { b: vector(count), sigma: positive() }
            compare(
                &format!("{count} columns that are almost alike"),
                model! {
                    b |= normal(0.0, 2.0),
                    sigma |= exponential(1.0),
                    data(&y) |= normal(matrix(x).dot(b), sigma),
                },
            );
        }
    });
}

/// What is conditional or marginal is not evaluated as a whole: there, coefficients are loaded, and adjoints
/// unloaded, however few coefficients there are.
#[test]
fn marginals() {
    with_room(|| {
        let y = numbers(ROWS, 8);
        for count in [1, 2, 3, 5] {
            let x = numbers(ROWS * count, 9);
            let x = MatRef::from_row_major_slice(&x, ROWS, count);
            params! { mu: real(), b: vector(count), sigma: positive() }
            let model = model! {
                mu |= normal(0.0, 1.0),
                b |= normal(0.0, 2.0),
                sigma |= exponential(1.0),
                data(&y) |= normal(mu + matrix(x).dot(b), sigma),
            };
            compare(&format!("without {count} coefficients"), model.marginalise(b));
            compare(&format!("{count} coefficients without the intercept"), model.marginalise(mu));
        }
    });
}

#[test]
fn numbers_vectors_and_definitions() {
    with_room(|| {
        let (y, height, group) = (numbers(ROWS, 5), numbers(ROWS, 6), [0_usize, 1, 1].repeat(ROWS / 3 + 1));
        let x = numbers(ROWS * 3, 7);
        let x = MatRef::from_row_major_slice(&x, ROWS, 3);
        params! { a: real(), b: vector(3), c: vector(2), spread: positive() }
        compare(
            "numbers, vectors and definitions",
            model! {
                a |= normal(0.0, 2.0),
                b |= normal(0.0, 2.0),
                c |= normal(0.0, 2.0),
                spread |= exponential(1.0),
                twice = a + a,
                sigma = spread + 0.5,
                data(&y) |= normal(a + twice * data(&height) - matrix(x).dot(b) + c.at(1), sigma),
                data(&y) |= normal(2.0 * c.at(&group[..ROWS]) + a, spread),
            },
        );
        params! { slope: real(), scale: positive() }
        compare(
            "one number",
            model! {
                slope |= normal(0.0, 2.0),
                scale |= exponential(1.0),
                data(&height) |= normal(slope * data(&y), scale),
            },
        );
    });
}
