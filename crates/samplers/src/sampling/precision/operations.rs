//! Operations with a factor of Q = Pᵀ L Lᵀ P on the best instruction set of the machine.

use crate::linalg::sparse::SparseCholesky;
use pulp::{Simd, WithSimd};

/// The triangle for half of a solution.
#[derive(Clone, Copy)]
pub(in crate::sampling) enum Triangle {
    /// L⁻¹ P b
    Lower,
    /// Pᵀ L⁻ᵀ b
    Upper,
}

/// Solves with one triangle for the first numbers of a row, with working memory.
pub(super) struct Solve<'a> {
    pub cholesky: &'a SparseCholesky,
    pub factor: &'a [f64],
    pub triangle: Triangle,
    pub row: &'a mut [f64],
    pub scratch: &'a mut [f64],
}

impl WithSimd for Solve<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { cholesky, factor, triangle, row, scratch } = self;
        match triangle {
            Triangle::Lower => cholesky.solve_lower(simd, factor, row, 1, scratch),
            Triangle::Upper => cholesky.solve_upper(simd, factor, row, 1, scratch),
        }
    }
}

/// Computes the factor of a matrix. The output is the log determinant, or NaN if there is no factor.
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
