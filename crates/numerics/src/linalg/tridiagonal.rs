//! The tridiagonal form of a symmetric matrix, T = Qᵀ A Q with Q = H₀ H₁ …, by Householder's reflections
//! Hₖ = I − τₖ vₖ vₖᵀ:
//!
//!   p = τ A v,   w = p − ½ τ (pᵀ v) v,   A −= v wᵀ + w vᵀ.
//!
//! Each reflection leaves a positive number beside the diagonal. One pass over A computes an update and the
//! next product A v. Rows are padded to whole registers and vₖ begins with zeros, so no pass has special
//! cases at the ends. Golub and Van Loan 2013, "Matrix Computations", §8.3.1.

use super::vectors::{add_combination, dot};
use pulp::Simd;

/// A square that is negligible compared with that of the largest number, to which the matrix is scaled.
pub(super) const TINY: f64 = 1e-280;

/// The number of rows that a pass handles together.
const ROWS: usize = 4;

/// Replaces row k of A by vₖ, and stores the diagonal of T, the squares of the numbers beside it, and −τₖ.
/// `product` and `w` are memory for a padded row.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn tridiagonalise<S: Simd>(
    simd: S,
    a: &mut [f64],
    stride: usize,
    [diagonal, squares, factors]: [&mut [f64]; 3],
    [product, w]: [&mut [f64]; 2],
) {
    let n = diagonal.len();
    product.fill(0.0);
    w.fill(0.0);
    for k in 0..n {
        let (above, rest) = a.split_at_mut(k * stride);
        let (v, below) = rest.split_at_mut(stride);
        // The update of the previous step, for this row only.
        let last = if k > 0 { &above[(k - 1) * stride..] } else { &*w };
        add_combination(simd, v, [-last[k], -w[k]], [w, last]);
        diagonal[k] = v[k];
        if k + 1 == n {
            return;
        }
        let head = v[k + 1];
        v[..k + 2].fill(0.0);
        let square = dot(simd, v, v);
        let (mut tau, mut beside) = (0.0, head.max(0.0) * head.max(0.0));
        if square > TINY || (head < 0.0 && head * head > TINY) {
            beside = head * head + square;
            let length = beside.sqrt();
            // head − length, computed without cancellation.
            let first = if head > 0.0 { -square / (head + length) } else { head - length };
            v[k + 1] = first;
            tau = 2.0 / (first * first + square);
        } else {
            v.fill(0.0);
        }
        (squares[k], factors[k]) = (beside, -tau);
        update_and_multiply(simd, below, k + 1, [last, w, v], product);
        product[..=k].fill(0.0);
        let inner = dot(simd, v, product);
        w.fill(0.0);
        add_combination(simd, w, [tau, -0.5 * (tau * inner) * tau], [product, v]);
    }
}

/// Computes A −= v wᵀ + w vᵀ in the rows from `first` on, and the product A u with the result.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn update_and_multiply<S: Simd>(
    simd: S,
    rows: &mut [f64],
    first: usize,
    vectors: [&[f64]; 3],
    product: &mut [f64],
) {
    let stride = vectors[2].len();
    let mut row = first;
    let mut blocks = rows.chunks_exact_mut(ROWS * stride);
    for block in &mut blocks {
        update::<S, ROWS>(simd, block, (first, row), vectors, product);
        row += ROWS;
    }
    for line in blocks.into_remainder().chunks_exact_mut(stride) {
        update::<S, 1>(simd, line, (first, row), vectors, product);
        row += 1;
    }
}

/// Computes A −= v wᵀ + w vᵀ and A u for some rows, from `row` on, in the registers that are not all 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn update<S: Simd, const ROWS: usize>(
    simd: S,
    rows: &mut [f64],
    (first, row): (usize, usize),
    [v, w, u]: [&[f64]; 3],
    product: &mut [f64],
) {
    let mut factors = [[simd.splat_f64s(0.0); 2]; ROWS];
    for at in 0..ROWS {
        factors[at] = [simd.splat_f64s(-v[row + at]), simd.splat_f64s(-w[row + at])];
    }
    let u = S::as_simd_f64s(u).0;
    let (v, w) = (&S::as_simd_f64s(v).0[..u.len()], &S::as_simd_f64s(w).0[..u.len()]);
    let rows = &mut S::as_mut_simd_f64s(rows).0[..ROWS * u.len()];
    let mut sums = [simd.splat_f64s(0.0); ROWS];
    for register in first / S::F64_LANES..u.len() {
        for at in 0..ROWS {
            let cell = &mut rows[at * u.len() + register];
            let number = simd.mul_add_e_f64s(factors[at][1], v[register], *cell);
            *cell = simd.mul_add_e_f64s(factors[at][0], w[register], number);
            sums[at] = simd.mul_add_e_f64s(*cell, u[register], sums[at]);
        }
    }
    for at in 0..ROWS {
        product[row + at] = simd.reduce_sum_f64s(sums[at]);
    }
}

/// Computes Qᵀ = … H₁ H₀, row after row, given vₖ and −τₖ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn accumulate<S: Simd>(simd: S, v: &[f64], stride: usize, factors: &[f64], rows: &mut [f64]) {
    let n = rows.len() / stride;
    rows.fill(0.0);
    rows.iter_mut().step_by(stride + 1).for_each(|diagonal| *diagonal = 1.0);
    for k in (0..n.saturating_sub(1)).rev() {
        let v = &v[k * stride..][..stride];
        let mut blocks = rows[(k + 1) * stride..].chunks_exact_mut(ROWS * stride);
        for block in &mut blocks {
            reflect::<S, ROWS>(simd, block, k + 1, v, factors[k]);
        }
        for row in blocks.into_remainder().chunks_exact_mut(stride) {
            reflect::<S, 1>(simd, row, k + 1, v, factors[k]);
        }
    }
}

/// Adds factor · (row · v) v to each of some rows, where v begins at `first`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn reflect<S: Simd, const ROWS: usize>(simd: S, rows: &mut [f64], first: usize, v: &[f64], factor: f64) {
    let v = S::as_simd_f64s(v).0;
    let rows = &mut S::as_mut_simd_f64s(rows).0[..ROWS * v.len()];
    let mut sums = [simd.splat_f64s(0.0); ROWS];
    for register in first / S::F64_LANES..v.len() {
        for at in 0..ROWS {
            sums[at] = simd.mul_add_e_f64s(rows[at * v.len() + register], v[register], sums[at]);
        }
    }
    for at in 0..ROWS {
        sums[at] = simd.splat_f64s(factor * simd.reduce_sum_f64s(sums[at]));
    }
    for register in first / S::F64_LANES..v.len() {
        for at in 0..ROWS {
            let cell = &mut rows[at * v.len() + register];
            *cell = simd.mul_add_e_f64s(sums[at], v[register], *cell);
        }
    }
}
