//! Any covariance matrix: with Σ = Uᵀ U,
//!
//!   log |Σ| = 2 Σᵢ log uᵢᵢ,   v = U⁻ᵀ r,   rᵀ Σ⁻¹ r = vᵀ v,   z = U⁻¹ v,   Σ̄ = ½ (Zᵀ W Z − c Σ⁻¹).
//!
//! The derivative takes every element of Σ as free, and is symmetric.

use super::compressed::{compress, count};
use super::{Claim, Given, Rows, Site, Structure, Task};
use crate::error::Error;
use crate::linalg::{
    Operand, Sizes, Triangle, add_gram, add_product, add_scaled, cholesky, cholesky_scratch, dot,
    inverse_of_factored, inverse_of_factored_scratch, log_determinant_of_factor, solve_rows,
};
use crate::operation::{Setup, Side};
use crate::simd::Adjoints;
use pulp::Simd;

/// The structure of any covariance matrix, its one argument.
#[derive(Clone, Copy, Debug)]
pub struct Dense;

/// U, Σ⁻¹, the solutions of what is kept, and rows times their weights.
struct Memory<'a> {
    factor: &'a mut [f64],
    inverse: &'a mut [f64],
    kept: &'a mut [f64],
    weighted: &'a mut [f64],
}

#[inline(always)]
fn divide(memory: &mut [f64], task: Task) -> Memory<'_> {
    let n = task.dimension;
    let (factor, rest) = memory.split_at_mut(n * n);
    let (inverse, rest) = rest.split_at_mut(n * n);
    let (kept, weighted) = rest.split_at_mut(count(task.observations, n) * n);
    Memory { factor, inverse, kept, weighted }
}

/// Replaces rows r by Σ⁻¹ r if they are wanted, and hands out rᵀ Σ⁻¹ r of each.
#[inline(always)]
fn solve<S: Simd>(
    simd: S,
    factor: &[f64],
    n: usize,
    rows: &mut [f64],
    is_gradient: bool,
    mut square: impl FnMut(usize, f64),
) {
    let upper = Triangle::upper(factor, n);
    solve_rows(simd, upper.transpose(), rows);
    for (place, row) in rows.chunks_exact(n).enumerate() {
        square(place, dot(simd, row, row));
    }
    if is_gradient {
        solve_rows(simd, upper, rows);
    }
}

impl Structure for Dense {
    fn describe(&self, arguments: &[String]) -> String {
        arguments[0].clone()
    }

    fn bind(&mut self, setup: &mut Setup<'_>, task: Task) -> Result<Claim, Error> {
        let n = task.dimension;
        setup.check_square(task.first)?;
        setup.check_length("an observation", n, (task.first, Side::Row))?;
        setup.claim_stack(cholesky_scratch(n));
        setup.claim_stack(inverse_of_factored_scratch(n));
        let kept = count(task.observations, n) * n;
        Ok(Claim { memory: 2 * n * n + kept + task.rows * n, kept })
    }

    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        compress(residuals, given.task.dimension, kept);
    }

    #[inline(always)]
    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory, stack } = site;
        let task = given.task;
        let Memory { factor, .. } = divide(memory, task);
        factor.copy_from_slice(given.values[0]);
        if !cholesky(simd, factor, task.dimension, stack) {
            return f64::NAN;
        }
        2.0 * log_determinant_of_factor(simd, factor, task.dimension)
    }

    #[inline(always)]
    fn solve<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        rows: &mut [f64],
        squares: &mut [f64],
        is_gradient: bool,
    ) -> f64 {
        let Site { given, memory, .. } = site;
        let task = given.task;
        let Memory { factor, kept, .. } = divide(memory, task);
        solve(simd, factor, task.dimension, rows, is_gradient, |place, square| squares[place] = square);
        kept.copy_from_slice(given.kept);
        let mut total = 0.0;
        solve(simd, factor, task.dimension, kept, is_gradient, |_, square| total += square);
        total
    }

    #[inline(always)]
    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Rows<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory, stack } = site;
        let task = given.task;
        let Some(adjoint) = adjoints.of(0) else { return };
        let n = task.dimension;
        let Memory { factor, inverse, kept, weighted } = divide(memory, task);
        inverse_of_factored(simd, inverse, factor, n, stack);
        add_scaled(simd, adjoint, -0.5 * rows.count, inverse);
        add_gram(simd, adjoint, 0.5 * rows.weight, kept, n);
        weigh(rows.solved, rows.weights, n, weighted);
        let sizes = Sizes { rows: n, depth: task.rows, columns: n };
        add_product(simd, adjoint, 0.5, Operand::Transposed(rows.solved), Operand::Plain(weighted), sizes);
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        covariance.copy_from_slice(given.values[0]);
    }
}

/// Rows of n numbers, each row times its weight.
#[inline(always)]
pub(super) fn weigh(rows: &[f64], weights: &[f64], n: usize, weighted: &mut [f64]) {
    for ((weighted, row), weight) in weighted.chunks_exact_mut(n).zip(rows.chunks_exact(n)).zip(weights) {
        for (weighted, number) in weighted.iter_mut().zip(row) {
            *weighted = weight * number;
        }
    }
}
