//! A covariance by its Cholesky factor: Σ = L Lᵀ with
//!
//!   log |Σ| = 2 Σᵢ log lᵢᵢ,   v = L⁻¹ r,   rᵀ Σ⁻¹ r = vᵀ v,   z = L⁻ᵀ v,
//!
//! and, since L̄ = 2 Σ̄ L and Lᵀ z = v, the lower triangle of
//!
//!   L̄ = Zᵀ W V − c diag(1/lᵢᵢ).
//!
//! The elements above the diagonal of L are not read. The diagonal must be positive.

use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::compressed::{compress, count};
use crate::covariance::dense::check_matrix;
use crate::covariance::rows::weigh;
use crate::covariance::selected::{BoundSelected, Observed, Selected};
use crate::covariance::structured::Observable;
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, scratch};
use crate::linalg::{Operand, Sizes, Triangle, add_product, add_scaled, dot, solve_rows};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// The structure of a covariance matrix that is given by its lower Cholesky factor.
#[derive(Clone, Copy, Debug)]
pub struct Factored;

/// The covariance L Lᵀ of a lower triangular matrix L with a positive diagonal, such as a
/// `cholesky_factor_cov` or the result of `.cholesky()`.
///
/// Nothing has to be factorised, so an observation costs n² operations. If several statements have the same
/// Σ, define its factor once and use this structure in each of them.
///
/// ```
/// use monomorph::covariance::factored;
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let y = mat![[0.3, -0.2], [1.1, 0.4], [-0.5, 0.9]];
/// let l = mat![[1.0, 0.0], [0.5, 0.8]];
/// params! { mu: vector(2) }
/// let model = model! {
///     mu |= normal(0.0, 1.0),
///     data(&y) |= multi_normal(mu, factored(&l)),
/// };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn factored<L, Rows, Columns>(factor: L) -> Structured<Factored, (Stored<L::Node>,)>
where
    L: IntoExpr,
    L::Node: Expression<Shape = Matrix<Rows, Columns>>,
    Rows: SameDimension<Columns>,
    Columns: Dimension,
{
    Structured::new(Factored, (Stored::new(factor.into_expr().0),))
}

scratch! {
    /// V and the solutions of the kept rows, then V of the other rows, and rows times their weights.
    struct FactoredScratch(
        task: Task;
        n = task.dimension,
        rows = task.rows,
        kept = count(task.observations, n),
    ) {
        kept_whitened: kept * n,
        kept_solved: kept * n,
        whitened: rows * n,
        weighted: rows * n,
        /// Zᵀ W V, of which only the lower triangle is used.
        slopes: n * n,
    }
}

impl Sealed for Factored {}

impl Structure for Factored {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("factored({})", arguments[0])
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        Some(sizes[0].rows)
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, Claim), Error> {
        check_matrix(setup, task)?;
        let kept = count(task.observations, task.dimension) * task.dimension;
        Ok((self, Claim { memory: FactoredScratch::length(task), kept }))
    }
}

#[inlined]
impl BoundStructure for Factored {
    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        compress(residuals, given.task.dimension, kept);
    }

    fn factor<S: Simd>(&self, _: S, site: Site<'_>) -> f64 {
        let Site { given, .. } = site;
        let task = given.task;
        let n = task.dimension;
        2.0 * (0..n).map(|i| given.values[0][i * n + i].ln()).sum::<f64>()
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
        let n = task.dimension;
        let memory = FactoredScratch::divide(memory, task);
        let lower = Triangle::lower(given.values[0], n);
        memory.kept_whitened.copy_from_slice(given.kept);
        solve_rows(simd, lower, memory.kept_whitened);
        solve_rows(simd, lower, rows);
        for (square, row) in squares.iter_mut().zip(rows.chunks_exact(n)) {
            *square = dot(simd, row, row);
        }
        if is_gradient {
            memory.whitened.copy_from_slice(rows);
            memory.kept_solved.copy_from_slice(memory.kept_whitened);
            solve_rows(simd, lower.transpose(), memory.kept_solved);
            solve_rows(simd, lower.transpose(), rows);
        }
        dot(simd, memory.kept_whitened, memory.kept_whitened)
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory, .. } = site;
        let task = given.task;
        let Some(adjoint) = adjoints.of(0) else { return };
        let n = task.dimension;
        let memory = FactoredScratch::divide(memory, task);
        weigh(rows.solved, rows.weights, n, memory.weighted);
        let slopes = memory.slopes;
        slopes.fill(0.0);
        let sizes = |depth| Sizes { rows: n, depth, columns: n };
        let (solved, whitened) =
            (Operand::Transposed(memory.kept_solved), Operand::Plain(memory.kept_whitened));
        add_product(simd, slopes, rows.weight, solved, whitened, sizes(count(task.observations, n)));
        let (weighted, whitened) = (Operand::Transposed(memory.weighted), Operand::Plain(memory.whitened));
        add_product(simd, slopes, 1.0, weighted, whitened, sizes(task.rows));
        for (i, (line, slopes)) in adjoint.chunks_exact_mut(n).zip(slopes.chunks_exact(n)).enumerate() {
            add_scaled(simd, &mut line[..=i], 1.0, &slopes[..=i]);
        }
        for i in 0..n {
            adjoint[i * n + i] -= rows.count / given.values[0][i * n + i];
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        let n = given.task.dimension;
        let l = given.values[0];
        for i in 0..n {
            for j in 0..n {
                covariance[i * n + j] = (0..=i.min(j)).map(|k| l[i * n + k] * l[j * n + k]).sum();
            }
        }
    }
}

impl Selected for Factored {
    fn bind_selection(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, usize, usize), Error> {
        setup.check_square(task.first)?;
        Ok((self, setup.size(task.first).rows, 0))
    }
}

#[inlined]
impl BoundSelected for Factored {
    fn select<S: Simd>(&self, simd: S, site: Site<'_>, places: &[u32], covariance: &mut [f64]) -> bool {
        let (n, l) = (site.given.sizes[0].rows, site.given.values[0]);
        for (line, &row) in covariance.chunks_exact_mut(places.len()).zip(places) {
            for (cell, &column) in line.iter_mut().zip(places) {
                let common = row.min(column) as usize + 1;
                let [row, column] = [row, column].map(|row| &l[row as usize * n..][..common]);
                *cell = dot(simd, row, column);
            }
        }
        (0..n).all(|i| l[i * n + i] > 0.0)
    }

    /// Adds the lower triangle of 2 Σ̄ L to L̄.
    fn pull_back_selection<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        places: &[u32],
        slopes: &[f64],
        adjoints: &mut Adjoints<'_>,
    ) {
        let (n, l) = (site.given.sizes[0].rows, site.given.values[0]);
        let Some(adjoint) = adjoints.of(0) else { return };
        for (line, &row) in slopes.chunks_exact(places.len()).zip(places) {
            for (slope, &column) in line.iter().zip(places) {
                let common = row.min(column) as usize + 1;
                let target = &mut adjoint[row as usize * n..][..common];
                add_scaled(simd, target, 2.0 * slope, &l[column as usize * n..][..common]);
            }
        }
    }
}

impl<'a> Observable<'a> for Factored {
    type Observed = Observed<'a, Self>;

    fn observed(self, mask: &'a [bool]) -> Observed<'a, Self> {
        Observed::new(self, mask)
    }
}
