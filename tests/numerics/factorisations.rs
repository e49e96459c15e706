//! Proves that factors, solutions, determinants and inverses of matrices have the values and the gradients of
//! their formulas: against loops as they stand in textbooks and differences along random directions, for
//! sizes on both sides of every change of algorithm, on every instruction set.

use crate::common::{Random, assert_near, evaluate, evaluate_gradient, largest, on_every_set};
use faer::Mat;
use monomorph::prelude::*;
use monomorph::typenum::{U2, U3};

const SIZES: [usize; 7] = [1, 2, 5, 9, 17, 33, 70];

// -----------------------------------------------------------------------------------------------------
// matrices

/// A B of matrices row after row, A with rows of the length `inner`.
pub fn multiply(a: &[f64], b: &[f64], inner: usize) -> Vec<f64> {
    let (rows, columns) = (a.len() / inner, b.len() / inner);
    let cell = |i: usize, j: usize| (0..inner).map(|k| a[i * inner + k] * b[k * columns + j]).sum();
    (0..rows * columns).map(|place| cell(place / columns, place % columns)).collect()
}

pub fn transpose(a: &[f64], columns: usize) -> Vec<f64> {
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

/// A matrix that has an inverse and is not symmetric.
fn invertible(n: usize, random: &mut Random) -> Vec<f64> {
    let mut a = random.numbers(n * n, -1.0, 1.0);
    (0..n).for_each(|row| a[row * (n + 1)] += if row % 2 == 0 { 2.0 } else { -2.0 } * (n as f64).sqrt());
    a
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

pub fn mat(numbers: &[f64], columns: usize) -> Mat<f64> {
    Mat::from_fn(numbers.len() / columns, columns, |i, j| numbers[i * columns + j])
}

// --------------------------------------------------------------------------------------------------
// comparisons

/// Compares the gradient with differences along random directions, of which the part that is the matrix is
/// made symmetric if `symmetric` has its side.
pub fn check_gradient<M: BoundModel>(
    posterior: &Posterior<M>,
    q: &[f64],
    symmetric: Option<usize>,
    what: &str,
) {
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

pub fn check_value<M: BoundModel>(posterior: &Posterior<M>, q: &[f64], want: &[f64], what: &str) {
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
            assert_eq!(l, without_upper(&l, n), "{what}");
            for (got, &want) in multiply(&l, &transpose(&l, n), n).into_iter().zip(&q) {
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

/// A test for each operation on one matrix: `name(kind of matrix): expression, value by a formula`.
macro_rules! of_one_matrix {
    ($($test:ident($matrix:ident, $symmetric:expr): |$a:ident| $value:expr, $formula:expr;)*) => {$(
        #[test]
        fn $test() {
            let mut random = Random(4);
            for n in SIZES {
                let q = $matrix(n, &mut random);
                let w = mat(&random.numbers(n * n, -1.0, 1.0), n);
                let want: Vec<f64> = $formula(&q, n);
                params! { $a: vector(n).rows(n) }
                let model = model! { $a |= flat(), value = $value, increment((value * data(&w)).sum()) };
                on_every_set(model, |set, posterior| {
                    let what = format!("{n}, {set}");
                    check_value(posterior, &q, &want, &what);
                    check_gradient(posterior, &q, $symmetric.then_some(n), &what);
                });
            }
        }
    )*};
}

of_one_matrix! {
    inverses(invertible, false): |a| a.inverse(), |q: &[f64], n| eliminate(q, n).0;
    inverses_of_positive_definite_matrices(positive_definite, true): |a| a.inverse_spd(),
        |q: &[f64], n| eliminate(q, n).0;
    log_determinants(invertible, false): |a| a.log_determinant(),
        |q: &[f64], n| vec![eliminate(q, n).1.abs().ln()];
    log_determinants_of_positive_definite_matrices(positive_definite, true): |a| a.log_determinant_spd(),
        |q: &[f64], n| vec![eliminate(q, n).1.ln()];
    determinants(nearly_identical, false): |a| a.determinant(), |q: &[f64], n| vec![eliminate(q, n).1];
}

/// A matrix with a determinant of moderate size.
fn nearly_identical(n: usize, random: &mut Random) -> Vec<f64> {
    let mut a = random.numbers(n * n, -1.0, 1.0);
    a.iter_mut().for_each(|number| *number *= 0.5 / n as f64);
    // Exchanged rows: the sign is −1 for some sizes.
    (0..n).for_each(|row| a[row * n + n - 1 - row] += 1.0);
    a
}

/// The inverse and the determinant by Gauss–Jordan elimination.
fn eliminate(a: &[f64], n: usize) -> (Vec<f64>, f64) {
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|row| (0..2 * n).map(|k| if k < n { a[row * n + k] } else { f64::from(k - n == row) }).collect())
        .collect();
    let mut determinant = 1.0;
    for pivot in 0..n {
        let best = (pivot..n).max_by(|&i, &j| rows[i][pivot].abs().total_cmp(&rows[j][pivot].abs()));
        let best = best.expect("there are rows left");
        if best != pivot {
            rows.swap(best, pivot);
            determinant = -determinant;
        }
        let diagonal = rows[pivot][pivot];
        determinant *= diagonal;
        let head: Vec<f64> = rows[pivot].iter().map(|number| number / diagonal).collect();
        for (row, numbers) in rows.iter_mut().enumerate() {
            let factor = numbers[pivot];
            if row != pivot {
                numbers.iter_mut().zip(&head).for_each(|(number, head)| *number -= factor * head);
            }
        }
        rows[pivot] = head;
    }
    (rows.iter().flat_map(|row| &row[n..]).copied().collect(), determinant)
}

#[test]
fn positive_definite_systems() {
    let mut random = Random(5);
    for n in SIZES {
        for columns in [1, 9] {
            let (matrix, x) = (positive_definite(n, &mut random), random.numbers(n * columns, -1.0, 1.0));
            let w = mat(&random.numbers(n * columns, -1.0, 1.0), columns);
            let q = [matrix.clone(), multiply(&matrix, &x, n)].concat();
            params! { a: vector(n).rows(n), b: vector(columns).rows(n) }
            let model = model! {
                a |= flat(), b |= flat(),
                value = a.solve_spd(b),
                increment((value * data(&w)).sum()),
            };
            on_every_set(model, |set, posterior| {
                let what = format!("{n} × {columns}, {set}");
                check_value(posterior, &q, &x, &what);
                check_gradient(posterior, &q, Some(n), &what);
            });
        }
    }
}

/// The slopes of a determinant that is 0 are cofactors.
#[test]
fn determinants_of_singular_matrices() {
    params! { a: vector(3).rows(3) }
    let model = model! { a |= flat(), value = a.determinant(), increment(value) };
    on_every_set(model, |set, posterior| {
        let compare = |q: [f64; 9], cofactors: [f64; 9]| {
            let (value, gradient) = evaluate(posterior, &q);
            assert_eq!(value, 0.0, "{set}");
            for (&got, &want) in gradient.iter().zip(&cofactors) {
                assert_near(got, want, 1e-12, || set.to_owned());
            }
        };
        let cofactors = [14.0, -10.0, 2.0, -7.0, 5.0, -1.0, 0.0, 0.0, 0.0];
        compare([1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 0.0, 1.0, 5.0], cofactors);
        compare([1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 3.0, 6.0, 9.0], [0.0; 9]);
        compare([0.0; 9], [0.0; 9]);
    });
    params! { b: vector(1).rows(1) }
    let model = model! { b |= flat(), increment(b.determinant()) };
    on_every_set(model, |_, posterior| assert_eq!(evaluate(posterior, &[0.0]), (0.0, vec![1.0])));
}

/// Lengths that are known to the compiler, and everything of data.
#[test]
fn static_sizes_and_data() {
    let (covariance, y) = (faer::mat![[2.0, 0.3, 0.1], [0.3, 1.0, -0.2], [0.1, -0.2, 1.5]], [0.4, -1.0, 2.0]);
    params! { b: vector(U3::new()), s: positive() }
    let l = data(&covariance).cholesky();
    let model = model! {
        b |= flat(),
        s |= flat(),
        value = (data(&covariance) * s).cholesky().solve_lower(b - data(&y)),
        increment(value.dot(value) + l.solve_lower(b).dot(data(&covariance).solve_spd(data(&y)))),
        increment(l.inverse().row(1).sum() + b.dot(l.inverse()).sum()
            + data(&covariance).log_determinant_spd()),
    };
    on_every_set(model, |set, posterior| {
        check_gradient(posterior, &[0.3, -0.5, 1.5, 0.2], None, set);
        let trace = posterior.constrain(&[0.3, -0.5, 1.5, 0.2]).expect("the point has the right length");
        let z = trace.get("value").expect("the definition is in the trace");
        let difference = [-0.1, 0.5, -0.5];
        let (inverse, _) = eliminate(&[2.0, 0.3, 0.1, 0.3, 1.0, -0.2, 0.1, -0.2, 1.5], 3);
        let want: f64 = multiply(&inverse, &difference, 3).iter().zip(difference).map(|(x, d)| x * d).sum();
        let got: f64 = z.iter().map(|z| z * z).sum();
        assert_near(got, want / 0.2_f64.exp(), 1e-14, || set.to_owned());
    });
    params! { a: vector(U2::new()).rows(U2::new()) }
    let model = model! {
        a |= flat(),
        increment(a.inverse().dot(a.inverse_spd()).sum() + a.log_determinant() * a.determinant()),
        increment(a.cholesky().row(1).dot(a.solve_spd(a.row(0))) + a.log_determinant_spd()),
    };
    on_every_set(model, |set, posterior| check_gradient(posterior, &[2.0, 0.5, 0.5, 1.0], Some(2), set));
}

/// Where a matrix has no factor or no inverse, or is not finite, the log density is −∞ and the gradient zero.
#[test]
fn matrices_without_a_factor() {
    for n in SIZES {
        let mut random = Random(6);
        let w = mat(&random.numbers(n * n, -1.0, 1.0), n);
        let good = positive_definite(n, &mut random);
        params! { a: vector(n).rows(n) }
        let factor = model! { a |= flat(), increment((a.cholesky() * data(&w)).sum()) };
        let inverse_spd = model! { a |= flat(), increment((a.inverse_spd() * data(&w)).sum()) };
        let solution = model! { a |= flat(), increment((a.solve_spd(data(&w)) * data(&w)).sum()) };
        let log_determinant = model! { a |= flat(), increment(a.log_determinant_spd()) };
        let inverse = model! { a |= flat(), increment((a.inverse() * data(&w)).sum()) };
        let general = model! { a |= flat(), increment(-a.log_determinant()) };
        refuses(factor, &good, n, true);
        refuses(inverse_spd, &good, n, true);
        refuses(solution, &good, n, true);
        refuses(log_determinant, &good, n, true);
        refuses(inverse, &good, n, false);
        refuses(general, &good, n, false);
    }
}

/// `spd` is true for operations on positive definite matrices, false for those on all that are not singular.
fn refuses(model: impl Model, good: &[f64], n: usize, spd: bool) {
    on_every_set(model, |set, posterior| {
        let value = |change: &dyn Fn(&mut [f64])| {
            let mut q = good.to_vec();
            change(&mut q);
            evaluate_gradient(posterior, &q).0
        };
        assert!(value(&|_| ()).is_finite(), "{n}, {set}");
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let changed = value(&|q| q[n * n - 1] = bad);
            assert_eq!(changed, f64::NEG_INFINITY, "{bad} as an element, {n}, {set}");
        }
        let changed = value(&|q| q.fill(0.0));
        assert_eq!(changed, f64::NEG_INFINITY, "zero, {n}, {set}");
        if spd {
            let changed = value(&|q| q[n * n - 1] = -1.0);
            assert_eq!(changed, f64::NEG_INFINITY, "negative, {n}, {set}");
        }
    });
}

/// A scale changes values by its power and nothing else, also where squares would overflow.
#[test]
fn badly_scaled_matrices() {
    let n = 9;
    let mut random = Random(7);
    let matrix = positive_definite(n, &mut random);
    let w = mat(&random.numbers(n * n, -1.0, 1.0), n);
    params! { a: vector(n).rows(n) }
    let model = model! {
        a |= flat(),
        value = a.cholesky(),
        increment((value * data(&w)).sum() + a.log_determinant_spd() + a.solve_spd(data(&w)).sum()
            + a.log_determinant()),
    };
    on_every_set(model, |set, posterior| {
        let trace = |q: &[f64]| {
            posterior
                .constrain(q)
                .expect("the point has the right length")
                .get("value")
                .expect("a definition")
                .to_vec()
        };
        let plain = trace(&matrix);
        // Powers of 4, so that nothing rounds.
        for exponent in [-200, -40, 40, 200] {
            let scaled: Vec<f64> = matrix.iter().map(|number| number * 4_f64.powi(exponent)).collect();
            let want: Vec<f64> = plain.iter().map(|number| number * 2_f64.powi(exponent)).collect();
            assert_eq!(trace(&scaled), want, "4^{exponent}, {set}");
            let (value, gradient) = evaluate(posterior, &scaled);
            assert!(
                value.is_finite() && gradient.iter().all(|slope| slope.is_finite()),
                "4^{exponent}, {set}"
            );
        }
        // Rows and columns of sizes far apart.
        let sizes: Vec<f64> = (0..n).map(|row| 10_f64.powi(8 - 2 * row as i32)).collect();
        let scaled: Vec<f64> = (0..n * n).map(|at| matrix[at] * sizes[at / n] * sizes[at % n]).collect();
        for (at, (&got, plain)) in trace(&scaled).iter().zip(&plain).enumerate() {
            let want = plain * sizes[at / n];
            assert_near(got, want, 1e-13 * sizes[at / n], || format!("element {at}, {set}"));
        }
    });
}

#[test]
fn errors() {
    let (a, not_square) = (faer::mat![[1.0, 2.0], [2.0, 1.0]], faer::mat![[1.0, 0.5, 0.2], [0.5, 1.0, 0.2]]);
    let slanted = faer::mat![[1.0, 0.5], [0.4, 1.0]];
    params! { s: positive() }
    let text = |error: Error| error.to_string();
    let model = model! { s |= flat(), increment(s * data(&a).cholesky().sum()) };
    let indefinite = text(model.compile().expect_err("not positive definite"));
    assert!(
        indefinite.contains("pivot in row 1 of the Cholesky factor of the matrix is -3, but must"),
        "{indefinite}"
    );
    let model = model! { s |= flat(), increment(s * data(&slanted).log_determinant_spd()) };
    let error = text(model.compile().expect_err("not symmetric"));
    assert!(error.contains("symmetric"), "{error}");
    let model = model! { s |= flat(), increment((s * data(&not_square)).log_determinant()) };
    let error = model.compile().expect_err("not square");
    assert!(matches!(error, Error::LengthMismatch { expected: 3, found: 2, .. }), "{error}");
    params! { b: vector(3), m: vector(2).rows(2) }
    let model = model! { b |= flat(), m |= flat(), increment(m.solve_lower(b).sum()) };
    let error = model.compile().expect_err("lengths differ");
    assert!(matches!(error, Error::LengthMismatch { expected: 2, found: 3, .. }), "{error}");
    assert_eq!((m * s).cholesky().solve_lower(b).to_string(), "(m * s).cholesky().solve_lower(b)");
}
