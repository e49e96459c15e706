//! A⁻¹ of few rows, both triangles, where A = Uᵀ U and W = U⁻ᵀ is lower triangular.
//!
//! Row i of W is (eᵢ − Σ uₖᵢ Wₖ) / uᵢᵢ, the sum over the rows k before it, by substitution; row i of A⁻¹ =
//! WᵀW is Σ wₖᵢ Wₖ, over the rows from i on. W has rows of one length, so that all its registers are whole
//! ones.

use super::small_factor::{SMALL, row_of_inverse};
use pulp::{Simd, WithSimd};

/// The inverse, by its definition above.
pub(super) struct SmallInverseOfFactored<'a> {
    pub inverse: &'a mut [f64],
    pub u: &'a [f64],
    pub n: usize,
    /// The distance between the beginnings of rows, of both.
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
            // What is right of the diagonal of a row is 0.
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
