//! A covariance by its sparse inverse, Σ = Ω⁻¹. Only the elements of Ω that may be nonzero are stored.
//!
//!   log |Σ| = −log |Ω|,   z = Ω r,   rᵀ Σ⁻¹ r = rᵀ z,
//!
//!   ω̄ᵢⱼ = (1 − ½ [i = j]) (c (Ω⁻¹)ᵢⱼ − Σₘ wₘ rₘᵢ rₘⱼ)   of an element that stands for ωᵢⱼ = ωⱼᵢ,
//!   ᾱ = Σₖ aₖ α^(aₖ−1) τ^bₖ Σ ω̄ m,   τ̄ = Σₖ bₖ α^aₖ τ^(bₖ−1) Σ ω̄ m   where Ω = Σₖ α^aₖ τ^bₖ Mₖ.
//!
//! The order of elimination and the fill-in are found once, when the model is compiled. The slope of the
//! determinant needs only the elements of Ω⁻¹ in the pattern. Rue and Held (2005), "Gaussian Markov Random
//! Fields", §2.3 and 2.4; the maths of the factor is in `crates/numerics/src/linalg/sparse`.

use crate::contract::operation::Setup;
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, SquareRoot, Task};
use crate::error::Error;
use crate::frame::{Adjoints, scratch};
use crate::linalg::sparse::{Pattern, SparseCholesky};
use crate::linalg::{add_scaled, dot};
use crate::sealed::Sealed;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};
use std::sync::Arc;

/// The source of the elements of a sparse precision.
#[derive(Clone, Debug)]
pub(super) enum Elements {
    /// The elements are the only argument.
    Given,
    /// The elements of Ω = Σₖ α^aₖ τ^bₖ Mₖ, where α and τ are the arguments.
    Sum(Arc<[Term]>),
}

/// A known matrix, times powers of two arguments.
#[derive(Clone, Debug)]
pub(super) struct Term {
    /// The exponents aₖ of α and bₖ of τ.
    pub powers: [i32; 2],
    /// The elements of Mₖ in the order of the pattern.
    pub matrix: Vec<f64>,
}

impl Term {
    /// Returns α^a τ^b.
    fn factor(&self, values: &[&[f64]]) -> f64 {
        values[0][0].powi(self.powers[0]) * values[1][0].powi(self.powers[1])
    }

    /// The slope of α^a τ^b with respect to argument number `by`.
    fn slope(&self, values: &[&[f64]], by: usize) -> f64 {
        let (own, other) = (self.powers[by], 1 - by);
        // The slope of a power of 0 is 0, at 0 too.
        if own == 0 {
            0.0
        } else {
            f64::from(own) * values[by][0].powi(own - 1) * values[other][0].powi(self.powers[other])
        }
    }
}

/// The bound structure of a sparse precision.
#[derive(Clone, Debug)]
pub struct BoundSparsePrecision(Arc<Factored>);

/// A pattern with its factorisation.
#[derive(Debug)]
struct Factored {
    pattern: Pattern,
    cholesky: SparseCholesky,
    elements: Elements,
}

scratch! {
    /// The state of the last factorisation, the elements of its Ω, the factor, Ω⁻¹ in the pattern, the
    /// products of rows, and working memory.
    struct SparseScratch(
        parts: (&Factored, Task);
        known = KNOWN,
        entries = parts.0.pattern.len(),
        factor = parts.0.cholesky.factor_length(),
        work = parts.0.work(),
        rows = parts.1.rows * parts.1.dimension,
        n = parts.1.dimension,
    ) {
        known: known,
        omega: entries,
        /// The elements of the next Ω, and slopes with respect to them.
        slopes: entries,
        factor: factor,
        inverse: entries,
        products: rows,
        product: n,
        work: work,
    }
}

/// The length of the state: log |Ω|, and a number for the parts of the memory that are valid.
const KNOWN: usize = 2;

/// The values of the second number of the state: the factor is valid, or the factor and the inverse are
/// valid. The number is 0 at first, when neither is valid.
const HAS_FACTOR: f64 = 1.0;
const HAS_INVERSE: f64 = 2.0;

impl Factored {
    fn work(&self) -> usize {
        self.cholesky.factor_scratch().max(self.cholesky.inverse_scratch())
    }
}

impl Sealed for BoundSparsePrecision {}

impl BoundSparsePrecision {
    /// Factorises a pattern symbolically, and claims memory.
    pub(super) fn bind(
        setup: &mut Setup<'_>,
        task: Task,
        pattern: &Pattern,
        elements: Elements,
    ) -> Result<(Self, Claim), Error> {
        setup.check_count("the pattern", pattern.size(), "an observation", task.dimension)?;
        let cholesky = SparseCholesky::new(pattern).map_err(|error| {
            setup.broken(
                "the number of rows of the pattern",
                pattern.size() as f64,
                &format!("be smaller: {error}"),
            )
        })?;
        setup.tie(|| pattern.iter());
        setup.count_factor(cholesky.operations());
        let factored = Factored { pattern: pattern.clone(), cholesky, elements };
        let memory = SparseScratch::length((&factored, task));
        let kept = task.observations.saturating_mul(task.dimension);
        Ok((Self(Arc::new(factored)), Claim { memory, kept }))
    }

    /// Stores the elements of Ω.
    fn form(&self, values: &[&[f64]], omega: &mut [f64]) {
        match &self.0.elements {
            Elements::Given => omega.copy_from_slice(values[0]),
            Elements::Sum(terms) => {
                omega.fill(0.0);
                for term in &**terms {
                    let factor = term.factor(values);
                    omega.iter_mut().zip(&term.matrix).for_each(|(omega, m)| *omega += factor * m);
                }
            }
        }
    }
}

#[inlined]
impl BoundStructure for BoundSparsePrecision {
    /// Stores the rows themselves, because their scatter would be dense.
    fn keep(&self, _: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        kept.copy_from_slice(residuals);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let SparseScratch { known, omega, slopes: wanted, factor, work, .. } =
            SparseScratch::divide(memory, (&self.0, given.task));
        // The search for a mode evaluates the law many times for the same Ω.
        self.form(given.values, wanted);
        if known[1] >= HAS_FACTOR && omega == wanted {
            return -known[0];
        }
        omega.copy_from_slice(wanted);
        known[0] = self.0.cholesky.factor(simd, omega, factor, work);
        known[1] = HAS_FACTOR;
        -known[0]
    }

    fn solve<S: Simd>(&self, simd: S, site: Site<'_>, rows: &mut [f64], squares: &mut [f64], _: bool) -> f64 {
        let Site { given, memory } = site;
        let n = given.task.dimension;
        let SparseScratch { omega, products, product, .. } =
            SparseScratch::divide(memory, (&self.0, given.task));
        products.fill(0.0);
        let each = rows.chunks_exact(n).zip(products.chunks_exact_mut(n)).zip(squares);
        for ((row, product), square) in each {
            self.0.pattern.add_product(product, omega, row);
            *square = dot(simd, row, product);
        }
        rows.copy_from_slice(products);
        let mut total = 0.0;
        for row in given.kept.chunks_exact(n) {
            product.fill(0.0);
            self.0.pattern.add_product(product, omega, row);
            total += dot(simd, row, product);
        }
        total
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory } = site;
        let n = given.task.dimension;
        let SparseScratch { known, slopes, factor, inverse, work, .. } =
            SparseScratch::divide(memory, (&self.0, given.task));
        if known[1] < HAS_INVERSE {
            self.0.cholesky.selected_inverse(simd, factor, inverse, work);
            known[1] = HAS_INVERSE;
        }
        slopes.iter_mut().zip(&*inverse).for_each(|(slope, inverse)| *slope = rows.count * inverse);
        let pattern = &self.0.pattern;
        let own = rows.residuals.chunks_exact(n).zip(rows.weights);
        own.for_each(|(residual, weight)| pattern.add_square(slopes, -weight, residual));
        given.kept.chunks_exact(n).for_each(|residual| pattern.add_square(slopes, -rows.weight, residual));
        pattern.diagonal().for_each(|place| slopes[place] *= 0.5);
        match &self.0.elements {
            Elements::Given => {
                if let Some(adjoint) = adjoints.of(0) {
                    add_scaled(simd, adjoint, 1.0, slopes);
                }
            }
            Elements::Sum(terms) => {
                for term in &**terms {
                    let along = dot(simd, slopes, &term.matrix);
                    for by in 0..2 {
                        if let Some(adjoint) = adjoints.of(by) {
                            adjoint[0] += along * term.slope(given.values, by);
                        }
                    }
                }
            }
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        use faer::linalg::solvers::DenseSolveCore;
        let n = given.task.dimension;
        let mut omega = faer::Mat::zeros(n, n);
        let mut values = vec![0.0; self.0.pattern.len()];
        self.form(given.values, &mut values);
        for ((row, column), value) in self.0.pattern.iter().zip(&values) {
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
        let mut factor = vec![0.0; cholesky.factor_length()];
        let mut work = vec![0.0; cholesky.factor_scratch()];
        let mut values = vec![0.0; self.0.pattern.len()];
        self.form(given.values, &mut values);
        let log_determinant = cholesky.factor(Scalar::new(), &values, &mut factor, &mut work);
        log_determinant.is_finite().then(|| SquareRoot::Sparse { cholesky: cholesky.clone(), factor })
    }
}
