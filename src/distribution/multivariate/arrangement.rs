//! The layout of the memory of a multivariate density.

use crate::covariance::Task;

/// The parts of the scratch.
pub(super) struct Parts<'a> {
    pub log_determinant: &'a mut f64,
    /// The memory of the covariance.
    pub covariance: &'a mut [f64],
    pub residuals: &'a mut [f64],
    pub solved: &'a mut [f64],
    pub squares: &'a mut [f64],
    pub weights: &'a mut [f64],
}

impl<'a> Parts<'a> {
    /// The length of the scratch, of which `covariance` numbers are the covariance's.
    pub fn size(task: Task, covariance: usize) -> usize {
        1 + covariance + task.rows * (2 * task.dimension + 2)
    }

    /// Divides the scratch.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(scratch: &'a mut [f64], task: Task, covariance: usize) -> Self {
        let (log_determinant, rest) = scratch.split_at_mut(1);
        let (covariance, rest) = rest.split_at_mut(covariance);
        let (residuals, rest) = rest.split_at_mut(task.rows * task.dimension);
        let (solved, rest) = rest.split_at_mut(task.rows * task.dimension);
        let (squares, weights) = rest.split_at_mut(task.rows);
        Self { log_determinant: &mut log_determinant[0], covariance, residuals, solved, squares, weights }
    }
}

/// The parts of what is kept of observations: the mean of each group, how many there are in it, and what the
/// covariance needs.
pub(super) struct Kept<'a> {
    pub means: &'a [f64],
    pub counts: &'a [f64],
    pub covariance: &'a [f64],
}

impl<'a> Kept<'a> {
    /// Divides what is kept.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(kept: &'a [f64], task: Task) -> Self {
        let (means, rest) = kept.split_at(task.rows * task.dimension);
        let (counts, covariance) = rest.split_at(task.rows);
        Self { means, counts, covariance }
    }

    /// Nothing.
    pub const NONE: Self = Self { means: &[], counts: &[], covariance: &[] };
}

/// The mean of each group of rows, and how many there are in it, and rows without their mean.
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
