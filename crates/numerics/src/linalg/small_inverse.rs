//! Both triangles of A⁻¹ of few rows, where A = Uᵀ U and W = U⁻ᵀ is lower triangular.
//!
//! Row i of W is (eᵢ − Σ uₖᵢ Wₖ) / uᵢᵢ, the sum over the rows k before it, by substitution; row i of A⁻¹ =
//! WᵀW is Σ wₖᵢ Wₖ, over the rows from i on. All rows of W have the same length, so that all registers are
//! whole.

use super::small_factor::{SMALL, row_of_inverse};
use pulp::{Simd, WithSimd};

/// Computes the inverse by the formulas above.
pub(super) struct SmallInverseOfFactored<'a> {
    pub inverse: &'a mut [f64],
    pub u: &'a [f64],
    pub n: usize,
    /// The distance between the beginnings of rows, for both matrices.
    pub stride: usize,
}

impl WithSimd for SmallInverseOfFactored<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { inverse, u, n, stride } = self;
        let mut w = [[0.0; SMALL]; SMALL];
        for row in 0..n {
            let (above, own) = w.split_at_mut(row);
            let own = &mut own[0];
            own[row] = 1.0;
            let reciprocal = simd.splat_f64s(1.0 / u[row * stride + row]);
            // The numbers of a row right of the diagonal are 0.
            for register in 0..=row / S::F64_LANES {
                let first = register * S::F64_LANES;
                let own = &mut S::as_mut_simd_f64s(own).0[register];
                for (at, above) in above.iter().enumerate().skip(first) {
                    let factor = simd.splat_f64s(-u[at * stride + row]);
                    *own = simd.mul_add_e_f64s(factor, S::as_simd_f64s(above).0[register], *own);
                }
                *own = simd.mul_f64s(*own, reciprocal);
            }
        }
        for (row, target) in inverse.chunks_mut(stride.max(1)).take(n).enumerate() {
            row_of_inverse(simd, &w[..n], row, &mut target[..n], |sum, _| sum);
        }
    }
}
