//! Proves that eigenvalues and eigenvectors of symmetric matrices have the values and the gradients of their
//! formulas: against matrices that are made of known vectors and differences along random directions, for
//! sizes that are no multiple of a register, on every instruction set.

use crate::common::{Random, assert_near, evaluate, evaluate_gradient, on_every_set};
use crate::factorisations::{check_gradient, check_value, mat, multiply, transpose};
use monomorph::prelude::*;
use monomorph::typenum::U3;

const SIZES: [usize; 7] = [1, 2, 5, 9, 17, 33, 70];

/// The reflection I − 2 v vᵀ/(vᵀ v), whose columns are of length 1, each with the sign of `eigenvectors_sym`.
fn reflection(n: usize) -> Vec<f64> {
    let v: Vec<f64> = (0..n).map(|row| 1.0 + 0.3 * ((7 * row + n) as f64).sin()).collect();
    let square: f64 = v.iter().map(|v| v * v).sum();
    let mut columns: Vec<f64> =
        (0..n * n).map(|at| f64::from(at / n == at % n) - 2.0 * v[at / n] * v[at % n] / square).collect();
    for column in 0..n {
        let element = |row: usize| row * n + column;
        let largest = (0..n).fold(0.0_f64, |largest, row| largest.max(columns[element(row)].abs()));
        let decisive = (0..n).find(|&row| columns[element(row)].abs() >= 0.9 * largest);
        if decisive.is_some_and(|row| columns[element(row)] < 0.0) {
            (0..n).for_each(|row| columns[element(row)] *= -1.0);
        }
    }
    columns
}

/// The matrix with these eigenvalues and the columns of [`reflection`] as eigenvectors.
fn matrix(values: &[f64]) -> Vec<f64> {
    let n = values.len();
    let vectors = reflection(n);
    let scaled: Vec<f64> = (0..n * n).map(|at| vectors[at] * values[at % n]).collect();
    let product = multiply(&scaled, &transpose(&vectors, n), n);
    let mirrored = transpose(&product, n);
    product.iter().zip(mirrored).map(|(one, other)| 0.5 * (one + other)).collect()
}

/// Negative and positive eigenvalues, with gaps of at least 0.6.
fn separate(n: usize) -> Vec<f64> {
    (0..n).map(|k| k as f64 - 0.4 * n as f64 + 0.2 * (k as f64).sin()).collect()
}

#[test]
fn eigenvalues() {
    for n in SIZES {
        let (q, w) = (matrix(&separate(n)), Random(1).numbers(n, -1.0, 1.0));
        params! { a: vector(n).rows(n) }
        let model = model! { a |= flat(), value = a.eigenvalues_sym(), increment((value * data(&w)).sum()) };
        on_every_set(model, |set, posterior| {
            let what = format!("{n}, {set}");
            check_value(posterior, &q, &separate(n), &what);
            check_gradient(posterior, &q, Some(n), &what);
            let (_, gradient) = evaluate_gradient(posterior, &q);
            for (got, mirrored) in gradient.iter().zip(transpose(&gradient, n)) {
                assert_near(*got, mirrored, 1e-14, || what.clone());
            }
        });
    }
}

#[test]
fn eigenvectors() {
    for n in SIZES {
        let q = matrix(&separate(n));
        let w = mat(&Random(2).numbers(n * n, -1.0, 1.0), n);
        params! { a: vector(n).rows(n) }
        let model = model! {
            a |= flat(),
            value = a.eigenvectors_sym(),
            increment((value * data(&w)).sum()),
        };
        on_every_set(model, |set, posterior| {
            let what = format!("{n}, {set}");
            check_value(posterior, &q, &reflection(n), &what);
            check_gradient(posterior, &q, Some(n), &what);
        });
    }
}

/// The exponential of a symmetric matrix by its eigenvectors is the exponential.
#[test]
fn functions_of_eigenvalues() {
    let n = 6;
    params! { a: vector(6).rows(6) }
    let by_vectors = model! {
        a |= flat(),
        vectors = a.eigenvectors_sym(),
        value = diag_post_multiply(vectors, a.eigenvalues_sym().exp()).dot(vectors.transpose()),
        increment(value.square().sum()),
    };
    let exponential = model! { a |= flat(), value = a.matrix_exp(), increment(value.square().sum()) };
    let q = matrix(&[-1.2, -0.7, -0.1, 0.4, 0.8, 1.3]);
    let exponential = exponential.compile().expect("the model compiles");
    let (want, slopes) = evaluate(&exponential, &q);
    on_every_set(by_vectors, |set, posterior| {
        let (value, gradient) = evaluate(posterior, &q);
        assert_near(value, want, 1e-12 * want, || set.to_owned());
        // The exponential takes all elements as free.
        for (place, (&got, &slope)) in gradient.iter().zip(&slopes).enumerate() {
            let mean = 0.5 * (slope + transpose(&slopes, n)[place]);
            assert_near(got, mean, 1e-11 * want, || format!("slope {place}, {set}"));
        }
    });
}

/// Where eigenvalues are equal, their symmetric functions have slopes, and vectors have none: with a gradient
/// the log density is −∞.
#[test]
fn equal_eigenvalues() {
    params! { a: vector(4).rows(4) }
    let trace = model! { a |= flat(), increment(a.eigenvalues_sym().square().sum()) };
    let vectors = model! { a |= flat(), increment(a.eigenvectors_sym().column(1).square().dot(data(&W))) };
    let last = model! { a |= flat(), increment(a.eigenvectors_sym().column(3).square().dot(data(&W))) };
    const W: [f64; 4] = [1.0, -2.0, 0.5, 3.0];
    let mut identity = vec![0.0; 16];
    identity.iter_mut().step_by(5).for_each(|diagonal| *diagonal = 1.0);
    let points = [identity, vec![0.0; 16], vec![0.3; 16], matrix(&[1.0, 1.0, 1.0, 2.5])];
    on_every_set(trace, |set, posterior| {
        for q in &points {
            let (value, gradient) = evaluate(posterior, q);
            assert_near(value, q.iter().map(|q| q * q).sum(), 1e-13, || set.to_owned());
            for (got, q) in gradient.iter().zip(q) {
                assert_near(*got, 2.0 * q, 1e-13, || set.to_owned());
            }
        }
    });
    on_every_set(vectors, |set, posterior| {
        for q in &points {
            assert!(posterior.log_density(q, &mut posterior.workspace()).is_finite(), "{set}");
            assert_eq!(evaluate_gradient(posterior, q).0, f64::NEG_INFINITY, "{set}");
        }
    });
    // A vector whose own eigenvalue is apart has slopes whatever the others are.
    on_every_set(last, |set, posterior| check_gradient(posterior, &points[3], Some(4), set));
}

/// Signs are the same on every instruction set, also where magnitudes are equal.
#[test]
fn signs() {
    params! { a: vector(U3::new()).rows(U3::new()) }
    let model = model! { a |= flat(), value = a.eigenvectors_sym(), increment(value.sum()) };
    let (third, half) = (1.0 / 3.0_f64.sqrt(), 0.5_f64.sqrt());
    on_every_set(model, |set, posterior| {
        let q = [2.0, -1.0, 0.0, -1.0, 2.0, 0.0, 0.0, 0.0, 7.0];
        check_value(posterior, &q, &[half, half, 0.0, half, -half, 0.0, 0.0, 0.0, 1.0], set);
        // The second difference with ends: (1, 1, 1), (1, 0, −1), (−1, 2, −1).
        let q = [1.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 1.0];
        let sixth = 1.0 / 6.0_f64.sqrt();
        let want = [third, half, -sixth, third, 0.0, 2.0 * sixth, third, -half, -sixth];
        check_value(posterior, &q, &want, set);
    });
}

/// Matrices of data, and matrices that are not finite.
#[test]
fn data_and_what_is_no_number() {
    let known = faer::mat![[2.0, 1.0], [1.0, 2.0]];
    params! { a: vector(2).rows(2), s: positive() }
    let model = model! {
        a |= flat(),
        s |= flat(),
        increment(s * data(&known).eigenvalues_sym().at(1) + a.eigenvalues_sym().at(0)),
        increment(a.eigenvectors_sym().column(0).dot(data(&known).eigenvectors_sym().column(1))),
    };
    on_every_set(model, |set, posterior| {
        check_gradient(posterior, &[1.0, 0.3, 0.3, 2.0, 0.1], Some(2), set);
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for place in [0, 1, 3] {
                let mut q = [1.0, 0.3, 0.3, 2.0, 0.1];
                q[place] = bad;
                assert_eq!(evaluate(posterior, &q).0, f64::NEG_INFINITY, "{bad} at {place}, {set}");
            }
        }
        let (value, gradient) = evaluate(posterior, &[1e300, 2e299, 2e299, -1e300, 0.1]);
        assert!(value.is_finite() && gradient.iter().all(|slope| slope.is_finite()), "{set}");
    });
}

#[test]
fn errors() {
    let (slanted, long) = (faer::mat![[1.0, 0.5], [0.4, 1.0]], faer::mat![[1.0, 0.5, 0.2], [0.5, 1.0, 0.2]]);
    params! { s: positive() }
    let model = model! { s |= flat(), increment(s * data(&slanted).eigenvalues_sym().sum()) };
    let error = model.compile().expect_err("not symmetric").to_string();
    assert!(error.contains("symmetric"), "{error}");
    let model = model! { s |= flat(), increment((s * data(&long)).eigenvectors_sym().sum()) };
    let error = model.compile().expect_err("not square");
    assert!(matches!(error, Error::LengthMismatch { expected: 3, found: 2, .. }), "{error}");
    params! { a: vector(2).rows(2) }
    assert_eq!(a.eigenvalues_sym().to_string(), "a.eigenvalues_sym()");
    assert_eq!(a.eigenvectors_sym().to_string(), "a.eigenvectors_sym()");
}
