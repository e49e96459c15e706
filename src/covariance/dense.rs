//! Any covariance matrix: with Σ = Uᵀ U,
//!
//!   log |Σ| = 2 Σᵢ log uᵢᵢ,   v = U⁻ᵀ r,   rᵀ Σ⁻¹ r = vᵀ v,   z = U⁻¹ v,   Σ̄ = ½ (Zᵀ W Z − c Σ⁻¹).
//!
//! The derivative takes every element of Σ as free, and is symmetric.

use crate::contract::conjugacy::Curve;
use crate::contract::expression::Expression;
use crate::contract::operation::{Setup, Side};
use crate::covariance::compressed::{compress, count};
use crate::covariance::rows::{has_few_rows, is_by_inverse, solve, weigh};
use crate::covariance::selected::{BoundSelected, Observed, Selected};
use crate::covariance::structured::Observable;
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, scratch};
use crate::linalg::{
    Operand, SMALL, Sizes, add_gram, add_product, add_scaled, add_small_inverse, copy_upper,
    factor_with_log_determinant, inverse_of_factored, scale, small_inverse_factor,
};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of elements of Σ̄ in a block. All products are added to a block before the next block, so that
/// memory is read and written once.
const PART: usize = 2048;

/// The structure of a covariance matrix without a special form. The matrix is its only argument.
#[derive(Clone, Copy, Debug)]
pub struct Dense;

/// A symmetric positive definite matrix as a covariance. It is the same as the matrix itself, but has the
/// methods of structures.
///
/// ```
/// use monomorph::covariance::dense;
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let sigma = mat![[1.0, 0.5, 0.2], [0.5, 2.0, 0.3], [0.2, 0.3, 1.5]];
/// let mask = [true, false, true];
/// params! { mu: vector(2) }
/// let model = model! {
///     mu |= normal(0.0, 10.0),
///     data(&[0.3, -0.2]) |= multi_normal(mu, dense(&sigma).observed(&mask)),
/// };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn dense<Sigma, Rows, Columns>(covariance: Sigma) -> Structured<Dense, (Stored<Sigma::Node>,)>
where
    Sigma: IntoExpr,
    Sigma::Node: Expression<Shape = Matrix<Rows, Columns>>,
    Rows: SameDimension<Columns>,
    Columns: Dimension,
{
    Structured::new(Dense, (Stored::new(covariance.into_expr().0),))
}

scratch! {
    /// U or W, Σ⁻¹, the solutions of the kept rows, and rows times their weights.
    struct DenseScratch(
        task: Task;
        n = task.dimension,
        length = if is_by_inverse(task) { SMALL } else { n },
        rows = task.rows,
        kept = count(task.observations, n),
    ) {
        factor: n * length,
        inverse: n * n,
        kept: kept * n,
        weighted: rows * n,
    }
}

impl Dense {
    /// Returns the memory that the covariance of a task needs.
    pub(super) fn claim(task: Task) -> Claim {
        let n = task.dimension;
        let kept = count(task.observations, n) * n;
        Claim { memory: DenseScratch::length(task), kept }
    }

    /// Adds Σ̄, the adjoint of the covariance, to the matrix `adjoint`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn pull_back_to<S: Simd>(simd: S, site: Site<'_>, rows: Residuals<'_>, adjoint: &mut [f64]) {
        let Site { given, memory, .. } = site;
        let task = given.task;
        let n = task.dimension;
        let DenseScratch { factor, inverse, kept, weighted } = DenseScratch::divide(memory, task);
        if has_few_rows(task) {
            let by_inverse = is_by_inverse(task);
            if by_inverse {
                add_small_inverse(simd, adjoint, -0.5 * rows.count, factor, n);
            } else {
                inverse_of_factored(simd, inverse, factor, n);
            }
            // Loops, not a chain of iterators: LLVM would make a function of the chain's body, without wide
            // registers.
            let lines = (PART / n).max(1);
            for (part, adjoint) in adjoint.chunks_mut(lines * n).enumerate() {
                if !by_inverse {
                    add_scaled(simd, adjoint, -0.5 * rows.count, &inverse[part * lines * n..]);
                }
                for (at, line) in adjoint.chunks_exact_mut(n).enumerate() {
                    let i = part * lines + at;
                    for (z, weight) in rows.solved.chunks_exact(n).zip(rows.weights) {
                        add_scaled(simd, line, 0.5 * weight * z[i], z);
                    }
                    for z in kept.chunks_exact(n) {
                        add_scaled(simd, line, 0.5 * rows.weight * z[i], z);
                    }
                }
            }
            return;
        }
        inverse_of_factored(simd, inverse, factor, n);
        // Σ̄ is symmetric, but the matrix to which it is added need not be symmetric.
        let slopes = inverse;
        scale(simd, slopes, -0.5 * rows.count);
        add_gram(simd, slopes, 0.5 * rows.weight, kept, n);
        weigh(rows.solved, rows.weights, n, weighted);
        let sizes = Sizes { rows: n, depth: task.rows, columns: n };
        add_product(simd, slopes, 0.5, Operand::Transposed(rows.solved), Operand::Plain(weighted), sizes);
        add_scaled(simd, adjoint, 1.0, slopes);
    }
}

impl Sealed for Dense {}

impl Structure for Dense {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        arguments[0].clone()
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        Some(sizes[0].rows)
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, Claim), Error> {
        check_matrix(setup, task)?;
        Ok((self, Self::claim(task)))
    }
}

#[inlined]
impl BoundStructure for Dense {
    const SYMMETRIC: &'static [usize] = &[0];
    const CURVES: &'static [Curve] = &[Curve::InverseWishart];

    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        compress(residuals, given.task.dimension, kept);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let task = given.task;
        let DenseScratch { factor, .. } = DenseScratch::divide(memory, task);
        if is_by_inverse(task) {
            return small_inverse_factor(simd, factor, given.values[0], task.dimension);
        }
        copy_upper(given.values[0], task.dimension, factor);
        factor_with_log_determinant(simd, factor, task.dimension)
    }

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
        let DenseScratch { factor, kept, .. } = DenseScratch::divide(memory, task);
        solve(simd, factor, task, rows, is_gradient, |place, square| squares[place] = square);
        kept.copy_from_slice(given.kept);
        let mut total = 0.0;
        solve(simd, factor, task, kept, is_gradient, |_, square| total += square);
        total
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        if let Some(adjoint) = adjoints.of(0) {
            Self::pull_back_to(simd, site, rows, adjoint);
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        covariance.copy_from_slice(given.values[0]);
    }
}

impl Selected for Dense {
    fn bind_selection(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, usize, usize), Error> {
        setup.check_square(task.first)?;
        Ok((self, setup.size(task.first).rows, 0))
    }
}

#[inlined]
impl BoundSelected for Dense {
    fn select<S: Simd>(&self, _: S, site: Site<'_>, places: &[u32], covariance: &mut [f64]) -> bool {
        copy_cells(site.given.values[0], site.given.sizes[0].rows, places, covariance);
        true
    }

    fn pull_back_selection<S: Simd>(
        &self,
        _: S,
        site: Site<'_>,
        places: &[u32],
        slopes: &[f64],
        adjoints: &mut Adjoints<'_>,
    ) {
        let n = site.given.sizes[0].rows;
        let Some(adjoint) = adjoints.of(0) else { return };
        for (line, &row) in slopes.chunks_exact(places.len()).zip(places) {
            let target = &mut adjoint[row as usize * n..][..n];
            line.iter().zip(places).for_each(|(slope, &column)| target[column as usize] += slope);
        }
    }
}

impl<'a> Observable<'a> for Dense {
    type Observed = Observed<'a, Self>;

    fn observed(self, mask: &'a [bool]) -> Observed<'a, Self> {
        Observed::new(self, mask)
    }
}

/// Checks that the argument is a square matrix with a row for each variable.
pub(super) fn check_matrix(setup: &Setup<'_>, task: Task) -> Result<(), Error> {
    setup.check_square(task.first)?;
    setup.check_length("an observation", task.dimension, (task.first, Side::Row))
}

/// Copies rows and columns of a matrix n × n.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn copy_cells(matrix: &[f64], n: usize, places: &[u32], cells: &mut [f64]) {
    for (line, &row) in cells.chunks_exact_mut(places.len()).zip(places) {
        let source = &matrix[row as usize * n..][..n];
        line.iter_mut().zip(places).for_each(|(cell, &column)| *cell = source[column as usize]);
    }
}
