//! Numbers that are to be a symmetric matrix, or a covariance.

use faer::{MatRef, Side};

/// How far two numbers that mirror each other may be apart, relative to the larger where that is above 1, as in Stan.
const TOLERANCE: f64 = 1e-8;

/// What an element below the diagonal must do.
pub(crate) const RULE: &str = "be what mirrors it in a symmetric matrix";

/// True if two numbers that mirror each other are the same but for rounding.
pub(crate) fn mirrors(below: f64, above: f64) -> bool {
    (below - above).abs() <= TOLERANCE * below.abs().max(above.abs()).max(1.0)
}

/// The first element below the diagonal that is not what mirrors it, row after row: its row and column.
pub(crate) fn first_asymmetry(size: usize, element: impl Fn(usize, usize) -> f64) -> Option<(usize, usize)> {
    let below = (0..size).flat_map(|row| (0..row).map(move |column| (row, column)));
    below.into_iter().find(|&(row, column)| !mirrors(element(row, column), element(column, row)))
}

/// What the smallest eigenvalue of a covariance must do.
pub(crate) const RULE_OF_EIGENVALUES: &str = "be 0 or positive: the matrix is no covariance";

/// The smallest eigenvalue of a symmetric matrix, row after row, if it is negative beyond rounding.
pub(crate) fn negative_eigenvalue(size: usize, matrix: &[f64]) -> Option<f64> {
    let values =
        MatRef::from_row_major_slice(matrix, size, size).self_adjoint_eigenvalues(Side::Lower).ok()?;
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    (smallest < -TOLERANCE * largest).then_some(smallest)
}
