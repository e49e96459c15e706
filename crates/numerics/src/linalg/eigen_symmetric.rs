//! Eigenvalues and eigenvectors of a symmetric matrix, A = V diag(w) Vᵀ with Vᵀ V = I.
//!
//! Reflections make A tridiagonal. Then sweeps of the implicit QL algorithm with Wilkinson's shift σ rotate
//! neighbouring rows until the numbers beside the diagonal are 0. With the diagonal d, the squares e² of
//! the numbers beside it, c² + s² = 1, and γ = d − σ and p = γ² of the last row, a sweep moves up row by
//! row:
//!
//!   r = p + e²,   c² := p/r,   s² := e²/r,   γ := c² (d − σ) − s² γ,   p := γ²/c²,
//!
//! this is the form of Pal, Walker and Kahan without square roots (LAPACK's `dsterf`). The dependency chain
//! from row to row has one division, while the form with roots has a root and a division; p = γ² r/p with
//! the previous p. The roots c and s are computed outside of the chain: s is positive, since the numbers e
//! are made positive, and c has the sign of the product of all previous γ. Parlett 1998, "The Symmetric
//! Eigenvalue Problem", §8.15.
//!
//! The matrix is scaled by a power of 2, so that no square overflows.

use super::transpose::copy_upper_to_lower_part;
use super::tridiagonal::{TINY, accumulate, tridiagonalise};
use crate::simd::{MAX_LANES, mul_add};
use pulp::{Simd, WithSimd};

/// The most sweeps for each eigenvalue, after which the algorithm fails. Two are usual.
const SWEEPS: usize = 30;

/// The number of registers of a row that are rotated together.
const REGISTERS: usize = 4;

/// The length of the scratch memory of [`eigen_symmetric`]; the largest number if it overflows.
pub fn eigen_symmetric_scratch(n: usize) -> usize {
    let stride = n.checked_next_multiple_of(MAX_LANES).unwrap_or(usize::MAX);
    stride.saturating_mul(n.saturating_mul(2).saturating_add(4))
}

/// Computes the eigenvalues of a symmetric matrix, whose upper triangle is read, and its eigenvectors, one
/// per row, in the order of the values, which are not sorted. Returns false if the matrix is not finite or
/// the sweeps do not converge; values and vectors are then unspecified.
///
/// In the tridiagonal matrix a number below `negligible` times the largest number of the matrix is replaced
/// by 0. If `negligible` is the rounding of 1, eigenvalues have errors of that size anyway, except small
/// ones in a block of small numbers; with 0 these are kept, for a third more sweeps.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn eigen_symmetric<S: Simd>(
    simd: S,
    a: &[f64],
    negligible: f64,
    values: &mut [f64],
    vectors: &mut [f64],
    scratch: &mut [f64],
) -> bool {
    simd.vectorize(EigenSymmetric { a, negligible, values, vectors, scratch })
}

struct EigenSymmetric<'a> {
    a: &'a [f64],
    negligible: f64,
    values: &'a mut [f64],
    vectors: &'a mut [f64],
    scratch: &'a mut [f64],
}

impl WithSimd for EigenSymmetric<'_> {
    type Output = bool;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let Self { a, negligible, values, vectors, scratch } = self;
        let n = values.len();
        let stride = n.next_multiple_of(MAX_LANES);
        let (work, scratch) = scratch.split_at_mut(n * stride);
        let (rows, scratch) = scratch.split_at_mut(n * stride);
        let (squares, scratch) = scratch.split_at_mut(stride);
        let (one, scratch) = scratch.split_at_mut(stride);
        let (two, scratch) = scratch.split_at_mut(stride);
        let Some(largest) = largest(a) else { return false };
        // The reciprocal of the power of 2 in the largest number.
        let scale = f64::from_bits((2046 - (largest.to_bits() >> 52)).max(1) << 52);
        for row in 0..n {
            let (padded, a) = (&mut work[row * stride..][..stride], &a[row * n..][..n]);
            for column in row..n {
                padded[column] = scale * a[column];
            }
            padded[n..].fill(0.0);
        }
        copy_upper_to_lower_part(work, n, stride);
        tridiagonalise(simd, work, stride, [values, squares, one], [two, &mut scratch[..stride]]);
        accumulate(simd, work, stride, one, rows);
        let is_diagonal = diagonalise(simd, [values, squares], rows, [one, two], negligible);
        for row in 0..n {
            vectors[row * n..][..n].copy_from_slice(&rows[row * stride..][..n]);
            values[row] /= scale;
        }
        is_diagonal
    }
}

/// Returns the largest magnitude, or `None` if a number is not finite.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn largest(a: &[f64]) -> Option<f64> {
    let (mut largest, mut zeros) = ([0.0; MAX_LANES], [0.0; MAX_LANES]);
    for chunk in a.chunks(MAX_LANES) {
        for (lane, number) in chunk.iter().enumerate() {
            let number = number.abs();
            largest[lane] = if number > largest[lane] { number } else { largest[lane] };
            // The product is NaN for a number that is not finite.
            zeros[lane] += 0.0 * number;
        }
    }
    let all = largest.iter().fold(0.0, |all: f64, lane| all.max(*lane));
    (zeros == [0.0; MAX_LANES]).then_some(all)
}

/// Replaces the diagonal of T by its eigenvalues, and applies the rotations to rows. Returns false if the
/// sweeps do not converge.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn diagonalise<S: Simd>(
    simd: S,
    [diagonal, squares]: [&mut [f64]; 2],
    rows: &mut [f64],
    [cosines, sines]: [&mut [f64]; 2],
    negligible: f64,
) -> bool {
    let (n, stride) = (diagonal.len(), squares.len());
    let mut sweeps = 0;
    let least = negligible * negligible + TINY;
    for first in 0..n {
        loop {
            let mut last = first;
            while last + 1 < n {
                let both = diagonal[last].abs() * diagonal[last + 1].abs();
                if squares[last] <= least + f64::EPSILON * f64::EPSILON * both {
                    break;
                }
                last += 1;
            }
            if last == first {
                break;
            }
            sweeps += 1;
            if sweeps > SWEEPS * n {
                return false;
            }
            let block = [&mut diagonal[first..=last], &mut squares[first..=last]];
            let (cosines, sines) = (&mut cosines[first..last], &mut sines[first..last]);
            let sign = sweep::<S>(block, [&mut *cosines, &mut *sines]);
            let rows = &mut rows[first * stride..(last + 1) * stride];
            rotate(simd, rows, stride, [cosines, sines], sign);
        }
    }
    true
}

/// Makes a sweep of QL and records its rotations. Returns the sign by which the first row is multiplied to
/// make the first number e beside the diagonal positive.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn sweep<S: Simd>([diagonal, squares]: [&mut [f64]; 2], [cosines, sines]: [&mut [f64]; 2]) -> f64 {
    let last = cosines.len();
    let root = squares[0].sqrt();
    let half = (diagonal[1] - diagonal[0]) / (2.0 * root);
    let shift = diagonal[0] - root / (half + (half * half + 1.0).sqrt().copysign(half));
    let mut gamma = diagonal[last] - shift;
    // c² and s².
    let (mut c, mut s, mut p, mut sign) = (1.0, 0.0, gamma * gamma, 1.0_f64);
    for at in (0..last).rev() {
        let (square, before, old) = (squares[at], c, gamma);
        let r = p + square;
        squares[at + 1] = s * r;
        let inverse = 1.0 / r;
        s = square * inverse;
        sign = sign.copysign(sign * gamma);
        let alpha = diagonal[at];
        if p > TINY {
            let ratio = r / p;
            c = p * inverse;
            gamma = mul_add::<S>(c, alpha - shift, -s * old);
            p = ratio * gamma * gamma;
        } else {
            // The rows are exchanged.
            (c, gamma, p) = (0.0, -old, before * square);
        }
        diagonal[at + 1] = old + (alpha - gamma);
        (cosines[at], sines[at]) = (sign * c.sqrt(), s.sqrt());
    }
    squares[0] = s * p;
    squares[last] = 0.0;
    diagonal[0] = shift + gamma;
    sign.copysign(sign * gamma)
}

/// Rotates each row with the next one, from the last row to the first, and multiplies the first row by
/// `sign`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn rotate<S: Simd>(simd: S, rows: &mut [f64], stride: usize, rotations: [&[f64]; 2], sign: f64) {
    let per_row = stride / S::F64_LANES;
    let rows = S::as_mut_simd_f64s(rows).0;
    for first in (0..per_row).step_by(REGISTERS) {
        match per_row - first {
            1 => rotate_part::<S, 1>(simd, rows, per_row, first, rotations, sign),
            2 => rotate_part::<S, 2>(simd, rows, per_row, first, rotations, sign),
            3 => rotate_part::<S, 3>(simd, rows, per_row, first, rotations, sign),
            _ => rotate_part::<S, REGISTERS>(simd, rows, per_row, first, rotations, sign),
        }
    }
}

/// Rotates some registers of each row. The upper row of a rotation is the lower row of the next one, and
/// stays in registers.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn rotate_part<S: Simd, const COUNT: usize>(
    simd: S,
    rows: &mut [S::f64s],
    per_row: usize,
    first: usize,
    [cosines, sines]: [&[f64]; 2],
    sign: f64,
) {
    let mut lower = [simd.splat_f64s(0.0); COUNT];
    lower.copy_from_slice(&rows[cosines.len() * per_row + first..][..COUNT]);
    for row in (0..cosines.len()).rev() {
        let (c, s) = (simd.splat_f64s(cosines[row]), simd.splat_f64s(sines[row]));
        let rows = &mut rows[row * per_row + first..][..per_row + COUNT];
        for at in 0..COUNT {
            let upper = rows[at];
            rows[per_row + at] = simd.mul_add_e_f64s(s, upper, simd.mul_f64s(c, lower[at]));
            lower[at] = simd.negate_mul_add_e_f64s(s, lower[at], simd.mul_f64s(c, upper));
        }
    }
    let sign = simd.splat_f64s(sign);
    for at in 0..COUNT {
        rows[first + at] = simd.mul_f64s(sign, lower[at]);
    }
}
