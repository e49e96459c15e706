//! The lower triangle of the product of a matrix and a transposed matrix.

use super::multiply::add_matrix_vector;
use super::vectors::add_scaled;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::{Accum, MatMut, MatRef, Par};
use pulp::Simd;

/// The least number of multiplications for which faer is faster.
const FAER_LOWER: usize = 64 * 64 * 16;

/// Computes C −= A Bᵀ on and below the diagonal, where C is n × n and A and B have n rows. The part above
/// the diagonal is not changed.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn subtract_lower_product<S: Simd>(simd: S, c: &mut [f64], a: &[f64], b: &[f64], n: usize) {
    let depth = a.len().checked_div(n).unwrap_or(0);
    if depth == 1 {
        for (row, &factor) in a.iter().enumerate() {
            add_scaled(simd, &mut c[row * n..][..=row], -factor, &b[..=row]);
        }
    } else if n * n * depth < FAER_LOWER {
        for (row, x) in a.chunks_exact(depth.max(1)).enumerate() {
            add_matrix_vector(simd, &mut c[row * n..][..=row], -1.0, &b[..(row + 1) * depth], x);
        }
    } else {
        let (whole, lower) = (BlockStructure::Rectangular, BlockStructure::TriangularLower);
        let target = MatMut::from_row_major_slice_mut(c, n, n);
        let (a, b) = (MatRef::from_row_major_slice(a, n, depth), MatRef::from_row_major_slice(b, n, depth));
        triangular::matmul(target, lower, Accum::Add, a, whole, b.transpose(), whole, -1.0, Par::Seq);
    }
}
