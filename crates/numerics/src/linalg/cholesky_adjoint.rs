//! The adjoint of a matrix A = L Lᵀ, given the adjoint of its Cholesky factor.
//!
//! The adjoint of a small matrix is computed by one formula: with Φ the lower triangle of Lᵀ L̄, its
//! diagonal halved,
//!
//!   Ā = ½ L⁻ᵀ (Φ + Φᵀ) L⁻¹.
//!
//! A large matrix is divided into halves, with a sixth of the multiplications: L₂₂ is the factor of A₂₂ −
//! L₂₁ L₂₁ᵀ, and L₂₁ = A₂₁ L₁₁⁻ᵀ, so
//!
//!   Ā₂₂ of L̄₂₂,   B = (L̄₂₁ − 2 Ā₂₂ L₂₁) L₁₁⁻¹,   Ā₂₁ = ½ B,   Ā₁₁ of L̄₁₁ − the lower triangle of Bᵀ L₂₁.
//!
//! Murray 2016, "Differentiation of the Cholesky decomposition", equation 10 and section 3.3.

use super::transpose::transpose_part;
use super::triangular::{Triangle, solve, solve_rows};
use super::{Operand, Sizes, add_product, copy_lower_to_upper, symmetrize};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::triangular_solve::solve_upper_triangular_in_place;
use faer::reborrow::{Reborrow, ReborrowMut};
use faer::{Accum, MatMut, MatRef, Par};
use pulp::{Simd, WithSimd};

/// The largest number of rows for which the formula is applied to the whole matrix.
const WHOLE: usize = 32;

/// The largest number of rows for which memory for this number of rows suffices, a quarter of that for
/// [`WHOLE`] rows: all of the memory is set to 0 first.
const SMALL: usize = 16;

/// The largest number of rows for which the formula is inlined, so that a constant size unrolls.
const INLINED: usize = 8;

/// Replaces the lower triangle of L̄ by both triangles of Ā, given U = Lᵀ. The part of U below its
/// diagonal, and that of L̄ above, are not read.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn cholesky_adjoint<S: Simd>(simd: S, l_adjoint: &mut [f64], u: &[f64], n: usize) {
    if n <= INLINED {
        whole::<S, INLINED>(simd, l_adjoint, u, n, n);
    } else {
        halves(simd, l_adjoint, u, n, n);
    }
}

/// Computes the adjoint of a Cholesky factor by halves, for matrices whose rows begin `stride` apart.
fn halves<S: Simd>(simd: S, a: &mut [f64], u: &[f64], n: usize, stride: usize) {
    if n <= SMALL {
        return simd.vectorize(Whole::<SMALL> { a, u, n, stride });
    }
    if n <= WHOLE {
        return simd.vectorize(Whole::<WHOLE> { a, u, n, stride });
    }
    let half = (n / 2).next_multiple_of(INLINED);
    let rest = n - half;
    let (top, bottom) = a.split_at_mut(half * stride);
    halves(simd, &mut bottom[half..], &u[half * (stride + 1)..], rest, stride);
    // Read column by column, as faer does, U is L, and a part of A is its transpose.
    let l = MatRef::from_column_major_slice_with_stride(u, n, n, stride);
    let (l11, _, l21, _) = l.split_at(half, half);
    let columns = MatMut::from_column_major_slice_with_stride_mut(&mut *bottom, n, rest, stride);
    let (mut b, a22) = columns.split_at_row_mut(half);
    let a11 = MatMut::from_column_major_slice_with_stride_mut(&mut *top, half, half, stride);
    let (full, upper) = (BlockStructure::Rectangular, BlockStructure::TriangularUpper);
    matmul(b.rb_mut(), Accum::Add, l21.transpose(), a22.rb(), -2.0, Par::Seq);
    solve_upper_triangular_in_place(l11.transpose(), b.rb_mut(), Par::Seq);
    triangular::matmul(
        a11,
        upper,
        Accum::Add,
        l21.transpose(),
        full,
        b.rb().transpose(),
        full,
        -1.0,
        Par::Seq,
    );
    halves(simd, top, u, half, stride);
    // This is a plain loop: outside of vectorised code the functions of registers would be called, not
    // inlined.
    for row in bottom.chunks_mut(stride) {
        row[..half].iter_mut().for_each(|number| *number *= 0.5);
    }
    transpose_part(bottom, stride, &mut top[half..], stride, rest, half);
}

struct Whole<'a, const MOST: usize> {
    a: &'a mut [f64],
    u: &'a [f64],
    n: usize,
    stride: usize,
}

impl<const MOST: usize> WithSimd for Whole<'_, MOST> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        whole::<S, MOST>(simd, self.a, self.u, self.n, self.stride);
    }
}

/// Applies the formula to the whole matrix, for up to `MOST` rows.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn whole<S: Simd, const MOST: usize>(simd: S, a: &mut [f64], u: &[f64], n: usize, stride: usize) {
    let mut memory = [[[0.0; MOST]; MOST]; 3];
    let [own, l_adjoint, m] = memory.each_mut().map(|part| &mut part.as_flattened_mut()[..n * n]);
    for row in 0..n {
        own[row * n + row..][..n - row].copy_from_slice(&u[row * (stride + 1)..][..n - row]);
        l_adjoint[row * n..][..=row].copy_from_slice(&a[row * stride..][..=row]);
    }
    let square = Sizes { rows: n, depth: n, columns: n };
    add_product(simd, m, 0.5, Operand::Plain(own), Operand::Plain(l_adjoint), square);
    // Φ + Φᵀ is symmetric, so its rows are its columns.
    copy_lower_to_upper(m, n);
    solve(simd, Triangle::upper(own, n), m, n);
    solve_rows(simd, Triangle::upper(own, n), m);
    symmetrize(m, n);
    for (row, numbers) in m.chunks_exact(n).enumerate() {
        a[row * stride..][..n].copy_from_slice(numbers);
    }
}
