//! The layout of the memory of a multivariate density.

use crate::covariance::Task;
use crate::frame::scratch;

scratch! {
    /// The parts of the scratch; the covariance uses `covariance` of the numbers.
    pub(super) struct Parts(
        task: Task, covariance: usize;
        rows = task.rows,
        n = task.dimension,
        covariance = covariance,
    ) {
        log_determinant: 1,
        /// The memory of the covariance.
        covariance: covariance,
        residuals: rows * n,
        solved: rows * n,
        squares: rows,
        weights: rows,
    }
}

scratch! {
    /// The parts of the stored moments of observations.
    pub(super) struct MutableKept and Kept(
        task: Task, covariance: usize;
        rows = task.rows,
        n = task.dimension,
        covariance = covariance,
    ) {
        /// The mean of each group.
        means: rows * n,
        /// The number of rows of each group.
        counts: rows,
        /// The numbers that the covariance needs.
        covariance: covariance,
    }
}

impl Kept<'_> {
    /// No stored moments.
    pub const NONE: Self = Self { means: &[], counts: &[], covariance: &[] };
}

/// Computes the mean of each group of rows and the number of rows in it, and subtracts the means from the
/// rows.
pub(super) fn centre(
    rows: &[f64],
    dimension: usize,
    group: impl Fn(usize) -> usize,
    means: &mut [f64],
    counts: &mut [f64],
) -> Vec<f64> {
    means.fill(0.0);
    counts.fill(0.0);
    for (row, numbers) in rows.chunks_exact(dimension).enumerate() {
        let group = group(row);
        counts[group] += 1.0;
        for (mean, number) in means[group * dimension..].iter_mut().zip(numbers) {
            *mean += (number - *mean) / counts[group];
        }
    }
    let mut centred = rows.to_vec();
    for (row, numbers) in centred.chunks_exact_mut(dimension).enumerate() {
        let mean = &means[group(row) * dimension..][..dimension];
        numbers.iter_mut().zip(mean).for_each(|(number, mean)| *number -= mean);
    }
    centred
}
