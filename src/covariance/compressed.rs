//! Observations in few rows: a matrix F of at most n rows with Fᵀ F = Rᵀ R for residuals R. F is the
//! triangular factor of the orthogonal decomposition of R. Rᵀ R itself is not formed, because that would
//! square the condition number.

use faer::MatRef;

/// Returns the number of rows of F.
pub(super) fn count(observations: usize, dimension: usize) -> usize {
    observations.min(dimension)
}

/// Stores F row by row in `kept`. If there are no more observations than variables, F is R itself.
pub(super) fn compress(residuals: &[f64], dimension: usize, kept: &mut [f64]) {
    let observations = residuals.len().checked_div(dimension).unwrap_or(0);
    if observations <= dimension {
        kept.copy_from_slice(residuals);
        return;
    }
    let qr = MatRef::from_row_major_slice(residuals, observations, dimension).qr();
    let triangle = qr.thin_R();
    for (row, kept) in kept.chunks_exact_mut(dimension).enumerate() {
        for (column, number) in kept.iter_mut().enumerate() {
            *number = if column >= row { triangle[(row, column)] } else { 0.0 };
        }
    }
}
