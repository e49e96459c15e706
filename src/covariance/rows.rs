//! Rows r of residuals under Σ = Uᵀ U: v = U⁻ᵀ r, rᵀ Σ⁻¹ r = vᵀ v and Σ⁻¹ r = U⁻¹ v.

use crate::covariance::Task;
use crate::covariance::compressed::count;
use crate::linalg::{SMALL, Triangle, dot, solve_by_small_inverse, solve_rows};
use pulp::Simd;

/// The number of rows up to which Σ̄ is added line by line. More rows are added as products of matrices.
const FEW: usize = 4;

/// Returns true if there are at most [`FEW`] rows.
pub(super) fn has_few_rows(task: Task) -> bool {
    task.rows + count(task.observations, task.dimension) <= FEW
}

/// Returns true if a small W = U⁻ᵀ is stored in the place of U, so that v = W r and Σ⁻¹ r = Wᵀ v do not
/// wait for previous elements. For more rows, substitution takes half the work.
pub(super) fn is_by_inverse(task: Task) -> bool {
    task.dimension <= SMALL && has_few_rows(task)
}

/// Replaces rows r by Σ⁻¹ r if `is_gradient`, and passes rᵀ Σ⁻¹ r of each row to `square`, given U or W.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn solve<S: Simd>(
    simd: S,
    factor: &[f64],
    task: Task,
    rows: &mut [f64],
    is_gradient: bool,
    mut square: impl FnMut(usize, f64),
) {
    let n = task.dimension;
    if is_by_inverse(task) {
        for (place, row) in rows.chunks_exact_mut(n).enumerate() {
            square(place, solve_by_small_inverse(simd, factor, row));
        }
        return;
    }
    let upper = Triangle::upper(factor, n);
    solve_rows(simd, upper.transpose(), rows);
    for (place, row) in rows.chunks_exact(n).enumerate() {
        square(place, dot(simd, row, row));
    }
    if is_gradient {
        solve_rows(simd, upper, rows);
    }
}

/// Stores rows of n numbers, each row times its weight.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn weigh(rows: &[f64], weights: &[f64], n: usize, weighted: &mut [f64]) {
    for ((weighted, row), weight) in weighted.chunks_exact_mut(n).zip(rows.chunks_exact(n)).zip(weights) {
        for (weighted, number) in weighted.iter_mut().zip(row) {
            *weighted = weight * number;
        }
    }
}
