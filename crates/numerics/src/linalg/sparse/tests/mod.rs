//! Tests sparse factors, solutions and inverses against dense ones, on every instruction set of the
//! machine.

mod matrices;

use super::{Colouring, Pattern, PatternError, SparseCholesky};
use crate::linalg::tests::{assert_near, numbers, on_every_set};
use crate::linalg::{factor_with_log_determinant, inverse_of_factored};
use matrices::{Matrix, block, lattice, matrices};
use pulp::Simd;

/// Returns memory filled with NaN, as a stand-in for unknown contents.
fn memory(length: usize) -> Vec<f64> {
    vec![f64::NAN; length]
}

/// Returns the number with the largest magnitude.
fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, number| f64::max(most, number.abs()))
}

/// Returns A B for a square A.
fn product(a: &[f64], b: &[f64], columns: usize) -> Vec<f64> {
    let size = a.len().isqrt();
    let cell = |at: usize| -> f64 {
        let (row, column) = (at / columns, at % columns);
        (0..size).map(|step| a[row * size + step] * b[step * columns + column]).sum()
    };
    (0..size * columns).map(cell).collect()
}

on_every_set! {
    fn factors_and_inverses_are_those_of_dense_matrices(simd) {
        for matrix in matrices() {
            let (size, name) = (matrix.pattern.size(), &matrix.name);
            let (mut u, mut want) = (matrix.dense(), memory(size * size));
            let want_log_determinant = factor_with_log_determinant(simd, &mut u, size);
            inverse_of_factored(simd, &mut want, &u, size);

            let cholesky = SparseCholesky::new(&matrix.pattern).unwrap();
            let mut factor = memory(cholesky.factor_length());
            let mut scratch = memory(cholesky.factor_scratch());
            let got = cholesky.factor(simd, &matrix.values, &mut factor, &mut scratch);
            assert_near(&[got], &[want_log_determinant], 1e-12 * (1.0 + size as f64), name);

            let (mut got, mut scratch) = (memory(matrix.pattern.len()), memory(cholesky.inverse_scratch()));
            cholesky.selected_inverse(simd, &factor, &mut got, &mut scratch);
            let places = matrix.pattern.iter().map(|(row, column)| row * size + column);
            let want: Vec<f64> = places.map(|place| want[place]).collect();
            assert_near(&got, &want, 1e-10 * largest(&want), name);
        }
    }
}

on_every_set! {
    fn systems_are_solved(simd) {
        for matrix in matrices() {
            let (size, a) = (matrix.pattern.size(), matrix.dense());
            let cholesky = SparseCholesky::new(&matrix.pattern).unwrap();
            let mut factor = memory(cholesky.factor_length());
            let mut scratch = memory(cholesky.factor_scratch());
            cholesky.factor(simd, &matrix.values, &mut factor, &mut scratch);
            for columns in [1, 2, 5, 9, 40].into_iter().filter(|columns| size * size * columns < 600_000) {
                let name = &format!("{}, {columns} columns", matrix.name);
                let x = numbers(size * columns, columns);
                let b = product(&a, &x, columns);
                let mut scratch = memory(cholesky.solve_scratch(columns));
                let mut got = b.clone();
                cholesky.solve(simd, &factor, &mut got, columns, &mut scratch);
                assert_near(&got, &x, 1e-10, name);

                // With y = L⁻¹ P b, yᵀ y = bᵀ A⁻¹ b, and A⁻¹ b = Pᵀ L⁻ᵀ y.
                let mut half = b.clone();
                cholesky.solve_lower(simd, &factor, &mut half, columns, &mut scratch);
                for column in 0..columns.min(b.len()) {
                    let of = |x: &[f64], y: &[f64]| -> f64 {
                        (column..x.len()).step_by(columns).map(|at| x[at] * y[at]).sum()
                    };
                    assert_near(&[of(&half, &half)], &[of(&b, &x)], 1e-10 * (1.0 + of(&b, &b)), name);
                }
                cholesky.solve_upper(simd, &factor, &mut half, columns, &mut scratch);
                assert_near(&half, &x, 1e-10, name);
            }
        }
    }
}

on_every_set! {
    /// L⁻ᵀ of all unit vectors is a matrix D with D Dᵀ = A⁻¹, so that draws D z have the covariance A⁻¹.
    fn draws_have_the_covariance(simd) {
        for matrix in matrices().iter().filter(|matrix| matrix.pattern.size() <= 64) {
            let size = matrix.pattern.size();
            let cholesky = SparseCholesky::new(&matrix.pattern).unwrap();
            let mut factor = memory(cholesky.factor_length());
            let mut scratch = memory(cholesky.factor_scratch());
            cholesky.factor(simd, &matrix.values, &mut factor, &mut scratch);
            let mut draws = vec![0.0; size * size];
            (0..size).for_each(|row| draws[row * (size + 1)] = 1.0);
            let identity = draws.clone();
            let mut scratch = memory(cholesky.solve_scratch(size));
            cholesky.solve_upper(simd, &factor, &mut draws, size, &mut scratch);
            let mut transposed = draws.clone();
            crate::linalg::transpose(&draws, size, size, &mut transposed);
            if size > 0 {
                let covariance = product(&draws, &transposed, size);
                assert_near(&product(&matrix.dense(), &covariance, size), &identity, 1e-10, &matrix.name);
            }
        }
    }
}

on_every_set! {
    /// If the columns of L are multiplied by s, L⁻ᵀ b becomes L⁻ᵀ diag(s)⁻¹ b, which makes draws with the
    /// covariance of the inverse.
    fn scales_are_those_of_columns(simd) {
        for matrix in matrices().iter().filter(|matrix| (1..=64).contains(&matrix.pattern.size())) {
            let (size, name) = (matrix.pattern.size(), &matrix.name);
            let cholesky = SparseCholesky::new(&matrix.pattern).unwrap();
            let mut factor = memory(cholesky.factor_length());
            let most = cholesky.factor_scratch().max(cholesky.inverse_scratch());
            let mut scratch = memory(most.max(cholesky.solve_scratch(size)));
            cholesky.factor(simd, &matrix.values, &mut factor, &mut scratch);
            let scales: Vec<f64> = (0..size).map(|row| 0.5 + (row % 5) as f64).collect();
            let mut draws = vec![0.0; size * size];
            (0..size).for_each(|row| draws[row * (size + 1)] = scales[row].recip());
            cholesky.solve_upper(simd, &factor, &mut draws, size, &mut scratch);
            let want: Vec<f64> = draws.chunks(size).map(|row| row.iter().map(|x| x * x).sum()).collect();

            cholesky.scale_columns(&mut factor, &scales);
            let mut scaled = vec![0.0; size * size];
            (0..size).for_each(|row| scaled[row * (size + 1)] = 1.0);
            cholesky.solve_upper(simd, &factor, &mut scaled, size, &mut scratch);
            assert_near(&scaled, &draws, 1e-12 * largest(&draws), name);
            let mut inverse = memory(matrix.pattern.len());
            cholesky.selected_inverse(simd, &factor, &mut inverse, &mut scratch);
            let got: Vec<f64> = matrix.pattern.diagonal().map(|place| inverse[place]).collect();
            assert_near(&got, &want, 1e-10 * largest(&want), name);
        }
    }
}

on_every_set! {
    fn what_is_not_positive_definite_is_refused(simd) {
        for matrix in matrices().iter().filter(|matrix| (1..=360).contains(&matrix.pattern.size())) {
            let cholesky = SparseCholesky::new(&matrix.pattern).unwrap();
            let mut factor = memory(cholesky.factor_length());
            let mut scratch = memory(cholesky.factor_scratch());
            let mut log_determinant = |place: usize, value: f64| {
                let mut values = matrix.values.clone();
                values[place] = value;
                cholesky.factor(simd, &values, &mut factor, &mut scratch)
            };
            let places = matrix.pattern.len();
            for place in [0, places / 3, places / 2, places - 1] {
                for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let got = log_determinant(place, wrong);
                    assert!(got.is_nan(), "{}: {wrong} at {place}, and {got}", matrix.name);
                }
            }
            let diagonal: Vec<usize> = matrix.pattern.diagonal().collect();
            for place in [diagonal[0], diagonal[diagonal.len() / 2], diagonal[diagonal.len() - 1]] {
                for wrong in [0.0, -1.0] {
                    let got = log_determinant(place, wrong);
                    assert!(got.is_nan(), "{}: {wrong} at {place}, and {got}", matrix.name);
                }
            }
            // The memory of a failed factorisation can be used for the next matrix.
            assert!(log_determinant(0, matrix.values[0]).is_finite(), "{}", matrix.name);
        }
    }
}

#[test]
fn patterns_have_each_place_once() {
    let pattern = Pattern::new(4, [(3, 1), (0, 2), (1, 3), (2, 2), (2, 0)]).unwrap();
    let want = [(0, 0), (2, 0), (1, 1), (3, 1), (2, 2), (3, 3)];
    assert_eq!(pattern.iter().collect::<Vec<_>>(), want);
    assert_eq!((pattern.size(), pattern.len(), pattern.is_empty()), (4, 6, false));
    assert_eq!(pattern.diagonal().collect::<Vec<_>>(), [0, 2, 4, 5]);
    for (place, (row, column)) in want.into_iter().enumerate() {
        assert_eq!(pattern.place(row, column), Some(place));
        assert_eq!(pattern.place(column, row), Some(place));
    }
    assert_eq!([pattern.place(1, 0), pattern.place(4, 4), pattern.place(0, 9)], [None; 3]);
    assert!(Pattern::new(0, []).unwrap().is_empty());
}

#[test]
fn places_outside_the_matrix_are_refused() {
    for (row, column) in [(3, 0), (0, 3), (7, 7), (usize::MAX, 1)] {
        let error = Pattern::new(3, [(0, 1), (row, column)]).unwrap_err();
        assert_eq!(error, PatternError::Outside { row, column, size: 3 });
        assert_eq!(error.to_string(), format!("row {row}, column {column} is outside a matrix of 3 × 3"));
    }
    assert_eq!(Pattern::new(usize::MAX, []), Err(PatternError::TooLarge));
}

#[test]
fn products_with_vectors() {
    for matrix in matrices().iter().filter(|matrix| matrix.pattern.size() > 0) {
        let (x, mut y) = (numbers(matrix.pattern.size(), 1), numbers(matrix.pattern.size(), 2));
        let added = product(&matrix.dense(), &x, 1);
        let want: Vec<f64> = y.iter().zip(added).map(|(y, added)| y + added).collect();
        matrix.pattern.add_product(&mut y, &matrix.values, &x);
        assert_near(&y, &want, 1e-13 * largest(&want), &matrix.name);
    }
}

/// Each value is in the product of a colour, and few colours suffice if few rows meet.
#[test]
fn products_of_colours_tell_all_values() {
    for matrix in matrices() {
        let (size, colouring) = (matrix.pattern.size(), Colouring::new(&matrix.pattern));
        let product = |colour: usize| {
            let (mut rows, mut product) = (vec![0.0; size], vec![0.0; size]);
            colouring.rows(colour).for_each(|row| rows[row] = 1.0);
            matrix.pattern.add_product(&mut product, &matrix.values, &rows);
            product
        };
        let products: Vec<Vec<f64>> = (0..colouring.count()).map(product).collect();
        for ((row, column), &value) in matrix.pattern.iter().zip(&matrix.values) {
            let (one, other) = colouring.place(row, column);
            assert_eq!([one.min(other), one.max(other)], [column, row]);
            // The value is added to zeros only.
            assert_eq!(products[colouring.of(one)][other], value, "{}: {row}, {column}", matrix.name);
        }
    }
    let count =
        |size, pairs: Vec<(usize, usize)>| Colouring::new(&Pattern::new(size, pairs).unwrap()).count();
    assert_eq!([count(0, vec![]), count(9, vec![]), count(30, block(0..30).collect())], [0, 1, 30]);
    assert!(count(1000, (1..1000).map(|row| (row, row - 1)).collect()) <= 3);
    assert!(count(10_000, lattice(100)) <= 8);
    let arrow = lattice(50).into_iter().chain((0..2500).flat_map(|row| [(row, 2500), (row, 2501)]));
    assert!(count(2502, arrow.chain([(2500, 2501)]).collect()) <= 10);
}

/// A good order needs few numbers and multiplications in the factor, and joining columns adds few.
#[test]
fn orders_reduce_fill() {
    let of = |matrix: Matrix| SparseCholesky::new(&matrix.pattern).unwrap();
    let dense = of(Matrix::new("dense", 50, block(0..50)));
    let all_columns = (1..=50).map(|height| height * (height + 1) / 2).sum();
    assert_eq!((dense.fill(), dense.operations(), dense.factor_scratch()), (0, all_columns, 0));
    let diagonal = of(Matrix::new("diagonal", 1000, []));
    assert_eq!((diagonal.fill(), diagonal.operations(), diagonal.factor_length()), (0, 1000, 1000));
    // In the original order of the rows the factor of the arrow would be dense.
    let arrow = of(Matrix::new("arrow", 1000, (1..1000).map(|row| (0, row))));
    assert!(arrow.fill() < 1000 && arrow.factor_scratch() <= 1000, "{}", arrow.fill());
    let chain = of(Matrix::new("chain", 1000, (1..1000).map(|row| (row, row - 1))));
    assert!(chain.fill() < 4000 && chain.factor_scratch() < 10, "{}", chain.fill());
    let lattice = of(Matrix::new("lattice", 10_000, lattice(100)));
    assert!(lattice.fill() < 250_000 && lattice.operations() < 8_000_000, "{}", lattice.fill());
}

#[test]
fn factorisations_are_shared_by_threads() {
    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    is_shared(&SparseCholesky::new(&Pattern::new(2, []).unwrap()).unwrap());
}
