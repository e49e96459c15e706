//! Eigenvalues w and eigenvectors V of a symmetric matrix, A = V diag(w) Vᵀ with w ascending and Vᵀ V = I.
//!
//!   Ā += V diag(w̄) Vᵀ   of the eigenvalues,
//!
//!   Ā += V S Vᵀ   of the eigenvectors, with X = Vᵀ V̄ and Sᵢⱼ = ½ (xᵢⱼ − xⱼᵢ)/(wⱼ − wᵢ), Sᵢᵢ = 0.
//!
//! Both are symmetric. If eigenvalues are equal, the first formula is the derivative of every symmetric
//! function of them, and the second has no value: Sᵢⱼ is NaN where wᵢ and wⱼ differ by no more than
//! rounding and the vector i or j has a slope. Each of the two operations makes its own decomposition.
//! Magnus 1985, "On differentiating eigenvalues and eigenvectors".

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands, scratch};
use crate::linalg;
use crate::linalg::{
    Operand, add_product, add_scaled, eigen_symmetric, eigen_symmetric_scratch, scale, transpose,
};
use crate::matrix::factor::FIRST_IS_SYMMETRIC;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// An element decides the sign of a vector if its magnitude is at least this share of the largest. The
/// share is a number that does not arise in practice: if two magnitudes are equal, as in (1, −1), rounding
/// does not change the sign.
const DECISIVE: f64 = 0.9;

/// The eigenvalues of a symmetric matrix, or its eigenvectors in columns; NaN where it is not finite.
#[derive(Clone, Copy, Debug)]
pub struct EigenSymmetric<const VECTORS: bool>;

impl<const VECTORS: bool> Sealed for EigenSymmetric<VECTORS> {}

scratch! {
    struct EigenScratch(n; eigen = eigen_symmetric_scratch(n)) {
        decomposition: eigen,
        /// The eigenvalues w, and Vᵀ.
        values: n,
        vectors: n * n,
        /// S, and a product of matrices.
        slopes: n * n,
        product: n * n,
    }
}

impl<const VECTORS: bool> Operation for EigenSymmetric<VECTORS> {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.eigen{}_sym()", arguments[0], if VECTORS { "vectors" } else { "values" })
    }

    fn size(&self, sizes: &Sizes) -> Size {
        if VECTORS { sizes[0] } else { Size::new(sizes[0].rows, 1) }
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_square(0)?;
        setup.claim_scratch(EigenScratch::length(setup.size(0).rows));
        Ok(self)
    }
}

/// Sorts eigenvalues in ascending order, together with their vectors.
fn sort(values: &mut [f64], vectors: &mut [f64]) {
    let n = values.len();
    for place in 0..n {
        let mut least = place;
        for other in place + 1..n {
            if values[other] < values[least] {
                least = other;
            }
        }
        if least > place {
            values.swap(place, least);
            let (above, below) = vectors.split_at_mut(least * n);
            above[place * n..][..n].swap_with_slice(&mut below[..n]);
        }
    }
}

#[inlined]
impl<const VECTORS: bool> BoundOperation for EigenSymmetric<VECTORS> {
    const FACTS: OperationFacts = OperationFacts { symmetric: FIRST_IS_SYMMETRIC, ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let (a, n) = (operands.arguments[0], sizes[0].rows);
        let EigenScratch { decomposition, values, vectors, .. } = EigenScratch::divide(operands.scratch, n);
        if !eigen_symmetric(simd, a, 0.0, values, vectors, decomposition) {
            operands.value.fill(f64::NAN);
            return;
        }
        sort(values, vectors);
        if !VECTORS {
            operands.value.copy_from_slice(values);
            return;
        }
        for vector in vectors.chunks_exact_mut(n) {
            let largest = vector.iter().fold(0.0, |largest: f64, number| largest.max(number.abs()));
            let decisive = vector.iter().find(|number| number.abs() >= DECISIVE * largest);
            if decisive.is_some_and(|&number| number < 0.0) {
                scale(simd, vector, -1.0);
            }
        }
        transpose(vectors, n, n, operands.value);
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        use Operand::{Plain, Transposed};
        let (n, adjoint) = (sizes[0].rows, adjoints.value);
        let Some(a_adjoint) = adjoints.of(0) else { return };
        let square = linalg::Sizes { rows: n, depth: n, columns: n };
        let EigenScratch { values, vectors, slopes, product, .. } = EigenScratch::divide(operands.scratch, n);
        product.fill(0.0);
        if VECTORS {
            slopes.fill(0.0);
            add_product(simd, slopes, 1.0, Plain(vectors), Plain(adjoint), square);
            divide_by_gaps(slopes, values, adjoint);
            add_product(simd, product, 1.0, Plain(slopes), Plain(vectors), square);
        } else {
            let lines = product.chunks_exact_mut(n).zip(vectors.chunks_exact(n));
            for ((line, vector), slope) in lines.zip(adjoint) {
                add_scaled(simd, line, *slope, vector);
            }
        }
        add_product(simd, a_adjoint, 1.0, Transposed(vectors), Plain(product), square);
    }
}

/// Replaces X by S, given the eigenvalues and V̄.
fn divide_by_gaps(x: &mut [f64], values: &[f64], adjoint: &[f64]) {
    let n = values.len();
    let is_used = |vector: usize| adjoint.iter().skip(vector).step_by(n).any(|&slope| slope != 0.0);
    let largest = values[0].abs().max(values[n - 1].abs());
    let rounding = n as f64 * f64::EPSILON * largest;
    for row in 0..n {
        x[row * (n + 1)] = 0.0;
        for column in row + 1..n {
            let difference = x[row * n + column] - x[column * n + row];
            let gap = values[column] - values[row];
            let slope = match gap <= rounding {
                true if is_used(row) || is_used(column) => f64::NAN,
                true => 0.0,
                false => 0.5 * difference / gap,
            };
            x[row * n + column] = slope;
            x[column * n + row] = slope;
        }
    }
}
