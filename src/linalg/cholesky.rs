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
const FAER_CHOLESKY: usize = 256;

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
    if n < FAER_CHOLESKY {
        simd.vectorize(Cholesky { a, n })
    } else {
        // A lower triangle column by column is an upper one row by row.
        let lower = MatMut::from_column_major_slice_mut(a, n, n);
        cholesky_in_place(lower, default(), Par::Seq, stack, default()).is_ok()
    }
}

/// Factors the first rows and columns of a matrix whose rows begin `stride` apart. The size is a constant, so that all
/// of it is in registers.
///
/// An update takes aₖᵢ aₖⱼ / aₖₖ before row k is divided by √aₖₖ, so that the next pivot does not wait for the root.
#[inline(always)]
fn factor<const N: usize>(numbers: &mut [f64], stride: usize) -> bool {
    let mut a = [[0.0; N]; N];
    for row in 0..N {
        a[row].copy_from_slice(&numbers[row * stride..][..N]);
    }
    for pivot in 0..N {
        let diagonal = a[pivot][pivot];
        // NaN compares false.
        if !(diagonal > 0.0 && diagonal < f64::INFINITY) {
            return false;
        }
        let reciprocal = 1.0 / diagonal;
        for row in pivot + 1..N {
            let factor = a[pivot][row] * reciprocal;
            for column in row..N {
                a[row][column] -= factor * a[pivot][column];
            }
        }
        let root = diagonal.sqrt();
        let scale = 1.0 / root;
        a[pivot][pivot] = root;
        for column in pivot + 1..N {
            a[pivot][column] *= scale;
        }
    }
    for row in 0..N {
        numbers[row * stride..][..N].copy_from_slice(&a[row]);
    }
    true
}

/// Factors up to eight rows and columns.
#[inline(always)]
fn factor_block(numbers: &mut [f64], stride: usize, n: usize) -> bool {
    match n {
        1 => factor::<1>(numbers, stride),
        2 => factor::<2>(numbers, stride),
        3 => factor::<3>(numbers, stride),
        4 => factor::<4>(numbers, stride),
        5 => factor::<5>(numbers, stride),
        6 => factor::<6>(numbers, stride),
        7 => factor::<7>(numbers, stride),
        _ => factor::<8>(numbers, stride),
    }
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
        if (1..=8).contains(&n) {
            return factor_block(a, n, n);
        }
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
            if !factor_block(block, n, rows) {
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
