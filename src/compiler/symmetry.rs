//! The checks that numbers are a symmetric matrix, or a covariance.

use crate::compiler::Context;
use crate::error::Error;
use faer::{MatRef, Side};
use monomorph_base::shape::Size;

/// The greatest difference of two mirrored numbers of data, relative to the larger one if that is above 1,
/// as in Stan.
const TOLERANCE: f64 = 1e-8;

/// The rule for an element below the diagonal, which a message puts after "must".
pub(crate) const RULE: &str = "equal the element that mirrors it in a symmetric matrix";

/// The greatest difference of two computed mirrored numbers: their rounding errors are larger than those of
/// data.
const TOLERANCE_OF_COMPUTED: f64 = 1e-5;

/// The origin of a matrix.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Origin {
    Data,
    /// The matrix depends on variables, and was computed at a point that `compile()` has chosen.
    Computed,
}

/// Checks that a matrix, or each of several matrices below each other, is symmetric, because only a
/// triangle of it is read. Messages call it `name`.
pub(crate) fn check(
    context: &Context,
    name: &str,
    size: Size,
    numbers: &[f64],
    origin: Origin,
) -> Result<(), Error> {
    let n = size.columns;
    if n == 0 || !size.rows.is_multiple_of(n) {
        return Ok(());
    }
    for (number, matrix) in numbers.chunks_exact(n * n).enumerate() {
        let element = |row: usize, column: usize| matrix[row * n + column];
        let found = match origin {
            Origin::Data => first_asymmetry(n, element),
            Origin::Computed => first_computed_asymmetry(n, element),
        };
        let Some((row, column)) = found else { continue };
        let of_time = if size.rows == n { String::new() } else { format!(" at time {number}") };
        let what = format!("row {row} of {name}{of_time}");
        let rule = match origin {
            Origin::Data => RULE.to_owned(),
            Origin::Computed => {
                let mirrored = element(column, row);
                format!("{RULE}, {mirrored}, at the point where `compile()` has computed it")
            }
        };
        return Err(context.outside_rows().outside(what, Some(column), element(row, column), &rule));
    }
    Ok(())
}

/// True if both errors report that the same element of a computed matrix is not symmetric, with nearly the
/// same value. Rounding errors would differ between points nearby.
pub(crate) fn is_same_asymmetry(one: &Error, other: &Error) -> bool {
    match (one, other) {
        (
            Error::OutsideSupport { statement, what, index, value, rule },
            Error::OutsideSupport { statement: s, what: w, index: i, value: v, .. },
        ) => {
            let is_near = (value - v).abs() <= 0.1 * TOLERANCE_OF_COMPUTED * value.abs().max(1.0);
            (statement, what, index) == (s, w, i) && rule.starts_with(RULE) && is_near
        }
        _ => false,
    }
}

/// True if two mirrored numbers are equal up to rounding.
pub(crate) fn mirrors(below: f64, above: f64) -> bool {
    (below - above).abs() <= TOLERANCE * below.abs().max(above.abs()).max(1.0)
}

/// The row and the column of the first element below the diagonal, row by row, that differs from its
/// mirrored element.
pub(crate) fn first_asymmetry(size: usize, element: impl Fn(usize, usize) -> f64) -> Option<(usize, usize)> {
    let below = (0..size).flat_map(|row| (0..row).map(move |column| (row, column)));
    below.into_iter().find(|&(row, column)| !mirrors(element(row, column), element(column, row)))
}

/// Does what [`first_asymmetry`] does for a computed matrix, where differences are relative to the diagonal
/// as well; `None` if some elements are not finite.
fn first_computed_asymmetry(size: usize, element: impl Fn(usize, usize) -> f64) -> Option<(usize, usize)> {
    let is_asymmetric = |&(row, column): &(usize, usize)| {
        let (below, above) = (element(row, column), element(column, row));
        let diagonal = (element(row, row).abs() * element(column, column).abs()).sqrt();
        let largest = below.abs().max(above.abs()).max(diagonal).max(1.0);
        (below - above).abs() > TOLERANCE_OF_COMPUTED * largest
    };
    let is_finite = (0..size).all(|row| (0..size).all(|column| element(row, column).is_finite()));
    let below = (0..size).flat_map(|row| (0..row).map(move |column| (row, column)));
    is_finite.then(|| below.into_iter().find(is_asymmetric)).flatten()
}

/// The rule for the smallest eigenvalue of a covariance.
pub(crate) const RULE_OF_EIGENVALUES: &str = "be 0 or positive: the matrix is not a covariance";

/// The smallest eigenvalue of a symmetric matrix, given row after row, if it is negative by more than
/// rounding.
pub(crate) fn negative_eigenvalue(size: usize, matrix: &[f64]) -> Option<f64> {
    let values =
        MatRef::from_row_major_slice(matrix, size, size).self_adjoint_eigenvalues(Side::Lower).ok()?;
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    (smallest < -TOLERANCE * largest).then_some(smallest)
}
