//! H on the subspace of the variable's support: its factor, solutions and inverse, which
//! [`Constraints`](crate::model::marginalised::Constraints) computes from those of H.

use super::memory::Memory;
use super::plan::Plan;
use pulp::Simd;

/// Factors H, and returns log |H| on the subspace; NaN if H is not positive definite.
pub(super) fn factor<S: Simd>(simd: S, plan: &Plan, memory: &mut Memory<'_>) -> f64 {
    let log_determinant = plan.factor.factor(simd, memory.matrix, memory.factor, memory.work);
    if plan.constraints.count() == 0 || !log_determinant.is_finite() {
        return log_determinant;
    }
    let (spread, column) =
        ((&mut *memory.spread, &mut *memory.upper), (&mut *memory.column, &mut *memory.work));
    log_determinant + plan.constraints.prepare(simd, (&plan.factor, memory.factor), spread, column)
}

/// The maximum number of ridges that are tried.
const RIDGES: usize = 40;

/// Factors H, with a growing ridge if H is not positive definite; returns false if no ridge suffices.
pub(super) fn factor_with_ridge<S: Simd>(simd: S, plan: &Plan, memory: &mut Memory<'_>) -> bool {
    let largest = memory.matrix.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let mut ridge = 0.0;
    for _ in 0..RIDGES {
        if factor(simd, plan, memory).is_finite() {
            return true;
        }
        let next = if ridge == 0.0 { 1e-6 * largest } else { 4.0 * ridge };
        for place in plan.diagonal() {
            memory.matrix[place] += next - ridge;
        }
        ridge = next;
    }
    false
}

/// The parts of the memory that a solution needs.
pub(super) struct Factors<'a> {
    pub factor: &'a [f64],
    pub spread: &'a [f64],
    pub column: &'a mut [f64],
    pub work: &'a mut [f64],
}

/// Splits off the parts that a solution needs.
macro_rules! factors {
    ($memory:ident) => {
        $crate::model::marginal::laplace::subspace::Factors {
            factor: $memory.factor,
            spread: $memory.spread,
            column: $memory.column,
            work: $memory.work,
        }
    };
}

pub(super) use factors;

/// b := H⁻¹ b on the subspace.
pub(super) fn solve<S: Simd>(simd: S, plan: &Plan, factors: Factors<'_>, b: &mut [f64]) {
    let Factors { factor, spread, column, work } = factors;
    column.copy_from_slice(b);
    plan.factor.solve(simd, factor, b, 1, work);
    plan.constraints.correct(spread, column, b);
}

/// Replaces H by the elements of its inverse on the subspace.
pub(super) fn invert<S: Simd>(simd: S, plan: &Plan, memory: &mut Memory<'_>) {
    plan.factor.selected_inverse(simd, memory.factor, memory.matrix, memory.work);
    if plan.constraints.count() == 0 {
        return;
    }
    for (entry, (row, column)) in memory.matrix.iter_mut().zip(plan.pattern.iter()) {
        *entry -= plan.constraints.shared(memory.spread, column, row);
    }
}
