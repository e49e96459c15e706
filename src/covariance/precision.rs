//! A covariance by its inverse: Σ = Ω⁻¹ with Ω = Uᵀ U,
//!
//!   log |Σ| = −2 Σᵢ log uᵢᵢ,   z = Ω r,   rᵀ Σ⁻¹ r = rᵀ z,
//!
//!   Ω̄ = ½ (c Ω⁻¹ − Rᵀ W R).

use crate::contract::conjugacy::Curve;
use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::compressed::{compress, count};
use crate::covariance::dense::{check_matrix, copy_cells};
use crate::covariance::rows::weigh;
use crate::covariance::selected::{BoundSelected, Observed, Selected};
use crate::covariance::structured::Observable;
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, scratch};
use crate::linalg::{
    Operand, Sizes, add_gram, add_product, add_scaled, cholesky, dot, factor_with_log_determinant,
    inverse_of_factored, scale,
};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// The structure of a covariance matrix that is given by its inverse.
#[derive(Clone, Copy, Debug)]
pub struct Precision;

/// The covariance Ω⁻¹ of a symmetric positive definite matrix Ω.
///
/// ```
/// use monomorph::covariance::precision;
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let omega = mat![[2.0, 0.5], [0.5, 1.0]];
/// params! { x: vector(2) }
/// let model = model! { x |= multi_normal(0.0, precision(&omega)) };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn precision<Omega, Rows, Columns>(omega: Omega) -> Structured<Precision, (Stored<Omega::Node>,)>
where
    Omega: IntoExpr,
    Omega::Node: Expression<Shape = Matrix<Rows, Columns>>,
    Rows: SameDimension<Columns>,
    Columns: Dimension,
{
    Structured::new(Precision, (Stored::new(omega.into_expr().0),))
}

scratch! {
    struct PrecisionScratch(
        task: Task;
        n = task.dimension,
        rows = task.rows,
        kept = count(task.observations, n),
    ) {
        /// U
        factor: n * n,
        /// Ω̄
        slopes: n * n,
        /// The kept rows times Ω.
        kept_products: kept * n,
        /// Rows times Ω, and then rows times their weights.
        products: rows * n,
    }
}

scratch! {
    /// U and Ω⁻¹, then products, and rows of Ω⁻¹.
    struct Selection(n, rows) {
        factor: n * n,
        inverse: n * n,
        rows: rows * n,
    }
}

impl Sealed for Precision {}

impl Structure for Precision {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("precision({})", arguments[0])
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        Some(sizes[0].rows)
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, Claim), Error> {
        check_matrix(setup, task)?;
        let n = task.dimension;
        let kept = count(task.observations, n) * n;
        Ok((self, Claim { memory: PrecisionScratch::length(task), kept }))
    }
}

#[inlined]
impl BoundStructure for Precision {
    const SYMMETRIC: &'static [usize] = &[0];
    const CURVES: &'static [Curve] = &[Curve::Wishart];

    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        compress(residuals, given.task.dimension, kept);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let task = given.task;
        let n = task.dimension;
        let PrecisionScratch { factor, .. } = PrecisionScratch::divide(memory, task);
        factor.copy_from_slice(given.values[0]);
        -factor_with_log_determinant(simd, factor, n)
    }

    fn solve<S: Simd>(&self, simd: S, site: Site<'_>, rows: &mut [f64], squares: &mut [f64], _: bool) -> f64 {
        let Site { given, memory, .. } = site;
        let task = given.task;
        let n = task.dimension;
        let omega = Operand::Plain(given.values[0]);
        let observed = given.kept.len() / n;
        let sizes = |rows| Sizes { rows, depth: n, columns: n };
        let PrecisionScratch { kept_products, products, .. } = PrecisionScratch::divide(memory, task);
        kept_products.fill(0.0);
        add_product(simd, kept_products, 1.0, Operand::Plain(given.kept), omega, sizes(observed));
        let total = dot(simd, given.kept, kept_products);
        products.fill(0.0);
        add_product(simd, products, 1.0, Operand::Plain(rows), omega, sizes(task.rows));
        for ((square, row), product) in
            squares.iter_mut().zip(rows.chunks_exact(n)).zip(products.chunks_exact(n))
        {
            *square = dot(simd, row, product);
        }
        rows.copy_from_slice(products);
        total
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory, .. } = site;
        let task = given.task;
        let Some(adjoint) = adjoints.of(0) else { return };
        let n = task.dimension;
        let PrecisionScratch { factor, slopes, products: weighted, .. } =
            PrecisionScratch::divide(memory, task);
        inverse_of_factored(simd, slopes, factor, n);
        // Ω̄ is symmetric, but the matrix to which it is added need not be symmetric.
        scale(simd, slopes, 0.5 * rows.count);
        add_gram(simd, slopes, -0.5 * rows.weight, given.kept, n);
        weigh(rows.residuals, rows.weights, n, weighted);
        let sizes = Sizes { rows: n, depth: task.rows, columns: n };
        let (residuals, weighted) = (Operand::Transposed(rows.residuals), Operand::Plain(weighted));
        add_product(simd, slopes, -0.5, residuals, weighted, sizes);
        add_scaled(simd, adjoint, 1.0, slopes);
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        let n = given.task.dimension;
        use faer::linalg::solvers::DenseSolveCore;
        let omega = faer::MatRef::from_row_major_slice(given.values[0], n, n);
        let inverse = omega.partial_piv_lu().inverse();
        for (cell, number) in covariance.iter_mut().enumerate() {
            *number = inverse[(cell / n, cell % n)];
        }
    }
}

impl Selected for Precision {
    fn bind_selection(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, usize, usize), Error> {
        setup.check_square(task.first)?;
        let n = setup.size(task.first).rows;
        Ok((self, n, Selection::length(n, task.dimension)))
    }
}

#[inlined]
impl BoundSelected for Precision {
    fn select<S: Simd>(&self, simd: S, site: Site<'_>, places: &[u32], covariance: &mut [f64]) -> bool {
        let Site { given, memory } = site;
        let n = given.sizes[0].rows;
        let Selection { factor, inverse, .. } = Selection::divide(memory, n, places.len());
        factor.copy_from_slice(given.values[0]);
        if !cholesky(simd, factor, n) {
            return false;
        }
        inverse_of_factored(simd, inverse, factor, n);
        copy_cells(inverse, n, places, covariance);
        true
    }

    /// Adds −Σ Σ̄ Σ to Ω̄.
    fn pull_back_selection<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        places: &[u32],
        slopes: &[f64],
        adjoints: &mut Adjoints<'_>,
    ) {
        let Site { given, memory, .. } = site;
        let Some(adjoint) = adjoints.of(0) else { return };
        let (n, count) = (given.sizes[0].rows, places.len());
        let Selection { factor: products, inverse, rows } = Selection::divide(memory, n, count);
        for (line, &place) in rows.chunks_exact_mut(n).zip(places) {
            line.copy_from_slice(&inverse[place as usize * n..][..n]);
        }
        let products = &mut products[..count * n];
        products.fill(0.0);
        let sizes = Sizes { rows: count, depth: count, columns: n };
        add_product(simd, products, 1.0, Operand::Plain(slopes), Operand::Plain(rows), sizes);
        let sizes = Sizes { rows: n, depth: count, columns: n };
        add_product(simd, adjoint, -1.0, Operand::Transposed(rows), Operand::Plain(products), sizes);
    }
}

impl<'a> Observable<'a> for Precision {
    type Observed = Observed<'a, Self>;

    fn observed(self, mask: &'a [bool]) -> Observed<'a, Self> {
        Observed::new(self, mask)
    }
}
