//! The Cholesky factor of a symmetric positive definite matrix: A = Uᵀ U with U upper triangular.
//!
//! Four rows are factored at a time: the contribution of the rows above is a product, Uᵀ U of the columns
//! from the diagonal on; the four columns at the diagonal are factored number by number; and the rest of
//! the rows is solved in registers.

use super::inverse::log_determinant_of_factor;
use super::product::{Product, Strided, TILE_ROWS};
use super::triangular::solve_block;
use crate::simd::MAX_LANES;
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::{Accum, MatMut, Par};
use pulp::{Simd, WithSimd};

/// The largest number of rows of a matrix that is factored row by row. Larger matrices are factored by
/// halves.
const HALVED: usize = 96;

/// Replaces the upper triangle of A by U. Returns false if A is not positive definite or not finite; the
/// matrix is then unspecified.
///
/// The lower triangle is not read. Its contents afterwards are unspecified:
/// [`clear_lower`](super::clear_lower) makes it zero.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn cholesky<S: Simd>(simd: S, a: &mut [f64], n: usize) -> bool {
    factor_rows(simd, a, n, n)
}

/// Replaces the first rows of the upper triangle of A, n × n, by those of U, and returns false where
/// [`cholesky`] does. No other rows of A are read.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn factor_rows<S: Simd>(simd: S, a: &mut [f64], rows: usize, n: usize) -> bool {
    if rows <= HALVED {
        simd.vectorize(Cholesky { a, rows, n, stride: n })
    } else {
        factor_by_halves(simd, a, rows, n, n)
    }
}

/// Replaces the upper triangle of A by U, as [`cholesky`] does. Returns the log determinant of A, 2 Σ log
/// uᵢᵢ; NaN if A is not positive definite or not finite.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn factor_with_log_determinant<S: Simd>(simd: S, a: &mut [f64], n: usize) -> f64 {
    if cholesky(simd, a, n) { 2.0 * log_determinant_of_factor(simd, a, n) } else { f64::NAN }
}

/// Factors the first rows of a part of a matrix, whose rows begin `stride` apart. Returns false if the part
/// is not positive definite or not finite. With the quarters P, Q and R of A, where Q is right of P, U has
/// the quarters U_P, U_P⁻ᵀ Q and the factor of R − Qᵀ P⁻¹ Q.
fn factor_by_halves<S: Simd>(simd: S, a: &mut [f64], rows: usize, n: usize, stride: usize) -> bool {
    if rows <= HALVED {
        return simd.vectorize(Cholesky { a, rows, n, stride });
    }
    let half = (rows / 2).next_multiple_of(MAX_LANES);
    if !factor_by_halves(simd, a, half, half, stride) {
        return false;
    }
    // The rows are the columns of the transpose.
    let whole = MatMut::from_column_major_slice_with_stride_mut(&mut *a, n, rows, stride).transpose_mut();
    let (first, mut right, _, rest) = whole.split_at_mut(half, half);
    solve_lower_triangular_in_place(first.as_ref().transpose(), right.as_mut(), Par::Seq);
    let (square, behind) = rest.split_at_col_mut(rows - half);
    let (upper, all) = (BlockStructure::TriangularUpper, BlockStructure::Rectangular);
    let (near, far) = right.as_ref().split_at_col(rows - half);
    triangular::matmul(square, upper, Accum::Add, near.transpose(), all, near, all, -1.0, Par::Seq);
    if n > rows {
        matmul(behind, Accum::Add, near.transpose(), far, -1.0, Par::Seq);
    }
    factor_by_halves(simd, &mut a[half * (stride + 1)..], rows - half, n - half, stride)
}

/// Factors the first rows and columns of a matrix whose rows begin `stride` apart. Returns false if they
/// are not positive definite or not finite. The size is a constant, so that all numbers are in registers.
///
/// An update uses aₖᵢ aₖⱼ / aₖₖ before row k is divided by √aₖₖ, so that the next pivot does not wait for
/// the square root.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn factor<const N: usize>(numbers: &mut [f64], stride: usize) -> bool {
    let mut a = [[0.0; N]; N];
    for row in 0..N {
        a[row].copy_from_slice(&numbers[row * stride..][..N]);
    }
    for pivot in 0..N {
        let diagonal = a[pivot][pivot];
        // The comparison is false for NaN.
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

/// Factors the first `n` rows and columns, up to eight, as [`factor`] does.
#[cfg_attr(not(monomorph_outlined), inline(always))]
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

/// Solves the rest of some rows, each of `n` numbers, with the triangle at their beginning.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn solve_right_of_block<S: Simd>(simd: S, block: &mut [f64], stride: usize, rows: usize, n: usize) {
    let mut lower = [0.0; TILE_ROWS * TILE_ROWS];
    for (lower, upper) in lower.chunks_exact_mut(TILE_ROWS).zip(block.chunks(stride)).take(rows) {
        lower[..rows].copy_from_slice(&upper[..rows]);
    }
    let lower = Strided { numbers: &lower, down: 1, along: TILE_ROWS };
    solve_block(simd, lower, true, rows, &mut block[rows..], stride, n - rows);
}

struct Cholesky<'a> {
    a: &'a mut [f64],
    /// The number of rows that are factored, at most n.
    rows: usize,
    n: usize,
    /// The distance between the beginnings of rows.
    stride: usize,
}

impl WithSimd for Cholesky<'_> {
    type Output = bool;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let Self { a, rows: factored, n, stride } = self;
        if factored == n && (1..=8).contains(&n) {
            return factor_block(a, stride, n);
        }
        for row in (0..factored).step_by(TILE_ROWS) {
            let rows = TILE_ROWS.min(factored - row);
            let (above, rest) = a.split_at_mut(row * stride);
            let (above, block) = (&above[row..], &mut rest[row..]);
            Product {
                rows,
                depth: row,
                columns: n - row,
                alpha: -1.0,
                a: Strided { numbers: above, down: 1, along: stride },
                b: above,
                b_stride: stride,
                c: &mut *block,
                c_stride: stride,
            }
            .add(simd);
            if !factor_block(block, stride, rows) {
                return false;
            }
            // If a block is known to have all rows, its loops are unrolled.
            if rows == TILE_ROWS && row + TILE_ROWS < n {
                solve_right_of_block(simd, block, stride, TILE_ROWS, n - row);
            } else if row + rows < n {
                solve_right_of_block(simd, block, stride, rows, n - row);
            }
        }
        true
    }
}
