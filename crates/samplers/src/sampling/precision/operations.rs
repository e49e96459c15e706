//! What is done with a factor of Q = Pᵀ L Lᵀ P on the instruction set of the machine.

use super::PrecisionMatrix;
use crate::linalg::sparse::SparseCholesky;
use pulp::{Simd, WithSimd};

/// A half of a solution.
#[derive(Clone, Copy)]
pub(in crate::sampling) enum Triangle {
    /// L⁻¹ P b
    Lower,
    /// Pᵀ L⁻ᵀ b
    Upper,
}

/// Solves with one triangle for the first numbers of a row, with memory beside it.
pub(in crate::sampling) struct Solve<'a> {
    pub precision: &'a PrecisionMatrix,
    pub triangle: Triangle,
    pub row: (&'a mut [f64], &'a mut [f64]),
}

impl WithSimd for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.precision.solve(simd, self.triangle, self.row);
    }
}

/// Makes the factor of a matrix with values: the log determinant, or NaN if there is none.
pub(super) struct Factorise<'a> {
    pub cholesky: &'a SparseCholesky,
    pub values: &'a [f64],
    pub factor: &'a mut [f64],
}

impl WithSimd for Factorise<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let mut scratch = vec![0.0; self.cholesky.factor_scratch()];
        self.cholesky.factor(simd, self.values, self.factor, &mut scratch)
    }
}

/// Stores the inverse at the places of the pattern.
pub(super) struct Invert<'a> {
    pub cholesky: &'a SparseCholesky,
    pub factor: &'a [f64],
    pub inverse: &'a mut [f64],
}

impl WithSimd for Invert<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let mut scratch = vec![0.0; self.cholesky.inverse_scratch()];
        self.cholesky.selected_inverse(simd, self.factor, self.inverse, &mut scratch);
    }
}
