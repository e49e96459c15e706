//! Rows and columns of a matrix that vary together, by their precisions: Σ = (P ⊗ Q)⁻¹ with P of p rows and Q
//! of q columns. For a residual that is the matrix R, p × q, row after row,
//!
//!   log |Σ| = −q log |P| − p log |Q|,   Z = P R Q,   rᵀ Σ⁻¹ r = Σᵢₖ Rᵢₖ Zᵢₖ,
//!
//!   P̄ = ½ (c q P⁻¹ − Σₘ wₘ Rₘ Q Rₘᵀ),   Q̄ = ½ (c p Q⁻¹ − Σₘ wₘ Rₘᵀ P Rₘ).
//!
//! The algorithm is that of [`kronecker`](crate::covariance::kronecker()), with the derivative of
//! [`precision`](crate::covariance::precision()).

use crate::contract::conjugacy::Curve;
use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::compressed::compress;
use crate::covariance::kronecker::{bind_sides, sides};
use crate::covariance::structured::Two;
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, scratch};
use crate::linalg::{
    Operand, Sizes, add_product, add_scaled, dot, factor_with_log_determinant, inverse_of_factored,
};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// The structure of the inverse of a Kronecker product of two precision matrices, which are its arguments.
#[derive(Clone, Copy, Debug)]
pub struct KroneckerPrecision;

/// The covariance (P ⊗ Q)⁻¹ of the elements of a matrix, row by row: `rows` is the precision P of its rows,
/// and `columns` the precision Q of its columns.
///
/// ```
/// use monomorph::covariance::kronecker_precision;
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let y = [0.3, -0.2, 0.1, 1.1, 0.4, -0.6];
/// let (rows, columns) =
///     (mat![[1.0, 0.5], [0.5, 1.0]], mat![[1.0, 0.2, 0.0], [0.2, 2.0, 0.1], [0.0, 0.1, 1.5]]);
/// params! { mu: vector(6) }
/// let model = model! {
///     mu |= normal(0.0, 10.0),
///     data(&y) |= multi_normal(mu, kronecker_precision(&rows, &columns)),
/// };
/// assert_eq!(model.compile()?.dimension(), 6);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn kronecker_precision<A, B, P, OtherP, Q, OtherQ>(
    rows: A,
    columns: B,
) -> Structured<KroneckerPrecision, Two<A, B>>
where
    A: IntoExpr,
    B: IntoExpr,
    A::Node: Expression<Shape = Matrix<P, OtherP>>,
    B::Node: Expression<Shape = Matrix<Q, OtherQ>>,
    P: SameDimension<OtherP>,
    OtherP: Dimension,
    Q: SameDimension<OtherQ>,
    OtherQ: Dimension,
{
    let arguments = (Stored::new(rows.into_expr().0), Stored::new(columns.into_expr().0));
    Structured::new(KroneckerPrecision, arguments)
}

scratch! {
    struct KroneckerPrecisionScratch(p, q) {
        /// The factors of P and Q.
        factor_of_rows: p * p,
        factor_of_columns: q * q,
        /// Space for the products, one after the other, and for inverses.
        product: p * q,
        room: (p * p).max(q * q).max(p * q),
    }
}

/// The sizes of the product of a matrix p × q with a matrix p × p on its left.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn left((p, q): (usize, usize)) -> Sizes {
    Sizes { rows: p, depth: p, columns: q }
}

/// The sizes of the product of a matrix p × q with a matrix q × q on its right.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn right((p, q): (usize, usize)) -> Sizes {
    Sizes { rows: p, depth: q, columns: q }
}

/// Stores R Q in `product` and P R Q in `solved`, given P, Q and the matrix R.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn multiply<S: Simd>(
    simd: S,
    [of_rows, of_columns]: [&[f64]; 2],
    sides: (usize, usize),
    matrix: &[f64],
    product: &mut [f64],
    solved: &mut [f64],
) {
    product.fill(0.0);
    add_product(simd, product, 1.0, Operand::Plain(matrix), Operand::Plain(of_columns), right(sides));
    solved.fill(0.0);
    add_product(simd, solved, 1.0, Operand::Plain(of_rows), Operand::Plain(product), left(sides));
}

impl Sealed for KroneckerPrecision {}

impl Structure for KroneckerPrecision {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("kronecker_precision({}, {})", arguments[0], arguments[1])
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        let (p, q) = sides(sizes);
        Some(p * q)
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, Claim), Error> {
        let ((p, q), kept) = bind_sides(setup, task)?;
        Ok((self, Claim { memory: KroneckerPrecisionScratch::length(p, q), kept }))
    }
}

#[inlined]
impl BoundStructure for KroneckerPrecision {
    const SYMMETRIC: &'static [usize] = &[0, 1];
    const CURVES: &'static [Curve] = &[Curve::Wishart; 2];

    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        compress(residuals, given.task.dimension, kept);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let (p, q) = sides(given.sizes);
        let KroneckerPrecisionScratch { factor_of_rows, factor_of_columns, .. } =
            KroneckerPrecisionScratch::divide(memory, p, q);
        let mut log_determinant = 0.0;
        let factors = [(factor_of_rows, given.values[0], p, q), (factor_of_columns, given.values[1], q, p)];
        for (factor, matrix, side, times) in factors {
            factor.copy_from_slice(matrix);
            log_determinant -= times as f64 * factor_with_log_determinant(simd, factor, side);
        }
        log_determinant
    }

    fn solve<S: Simd>(&self, simd: S, site: Site<'_>, rows: &mut [f64], squares: &mut [f64], _: bool) -> f64 {
        let Site { given, memory, .. } = site;
        let sides @ (p, q) = sides(given.sizes);
        let KroneckerPrecisionScratch { product, room, .. } = KroneckerPrecisionScratch::divide(memory, p, q);
        let solved = &mut room[..p * q];
        let factors = [given.values[0], given.values[1]];
        for (matrix, square) in rows.chunks_exact_mut(p * q).zip(squares) {
            multiply(simd, factors, sides, matrix, product, solved);
            *square = dot(simd, matrix, solved);
            matrix.copy_from_slice(solved);
        }
        let mut total = 0.0;
        for matrix in given.kept.chunks_exact(p * q) {
            multiply(simd, factors, sides, matrix, product, solved);
            total += dot(simd, matrix, solved);
        }
        total
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory, .. } = site;
        let sides @ (p, q) = sides(given.sizes);
        let KroneckerPrecisionScratch { factor_of_rows, factor_of_columns, product, room } =
            KroneckerPrecisionScratch::divide(memory, p, q);
        let own = rows.residuals.chunks_exact(p * q).zip(rows.weights.iter().copied());
        let of_kept = given.kept.chunks_exact(p * q).map(|matrix| (matrix, rows.weight));
        let matrices = own.chain(of_kept);
        if let Some(adjoint) = adjoints.of(0) {
            let inverse = &mut room[..p * p];
            inverse_of_factored(simd, inverse, factor_of_rows, p);
            add_scaled(simd, adjoint, 0.5 * rows.count * q as f64, inverse);
            let sizes = Sizes { rows: p, depth: q, columns: p };
            for (matrix, weight) in matrices.clone() {
                let (plain, of_columns) = (Operand::Plain(matrix), Operand::Plain(given.values[1]));
                product.fill(0.0);
                add_product(simd, product, 1.0, plain, of_columns, right(sides));
                let (one, other) = (Operand::Plain(product), Operand::Transposed(matrix));
                add_product(simd, adjoint, -0.5 * weight, one, other, sizes);
            }
        }
        if let Some(adjoint) = adjoints.of(1) {
            let inverse = &mut room[..q * q];
            inverse_of_factored(simd, inverse, factor_of_columns, q);
            add_scaled(simd, adjoint, 0.5 * rows.count * p as f64, inverse);
            let sizes = Sizes { rows: q, depth: p, columns: q };
            for (matrix, weight) in matrices {
                let (plain, of_rows) = (Operand::Plain(matrix), Operand::Plain(given.values[0]));
                product.fill(0.0);
                add_product(simd, product, 1.0, of_rows, plain, left(sides));
                let (one, other) = (Operand::Transposed(matrix), Operand::Plain(product));
                add_product(simd, adjoint, -0.5 * weight, one, other, sizes);
            }
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        use faer::linalg::solvers::DenseSolveCore;
        let (p, q) = sides(given.sizes);
        let inverse = |place: usize, side: usize| {
            faer::MatRef::from_row_major_slice(given.values[place], side, side).partial_piv_lu().inverse()
        };
        let (of_rows, of_columns) = (inverse(0, p), inverse(1, q));
        for (cell, number) in covariance.iter_mut().enumerate() {
            let (one, other) = (cell / (p * q), cell % (p * q));
            *number = of_rows[(one / q, other / q)] * of_columns[(one % q, other % q)];
        }
    }
}
