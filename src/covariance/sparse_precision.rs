//! A covariance by its sparse inverse: Σ = Ω⁻¹, of which the elements are stored that may be other than 0,
//!
//!   log |Σ| = −log |Ω|,   z = Ω r,   rᵀ Σ⁻¹ r = rᵀ z,
//!
//!   ω̄ᵢⱼ = (1 − ½ [i = j]) (c (Ω⁻¹)ᵢⱼ − Σₘ wₘ rₘᵢ rₘⱼ)   of an element that stands for ωᵢⱼ = ωⱼᵢ.
//!
//! The order of elimination and the places that fill in are found once, when the model is compiled. The
//! determinant's slope needs the elements of Ω⁻¹ in the pattern alone. Rue and Held (2005), "Gaussian Markov
//! Random Fields", §2.3 and 2.4; the maths of the factor is in `crates/numerics/src/linalg/sparse`.

use crate::contract::expression::Expression;
use crate::contract::operation::{Setup, Side};
use crate::covariance::{
    BoundStructure, Claim, Given, Residuals, Site, SquareRoot, Structure, Structured, Task,
};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, scratch};
use crate::linalg::dot;
use crate::linalg::sparse::{Pattern, SparseCholesky};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Size, Vector};
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};
use std::sync::Arc;

/// The structure of a covariance that is given by its sparse inverse, whose one argument is the vector of its
/// elements.
#[derive(Clone, Copy, Debug)]
pub struct SparsePrecision<'a> {
    pattern: &'a Pattern,
}

/// The structure as it runs.
#[derive(Clone, Debug)]
pub struct BoundSparsePrecision(Arc<Factored>);

/// A pattern with its factorisation.
#[derive(Debug)]
struct Factored {
    pattern: Pattern,
    cholesky: SparseCholesky,
}

/// The covariance Ω⁻¹ of a sparse precision matrix Ω, as Gaussian Markov random fields have it.
///
/// `pattern` tells where Ω may be other than 0, and `values` is a vector with one number for each place of
/// the pattern, in its order: the lower triangle, column after column. Matrices that are known become vectors
/// by [`Pattern::values_of`], so that the precision of a model is an expression of them:
///
/// ```
/// use monomorph::covariance::{Pattern, sparse_precision};
/// use monomorph::faer::sparse::{SparseColMat, Triplet};
/// use monomorph::prelude::*;
///
/// // A conditional autoregression, τ (D − α W), of four areas in a row.
/// let edges = [(1, 0), (2, 1), (3, 2)];
/// let pattern = Pattern::new(4, edges)?;
/// let triplets = |of: fn(usize) -> f64| (0..4).map(move |i| Triplet::new(i, i, of(i)));
/// let d = SparseColMat::<usize, f64>::try_new_from_triplets(
///     4,
///     4,
///     &triplets(|i| if i == 0 || i == 3 { 1.0 } else { 2.0 }).collect::<Vec<_>>(),
/// )
/// .expect("a matrix");
/// let w: Vec<_> = edges.iter().map(|&(i, j)| Triplet::new(i, j, 1.0)).collect();
/// let w = SparseColMat::<usize, f64>::try_new_from_triplets(4, 4, &w).expect("a matrix");
/// let (d, w) = (pattern.values_of(d.as_ref())?, pattern.values_of(w.as_ref())?);
///
/// let count = [2, 5, 4, 9];
/// params! { alpha: interval(0.0, 1.0), tau: positive(), x: vector(4) }
/// let model = model! {
///     alpha |= beta(2.0, 1.0),
///     tau   |= gamma(2.0, 1.0),
///     x     |= multi_normal(0.0, sparse_precision(&pattern, tau * (data(&d) - alpha * data(&w)))),
///     data(&count) |= poisson_log(1.0 + x),
/// };
/// assert_eq!(model.compile()?.dimension(), 6);
/// // Or without the field: its elements are integrated out, and neighbours alone meet.
/// assert_eq!(model.marginalise_by_laplace(x).compile()?.dimension(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Where Ω is not positive definite the log density is −∞. The factor is computed in each evaluation, and
/// takes as many operations as [`explain`](crate::posterior::Posterior::explain) says; nothing is allocated.
pub fn sparse_precision<Values, Length>(
    pattern: &Pattern,
    values: Values,
) -> Structured<SparsePrecision<'_>, (Stored<Values::Node>,)>
where
    Values: IntoExpr,
    Values::Node: Expression<Shape = Vector<Length>>,
    Length: Dimension,
{
    Structured::new(SparsePrecision { pattern }, (Stored::new(values.into_expr().0),))
}

scratch! {
    /// What is known of the numbers Ω that were factored last, their factor, Ω⁻¹ in the pattern, the products
    /// of rows, and working memory.
    struct SparseScratch(
        parts: (&Factored, Task);
        known = KNOWN,
        entries = parts.0.pattern.len(),
        factor = parts.0.cholesky.factor_numbers(),
        work = parts.0.work(),
        rows = parts.1.rows * parts.1.dimension,
        n = parts.1.dimension,
    ) {
        known: known,
        omega: entries,
        factor: factor,
        inverse: entries,
        products: rows,
        product: n,
        work: work,
    }
}

/// The numbers that say what is known: log |Ω|, and how far the memory is filled.
const KNOWN: usize = 2;

/// The fillings of the memory: the factor is that of Ω, and the inverse is, too. At first it is 0.
const HAS_FACTOR: f64 = 1.0;
const HAS_INVERSE: f64 = 2.0;

impl Factored {
    fn work(&self) -> usize {
        self.cholesky.factor_scratch().max(self.cholesky.inverse_scratch())
    }
}

impl Sealed for SparsePrecision<'_> {}
impl Sealed for BoundSparsePrecision {}

impl Structure for SparsePrecision<'_> {
    type Bound = BoundSparsePrecision;

    fn describe(&self, arguments: &[String]) -> String {
        format!("sparse_precision(pattern, {})", arguments[0])
    }

    fn dimension(&self, _: &[Size]) -> Option<usize> {
        Some(self.pattern.size())
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(BoundSparsePrecision, Claim), Error> {
        setup.check_count("the pattern", self.pattern.size(), "an observation", task.dimension)?;
        setup.check_length("the places of the pattern", self.pattern.len(), (task.first, Side::Column))?;
        let cholesky = SparseCholesky::new(self.pattern)
            .map_err(|error| setup.broken("the pattern", self.pattern.size() as f64, &error.to_string()))?;
        setup.tie(&self.pattern.iter().collect::<Vec<_>>());
        let factored = Factored { pattern: self.pattern.clone(), cholesky };
        let memory = SparseScratch::length((&factored, task));
        let kept = task.observations.saturating_mul(task.dimension);
        Ok((BoundSparsePrecision(Arc::new(factored)), Claim { memory, kept }))
    }
}

#[inlined]
impl BoundStructure for BoundSparsePrecision {
    /// Rows themselves: their scatter would be dense.
    fn keep(&self, _: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        kept.copy_from_slice(residuals);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let SparseScratch { known, omega, factor, work, .. } =
            SparseScratch::divide(memory, (&self.0, given.task));
        // Passes around a mode evaluate the law for the same Ω many times.
        if known[1] >= HAS_FACTOR && omega == given.values[0] {
            return -known[0];
        }
        omega.copy_from_slice(given.values[0]);
        known[0] = self.0.cholesky.factor(simd, omega, factor, work);
        known[1] = HAS_FACTOR;
        -known[0]
    }

    fn solve<S: Simd>(&self, simd: S, site: Site<'_>, rows: &mut [f64], squares: &mut [f64], _: bool) -> f64 {
        let Site { given, memory } = site;
        let n = given.task.dimension;
        let SparseScratch { products, product, .. } = SparseScratch::divide(memory, (&self.0, given.task));
        products.fill(0.0);
        let each = rows.chunks_exact(n).zip(products.chunks_exact_mut(n)).zip(squares);
        for ((row, product), square) in each {
            self.0.pattern.add_product(product, given.values[0], row);
            *square = dot(simd, row, product);
        }
        rows.copy_from_slice(products);
        let mut total = 0.0;
        for row in given.kept.chunks_exact(n) {
            product.fill(0.0);
            self.0.pattern.add_product(product, given.values[0], row);
            total += dot(simd, row, product);
        }
        total
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory } = site;
        let Some(adjoint) = adjoints.of(0) else { return };
        let n = given.task.dimension;
        let SparseScratch { known, factor, inverse, work, .. } =
            SparseScratch::divide(memory, (&self.0, given.task));
        if known[1] < HAS_INVERSE {
            self.0.cholesky.inverse(simd, factor, inverse, work);
            known[1] = HAS_INVERSE;
        }
        for (place, (row, column)) in self.0.pattern.iter().enumerate() {
            let share = if row == column { 0.5 } else { 1.0 };
            let own = rows.residuals.chunks_exact(n).zip(rows.weights);
            let of_rows: f64 = own.map(|(residual, weight)| weight * residual[row] * residual[column]).sum();
            let kept = given.kept.chunks_exact(n).map(|residual| residual[row] * residual[column]);
            let of_kept = rows.weight * kept.sum::<f64>();
            adjoint[place] += share * (rows.count * inverse[place] - of_rows - of_kept);
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        use faer::linalg::solvers::DenseSolveCore;
        let n = given.task.dimension;
        let mut omega = faer::Mat::zeros(n, n);
        for ((row, column), value) in self.0.pattern.iter().zip(given.values[0]) {
            omega[(row, column)] = *value;
            omega[(column, row)] = *value;
        }
        let inverse = omega.partial_piv_lu().inverse();
        for (cell, number) in covariance.iter_mut().enumerate() {
            *number = inverse[(cell / n, cell % n)];
        }
    }

    fn square_root(&self, given: Given<'_>) -> Option<SquareRoot> {
        let cholesky = &self.0.cholesky;
        let mut factor = vec![0.0; cholesky.factor_numbers()];
        let mut work = vec![0.0; cholesky.factor_scratch()];
        let log_determinant = cholesky.factor(Scalar::new(), given.values[0], &mut factor, &mut work);
        log_determinant.is_finite().then(|| SquareRoot::Sparse { cholesky: cholesky.clone(), factor })
    }
}
