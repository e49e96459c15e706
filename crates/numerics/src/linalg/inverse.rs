//! Inverses and log determinants of matrices.

use super::product::{Product, Strided, TILE_ROWS};
use super::small_factor::SMALL;
use super::small_inverse::SmallInverseOfFactored;
use super::transpose::{copy_upper_to_lower_part, transpose_part};
use super::triangular::solve_block;
use super::vectors::scale;
use crate::math::log;
use crate::simd::{MAX_LANES, Pack};
use faer::dyn_stack::{MemStack, StackReq};
use faer::linalg::lu::partial_pivoting::factor::{lu_in_place, lu_in_place_scratch};
use faer::linalg::lu::partial_pivoting::inverse as lu;
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_solve::solve_upper_triangular_in_place;
use faer::prelude::default;
use faer::{Accum, MatMut, MatRef, Par};
use pulp::{Simd, WithSimd};

/// The largest number of rows for which the inverse of a matrix, given by its Cholesky factor, is computed
/// row by row. Larger inverses are computed by halves.
const HALVED: usize = 64;

/// The least number of rows for which faer inverts a general matrix.
const FAER_GENERAL: usize = 56;

/// Returns Σ log uᵢᵢ, which for the Cholesky factor of A is half of the log determinant of A.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_determinant_of_factor<S: Simd>(simd: S, u: &[f64], n: usize) -> f64 {
    sum_of_logs(simd, u, n)
}

/// Σ log |aᵢᵢ|
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn sum_of_logs<S: Simd>(simd: S, a: &[f64], n: usize) -> f64 {
    let mut sum = Pack::zero(simd);
    for start in (0..n).step_by(S::F64_LANES) {
        let mut lanes = [1.0; MAX_LANES];
        for (lane, row) in lanes[..S::F64_LANES].iter_mut().zip(start..n) {
            *lane = a[row * (n + 1)].abs();
        }
        sum = sum + log(Pack::from_array(simd, lanes));
    }
    sum.sum()
}

/// Computes both triangles of A⁻¹ for A = Uᵀ U. The part of U below its diagonal is not read.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn inverse_of_factored<S: Simd>(simd: S, inverse: &mut [f64], u: &[f64], n: usize) {
    inverse_of_factored_part(simd, inverse, u, n, n);
}

/// Computes both triangles of A⁻¹ for A = Uᵀ U, where A⁻¹ and U are parts of matrices whose rows begin
/// `stride` apart.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn inverse_of_factored_part<S: Simd>(
    simd: S,
    inverse: &mut [f64],
    u: &[f64],
    n: usize,
    stride: usize,
) {
    if n <= SMALL {
        simd.vectorize(SmallInverseOfFactored { inverse, u, n, stride });
    } else {
        invert_by_halves(simd, inverse, u, n, stride);
    }
}

/// Computes A⁻¹ for A = Uᵀ U, where A⁻¹ and U are parts of matrices whose rows begin `stride` apart. With
/// the quarters P, Q and R of U, where Q is right of P, and G = P⁻¹ Q, the inverse has the quarters
///
///   (Pᵀ P)⁻¹ + G (Rᵀ R)⁻¹ Gᵀ,   −G (Rᵀ R)⁻¹,   (Rᵀ R)⁻¹:
///
/// which are products of large matrices, except for the two halves.
fn invert_by_halves<S: Simd>(simd: S, inverse: &mut [f64], u: &[f64], n: usize, stride: usize) {
    if n <= HALVED {
        simd.vectorize(InverseOfFactored { inverse: &mut *inverse, u, n, stride });
        copy_upper_to_lower_part(inverse, n, stride);
        return;
    }
    let half = (n / 2).next_multiple_of(MAX_LANES);
    let rest = n - half;
    invert_by_halves(simd, inverse, u, half, stride);
    invert_by_halves(simd, &mut inverse[half * (stride + 1)..], &u[half * (stride + 1)..], rest, stride);

    for (target, row) in inverse.chunks_mut(stride).zip(u.chunks(stride)).take(half) {
        target[half..n].copy_from_slice(&row[half..n]);
    }
    // The rows are the columns of the transpose.
    let factor = MatRef::from_column_major_slice_with_stride(u, half, half, stride).transpose();
    let whole = MatMut::from_column_major_slice_with_stride_mut(&mut *inverse, n, n, stride).transpose_mut();
    let (mut first, mut right, mut left, second) = whole.split_at_mut(half, half);
    solve_upper_triangular_in_place(factor, right.as_mut(), Par::Seq);
    matmul(left.as_mut(), Accum::Replace, second.as_ref(), right.as_ref().transpose(), -1.0, Par::Seq);
    // The upper triangle of the first quarter is enough.
    let (upper, all) = (BlockStructure::TriangularUpper, BlockStructure::Rectangular);
    let (right, left) = (right.as_ref(), left.as_ref());
    triangular::matmul(first.as_mut(), upper, Accum::Add, right, all, left, all, -1.0, Par::Seq);
    copy_upper_to_lower_part(inverse, half, stride);
    let (above, below) = inverse.split_at_mut(half * stride);
    transpose_part(below, stride, &mut above[half..], stride, rest, half);
}

/// Computes the upper triangle of A⁻¹ = Wᵀ W, where W = L⁻¹ is lower triangular.
struct InverseOfFactored<'a> {
    inverse: &'a mut [f64],
    u: &'a [f64],
    n: usize,
    /// The distance between the beginnings of rows, for both matrices.
    stride: usize,
}

impl WithSimd for InverseOfFactored<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { inverse: w, u, n, stride } = self;
        for row in w.chunks_mut(stride).take(n) {
            row[..n].fill(0.0);
        }
        for row in (0..n).step_by(TILE_ROWS) {
            let rows = TILE_ROWS.min(n - row);
            let (above, block) = w.split_at_mut(row * stride);
            for at in 0..rows {
                block[at * stride + row + at] = 1.0;
            }
            Product {
                rows,
                depth: row,
                columns: row,
                alpha: -1.0,
                a: Strided { numbers: &u[row..], down: 1, along: stride },
                b: above,
                b_stride: stride,
                c: &mut *block,
                c_stride: stride,
            }
            .add(simd);
            let lower = Strided { numbers: &u[row * stride + row..], down: 1, along: stride };
            solve_block(simd, lower, true, rows, block, stride, row + rows);
        }
        // A row of the product needs only the rows of W from the same row on, so it can replace the row of
        // W.
        for row in (0..n).step_by(TILE_ROWS) {
            let rows = TILE_ROWS.min(n - row);
            let (block, below) = split_rows(&mut w[row * stride..], rows * stride);
            let block = &mut block[row..];
            square(block, stride, rows);
            if row + rows < n {
                let below = &below[row..];
                Product {
                    rows,
                    depth: n - row - rows,
                    columns: n - row,
                    alpha: 1.0,
                    a: Strided { numbers: below, down: 1, along: stride },
                    b: below,
                    b_stride: stride,
                    c: block,
                    c_stride: stride,
                }
                .add(simd);
            }
        }
    }
}

/// Splits rows at a place; the last row may end before the next would begin.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn split_rows(w: &mut [f64], at: usize) -> (&mut [f64], &mut [f64]) {
    w.split_at_mut(at.min(w.len()))
}

/// Replaces the first rows and columns, a lower triangle W, by the upper triangle of Wᵀ W.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn square(w: &mut [f64], stride: usize, n: usize) {
    let mut lower = [[0.0; TILE_ROWS]; TILE_ROWS];
    for row in 0..n {
        lower[row][..=row].copy_from_slice(&w[row * stride..][..=row]);
    }
    for row in 0..n {
        for column in row..n {
            w[row * stride + column] = (column..n).map(|at| lower[at][row] * lower[at][column]).sum();
        }
    }
}

/// The size of the scratch memory of [`inverse`].
pub fn inverse_scratch(n: usize) -> StackReq {
    let indices = StackReq::new::<usize>(n);
    if n < FAER_GENERAL {
        return indices.and(StackReq::new::<f64>(n));
    }
    let factoring = lu_in_place_scratch::<usize, f64>(n, n, Par::Seq, default());
    let inverting = lu::inverse_scratch::<usize, f64>(n, Par::Seq);
    StackReq::new::<f64>(n * n).and(indices).and(indices).and(factoring.or(inverting))
}

/// Computes A⁻¹ of a square matrix, and returns log |det A|: −∞ if A is singular; the inverse is then
/// unspecified.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn inverse<S: Simd>(simd: S, inverse: &mut [f64], a: &[f64], n: usize, stack: &mut MemStack) -> f64 {
    if n < FAER_GENERAL {
        inverse[..n * n].copy_from_slice(&a[..n * n]);
        let (mut swaps, stack) = stack.make_with(n, |row| row);
        let (mut factors, _) = stack.make_with(n, |_| 0.0);
        return simd.vectorize(GaussJordan { a: inverse, n, swaps: &mut swaps, factors: &mut factors });
    }
    // Read column by column this is Aᵀ, whose inverse, column by column, is A⁻¹ row by row.
    let (mut factors, stack) = stack.collect(a[..n * n].iter().copied());
    let (mut forward, stack) = stack.make_with(n, |_| 0_usize);
    let (mut backward, stack) = stack.make_with(n, |_| 0_usize);
    let target = MatMut::from_column_major_slice_mut(&mut factors, n, n);
    let (_, rows) = lu_in_place(target, &mut forward, &mut backward, Par::Seq, stack, default());
    let log_determinant = sum_of_logs(simd, &factors, n);
    let factors = MatRef::from_column_major_slice(&factors, n, n);
    let target = MatMut::from_column_major_slice_mut(inverse, n, n);
    lu::inverse(target, factors, factors, rows, Par::Seq, stack);
    log_determinant
}

/// Gauss–Jordan elimination with row pivoting, in place.
struct GaussJordan<'a> {
    a: &'a mut [f64],
    n: usize,
    swaps: &'a mut [usize],
    /// The factors for one column.
    factors: &'a mut [f64],
}

impl WithSimd for GaussJordan<'_> {
    type Output = f64;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { a, n, swaps, factors } = self;
        let mut log_determinant = 0.0;
        for pivot in 0..n {
            let mut best = pivot;
            for row in pivot + 1..n {
                if a[row * n + pivot].abs() > a[best * n + pivot].abs() {
                    best = row;
                }
            }
            swaps[pivot] = best;
            let (above, rest) = a.split_at_mut(pivot * n);
            let (row, below) = rest.split_at_mut(n);
            if best > pivot {
                row.swap_with_slice(&mut below[(best - pivot - 1) * n..][..n]);
            }
            let diagonal = row[pivot];
            log_determinant += diagonal.abs().ln();
            if diagonal == 0.0 || diagonal.is_nan() {
                return log_determinant;
            }
            row[pivot] = 1.0;
            scale(simd, row, 1.0 / diagonal);
            for others in [above, below] {
                for (factor, other) in factors.iter_mut().zip(others.chunks_exact_mut(n)) {
                    *factor = core::mem::replace(&mut other[pivot], 0.0);
                }
                let a = Strided { numbers: factors, down: 1, along: 1 };
                let (rows, columns, c_stride) = (others.len() / n, n, n);
                Product { rows, depth: 1, columns, alpha: -1.0, a, b: row, b_stride: n, c: others, c_stride }
                    .add(simd);
            }
        }
        for row in a.chunks_exact_mut(n) {
            for pivot in (0..n).rev() {
                row.swap(pivot, swaps[pivot]);
            }
        }
        log_determinant
    }
}
