//! The Cholesky factor of a symmetric positive definite matrix: A = Uᵀ U with U upper triangular.
//!
//! Four rows at a time: what the rows above contribute is a product, Uᵀ U of the columns from the diagonal on; the
//! four columns at the diagonal are factored number by number; and the rest of the rows is solved in registers.

use super::product::{Product, Strided, TILE_ROWS};
use super::triangular::solve_block;
use faer::dyn_stack::{MemStack, StackReq};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::prelude::default;
use faer::{MatMut, Par};
use pulp::{Simd, WithSimd};

/// From so many rows on faer is faster.
const FAER_CHOLESKY: usize = 128;

/// Up to so many rows the matrix is factored number by number, inlined, so that a constant size unrolls.
const INLINED: usize = 8;

/// The scratch memory of [`cholesky`].
pub(crate) fn cholesky_scratch(n: usize) -> StackReq {
    if n < FAER_CHOLESKY { StackReq::EMPTY } else { cholesky_in_place_scratch::<f64>(n, Par::Seq, default()) }
}

/// Replaces the upper triangle of A by U. False where A is not positive definite or not finite; then the matrix holds
/// anything.
///
/// The lower triangle is not read. What it holds afterwards is unspecified: [`clear_lower`](super::clear_lower) makes
/// it zero.
#[inline(always)]
pub(crate) fn cholesky<S: Simd>(simd: S, a: &mut [f64], n: usize, stack: &mut MemStack) -> bool {
    if n <= INLINED {
        factor(a, n, n)
    } else if n < FAER_CHOLESKY {
        simd.vectorize(Cholesky { a, n })
    } else {
        // A lower triangle column by column is an upper one row by row.
        let lower = MatMut::from_column_major_slice_mut(a, n, n);
        cholesky_in_place(lower, default(), Par::Seq, stack, default()).is_ok()
    }
}

/// Factors the first rows and columns of a matrix whose rows begin `stride` apart.
///
/// An update takes aₖᵢ aₖⱼ / aₖₖ before row k is divided by √aₖₖ, so that the next pivot does not wait for the root.
#[inline(always)]
fn factor(a: &mut [f64], stride: usize, n: usize) -> bool {
    for pivot in 0..n {
        let diagonal = a[pivot * stride + pivot];
        // NaN compares false.
        if !(diagonal > 0.0 && diagonal < f64::INFINITY) {
            return false;
        }
        let reciprocal = 1.0 / diagonal;
        for row in pivot + 1..n {
            let factor = a[pivot * stride + row] * reciprocal;
            for column in row..n {
                a[row * stride + column] -= factor * a[pivot * stride + column];
            }
        }
        let root = diagonal.sqrt();
        let scale = 1.0 / root;
        a[pivot * stride + pivot] = root;
        for column in pivot + 1..n {
            a[pivot * stride + column] *= scale;
        }
    }
    true
}

struct Cholesky<'a> {
    a: &'a mut [f64],
    n: usize,
}

impl WithSimd for Cholesky<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let Self { a, n } = self;
        for row in (0..n).step_by(TILE_ROWS) {
            let rows = TILE_ROWS.min(n - row);
            let (above, rest) = a.split_at_mut(row * n);
            let (above, block) = (&above[row..], &mut rest[row..]);
            Product {
                rows,
                depth: row,
                columns: n - row,
                alpha: -1.0,
                a: Strided { numbers: above, down: 1, along: n },
                b: above,
                b_stride: n,
                c: &mut *block,
                c_stride: n,
            }
            .add(simd);
            if !factor(block, n, rows) {
                return false;
            }
            if row + TILE_ROWS < n {
                let mut lower = [0.0; TILE_ROWS * TILE_ROWS];
                for (lower, upper) in lower.chunks_exact_mut(TILE_ROWS).zip(block.chunks(n)) {
                    lower.copy_from_slice(&upper[..TILE_ROWS]);
                }
                let lower = Strided { numbers: &lower, down: 1, along: TILE_ROWS };
                solve_block(simd, lower, true, rows, &mut block[TILE_ROWS..], n, n - row - TILE_ROWS);
            }
        }
        true
    }
}
