//! Few factors and noise of each variable: Σ = Λ Λᵀ + D of n variables and r factors, D = diag(ψ). With M =
//! I + Λᵀ D⁻¹ Λ = Uᵀ U
//!
//!   log |Σ| = Σᵢ log ψᵢ + 2 Σⱼ log uⱼⱼ
//!
//! by the determinant lemma. With the factors' conditional means b = M⁻¹ Λᵀ D⁻¹ r and what they leave, e = r
//! − Λ b,
//!
//!   z = Σ⁻¹ r = D⁻¹ e,   rᵀ Σ⁻¹ r = eᵀ D⁻¹ e + bᵀ b,   Λᵀ z = b,
//!
//! which is Woodbury's identity without its difference: the quadratic form is a sum of squares. With G = Σ⁻¹
//! Λ = D⁻¹ Λ M⁻¹
//!
//!   Λ̄ = Σₘ wₘ zₘ bₘᵀ − c G,   ψ̄ᵢ = ½ (Σₘ wₘ zₘᵢ² − c (1 − gᵢᵀ λᵢ)/ψᵢ).
//!
//! No matrix has n × n elements, except the kept rows of more than n observations. Golub and Van Loan 2013,
//! "Matrix Computations", §2.1.4; Rubin and Thayer 1982, "EM algorithms for ML factor analysis".

use crate::contract::expression::Expression;
use crate::contract::operation::{Setup, Side};
use crate::covariance::compressed::{compress, count};
use crate::covariance::logarithms::sum_of_logs;
use crate::covariance::mask::{BoundMask, Mask};
use crate::covariance::structured::{Observable, Two};
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, scratch};
use crate::linalg::{
    Operand, Sizes, Triangle, add_product, dot, factor_with_log_determinant, inverse_of_factored, scale,
    solve_rows,
};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension, Size, Vector};
use monomorph_macros::inlined;
use pulp::Simd;

/// The structure of factors and noise, whose arguments are Λ and ψ.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowRank<'a> {
    mask: Mask<'a>,
}

/// The structure of factors and noise as it runs.
#[derive(Clone, Copy, Debug)]
pub struct BoundLowRank {
    mask: BoundMask,
}

/// The covariance Λ Λᵀ + diag(ψ): `loadings` is the matrix Λ, n × r, and `variances` the vector ψ of n
/// positive numbers.
///
/// This is the covariance of factor analysis, y = Λ f + noise with independent standard normal factors f. A
/// gradient costs n r² operations, and n r for each observation. If n or more observations are data with
/// one mean, n rows are kept.
///
/// ```
/// use monomorph::covariance::low_rank;
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let y = mat![[0.3, -0.2, 0.1], [1.1, 0.4, -0.6], [-0.5, 0.9, 0.3]];
/// params! { loadings: vector(1).rows(3), noise: vector(3).positive() }
/// let model = model! {
///     loadings |= normal(0.0, 1.0),
///     noise    |= exponential(1.0),
///     data(&y) |= multi_normal(0.0, low_rank(loadings, noise)),
/// };
/// assert_eq!(model.compile()?.dimension(), 6);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn low_rank<'a, Loadings, Variances, Variables, Factors, N>(
    loadings: Loadings,
    variances: Variances,
) -> Structured<LowRank<'a>, Two<Loadings, Variances>>
where
    Loadings: IntoExpr,
    Variances: IntoExpr,
    Loadings::Node: Expression<Shape = Matrix<Variables, Factors>>,
    Variances::Node: Expression<Shape = Vector<N>>,
    Variables: SameDimension<N>,
    Factors: Dimension,
    N: Dimension,
{
    let arguments = (Stored::new(loadings.into_expr().0), Stored::new(variances.into_expr().0));
    Structured::new(LowRank::default(), arguments)
}

impl<'a> Observable<'a> for LowRank<'a> {
    type Observed = Self;

    fn observed(self, mask: &'a [bool]) -> Self {
        Self { mask: Mask::new(mask) }
    }
}

/// The numbers of variables, of factors, of kept rows, and of rows that every evaluation solves.
#[derive(Clone, Copy)]
struct Counts {
    n: usize,
    r: usize,
    kept: usize,
    rows: usize,
}

impl Counts {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn new(task: Task, loadings: Size) -> Self {
        let n = task.dimension;
        Self { n, r: loadings.columns, kept: count(task.observations, n), rows: task.rows }
    }
}

scratch! {
    struct LowRankScratch(
        counts: Counts;
        n = counts.n,
        r = counts.r,
        kept = counts.kept,
        rows = counts.rows,
    ) {
        /// ψ, and then 1/ψ.
        inverse: n,
        /// Λ
        loadings: n * r,
        /// D⁻¹ Λ
        scaled: n * r,
        /// Λ̄ for the observed variables.
        slopes: n * r,
        /// U, and M⁻¹.
        factor: r * r,
        inner: r * r,
        /// z and b of the kept rows, and b of the other rows.
        kept_solved: kept * n,
        kept_factors: kept * r,
        factors: rows * r,
    }
}

/// D⁻¹, Λ, D⁻¹ Λ and U.
struct Solver<'a> {
    inverse: &'a [f64],
    loadings: &'a [f64],
    scaled: &'a [f64],
    factor: &'a [f64],
}

impl Solver<'_> {
    /// Replaces rows r by z, stores b of each row, and passes rᵀ Σ⁻¹ r to a function.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn solve<S: Simd>(
        &self,
        simd: S,
        rows: &mut [f64],
        factors: &mut [f64],
        mut square: impl FnMut(usize, f64),
    ) {
        let n = self.inverse.len();
        let (count, r) = (rows.len() / n, self.loadings.len() / n);
        factors.fill(0.0);
        let sizes = Sizes { rows: count, depth: n, columns: r };
        add_product(simd, factors, 1.0, Operand::Plain(rows), Operand::Plain(self.scaled), sizes);
        let upper = Triangle::upper(self.factor, r);
        solve_rows(simd, upper.transpose(), factors);
        solve_rows(simd, upper, factors);
        let sizes = Sizes { rows: count, depth: r, columns: n };
        let (b, loadings) = (Operand::Plain(factors), Operand::Transposed(self.loadings));
        add_product(simd, rows, -1.0, b, loadings, sizes);
        for (place, (row, b)) in rows.chunks_exact_mut(n).zip(factors.chunks_exact(r)).enumerate() {
            let mut left = 0.0;
            for (number, inverse) in row.iter_mut().zip(self.inverse) {
                let solved = *number * inverse;
                left += *number * solved;
                *number = solved;
            }
            square(place, left + dot(simd, b, b));
        }
    }
}

impl Sealed for LowRank<'_> {}
impl Sealed for BoundLowRank {}

impl Structure for LowRank<'_> {
    type Bound = BoundLowRank;

    fn describe(&self, arguments: &[String]) -> String {
        format!("low_rank({}, {}){}", arguments[0], arguments[1], self.mask.describe())
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        Some(self.mask.count(sizes[0].rows))
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(BoundLowRank, Claim), Error> {
        setup.check_not_empty(task.first)?;
        setup.check_same((task.first, Side::Column), (task.first + 1, Side::Column))?;
        let loadings = setup.size(task.first);
        let mask = self.mask.bind(setup, task, "a column of the loadings", loadings.rows)?;
        let counts = Counts::new(task, loadings);
        let claim = Claim { memory: LowRankScratch::length(counts), kept: counts.kept * counts.n };
        Ok((BoundLowRank { mask }, claim))
    }
}

#[inlined]
impl BoundStructure for BoundLowRank {
    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        compress(residuals, given.task.dimension, kept);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let counts @ Counts { n, r, .. } = Counts::new(given.task, given.sizes[0]);
        let LowRankScratch { inverse, loadings, scaled, factor, .. } = LowRankScratch::divide(memory, counts);
        self.mask.gather(given.indices, given.values[0], r, loadings);
        self.mask.gather(given.indices, given.values[1], 1, inverse);
        let log_determinant = sum_of_logs(simd, inverse);
        if !log_determinant.is_finite() {
            return f64::NAN;
        }
        inverse.iter_mut().for_each(|variance| *variance = 1.0 / *variance);
        let lines = scaled.chunks_exact_mut(r).zip(loadings.chunks_exact(r));
        for ((scaled, loadings), inverse) in lines.zip(&*inverse) {
            scaled.iter_mut().zip(loadings).for_each(|(scaled, loading)| *scaled = loading * inverse);
        }
        factor.fill(0.0);
        factor.iter_mut().step_by(r + 1).for_each(|diagonal| *diagonal = 1.0);
        let sizes = Sizes { rows: r, depth: n, columns: r };
        add_product(simd, factor, 1.0, Operand::Transposed(loadings), Operand::Plain(scaled), sizes);
        log_determinant + factor_with_log_determinant(simd, factor, r)
    }

    fn solve<S: Simd>(&self, simd: S, site: Site<'_>, rows: &mut [f64], squares: &mut [f64], _: bool) -> f64 {
        let Site { given, memory, .. } = site;
        let memory = LowRankScratch::divide(memory, Counts::new(given.task, given.sizes[0]));
        let LowRankScratch { inverse, loadings, scaled, factor, .. } = memory;
        let solver = Solver { inverse, loadings, scaled, factor };
        solver.solve(simd, rows, memory.factors, |place, square| squares[place] = square);
        memory.kept_solved.copy_from_slice(given.kept);
        let mut total = 0.0;
        solver.solve(simd, memory.kept_solved, memory.kept_factors, |_, square| total += square);
        total
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory, .. } = site;
        if !(adjoints.wants(0) || adjoints.wants(1)) {
            return;
        }
        let counts @ Counts { n, r, kept, rows: row_count } = Counts::new(given.task, given.sizes[0]);
        let memory = LowRankScratch::divide(memory, counts);
        inverse_of_factored(simd, memory.inner, memory.factor, r);
        // G
        let slopes = memory.slopes;
        slopes.fill(0.0);
        let sizes = Sizes { rows: n, depth: r, columns: r };
        let (scaled, inner) = (Operand::Plain(memory.scaled), Operand::Plain(memory.inner));
        add_product(simd, slopes, 1.0, scaled, inner, sizes);
        if let Some(adjoint) = adjoints.of(1) {
            for variable in 0..n {
                let [g, loadings] = [&*slopes, &*memory.loadings].map(|lines| &lines[variable * r..][..r]);
                let inverse = (1.0 - dot(simd, g, loadings)) * memory.inverse[variable];
                let square = |rows: &[f64], place: usize| rows[place * n + variable].powi(2);
                let own = (0..row_count).map(|place| rows.weights[place] * square(rows.solved, place));
                let of_kept = (0..kept).map(|place| square(memory.kept_solved, place));
                let squares = own.sum::<f64>() + rows.weight * of_kept.sum::<f64>();
                adjoint[self.mask.place(given.indices, variable)] += 0.5 * (squares - rows.count * inverse);
            }
        }
        if let Some(adjoint) = adjoints.of(0) {
            scale(simd, slopes, -rows.count);
            for (b, weight) in memory.factors.chunks_exact_mut(r).zip(rows.weights) {
                scale(simd, b, *weight);
            }
            let sizes = |depth| Sizes { rows: n, depth, columns: r };
            let (z, b) = (Operand::Transposed(rows.solved), Operand::Plain(memory.factors));
            add_product(simd, slopes, 1.0, z, b, sizes(row_count));
            let (z, b) = (Operand::Transposed(memory.kept_solved), Operand::Plain(memory.kept_factors));
            add_product(simd, slopes, rows.weight, z, b, sizes(kept));
            self.mask.scatter(given.indices, slopes, r, adjoint);
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        let (n, r) = (given.task.dimension, given.sizes[0].columns);
        let [loadings, variances] = [given.values[0], given.values[1]];
        let places: Vec<usize> = self.mask.places(given.indices, n).collect();
        for (row, &one) in places.iter().enumerate() {
            for (column, &other) in places.iter().enumerate() {
                let product: f64 = (0..r).map(|j| loadings[one * r + j] * loadings[other * r + j]).sum();
                covariance[row * n + column] = product + if one == other { variances[one] } else { 0.0 };
            }
        }
    }
}
