//! The inverse factor of a symmetric positive definite matrix of few rows: W = U⁻ᵀ for A = Uᵀ U.
//!
//! Elimination subtracts multiples of row p from the rows below, of A and of an identity matrix:
//!
//!   aᵢ −= (aₚᵢ / aₚₚ) aₚ,   wᵢ −= (aₚᵢ / aₚₚ) wₚ,   and in the end   wₚ := wₚ / √aₚₚ,
//!
//! so W is complete when the factor would be: its sums wait only for the divisions of the pivots. Then log
//! |A| = Σ log aₚₚ, rᵀ A⁻¹ r = |W r|² and A⁻¹ r = Wᵀ (W r), without a dependency from row to row.

use super::registers::{load, store};
use crate::math::log;
use crate::simd::Pack;
use pulp::{Simd, WithSimd};

/// The most rows, and the length of all rows of W, which therefore are whole registers.
pub const SMALL: usize = 16;

/// A row of W. The numbers right of the diagonal are 0.
pub(super) type Row = [f64; SMALL];

/// Writes W of a matrix A of n ≤ [`SMALL`] rows, in rows of [`SMALL`] numbers, and returns the log
/// determinant of A; NaN if A is not positive definite or not finite, and then W is unspecified. The upper
/// triangle of A is read.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn small_inverse_factor<S: Simd>(simd: S, w: &mut [f64], a: &[f64], n: usize) -> f64 {
    simd.vectorize(SmallInverseFactor { w: w.as_chunks_mut().0, a, n })
}

struct SmallInverseFactor<'a> {
    w: &'a mut [Row],
    a: &'a [f64],
    n: usize,
}

impl WithSimd for SmallInverseFactor<'_> {
    type Output = f64;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { w, a: numbers, n } = self;
        let (w, registers) = (&mut w[..n], n.div_ceil(S::F64_LANES));
        let mut a = [[0.0; SMALL]; SMALL];
        for row in 0..n {
            // Lanes after the end of the row contain other numbers, which no other lane reads.
            for register in row / S::F64_LANES..registers {
                let cells = &numbers[row * n + register * S::F64_LANES..];
                S::as_mut_simd_f64s(&mut a[row]).0[register] = load(simd, cells);
            }
            w[row] = [0.0; SMALL];
            w[row][row] = 1.0;
        }
        let mut pivots = [1.0; SMALL];
        for pivot in 0..n {
            let (above, below) = a.split_at_mut(pivot + 1);
            let (w_above, w_below) = w.split_at_mut(pivot + 1);
            let own = &above[pivot];
            let diagonal = own[pivot];
            // The comparison is false for NaN.
            if !(diagonal > 0.0 && diagonal < f64::INFINITY) {
                return f64::NAN;
            }
            pivots[pivot] = diagonal;
            let scale = simd.splat_f64s(-1.0 / diagonal);
            let first = pivot / S::F64_LANES;
            for register in first..registers {
                // The rows further down begin after this register.
                let end = n.min((register + 1) * S::F64_LANES);
                let scaled = simd.mul_f64s(S::as_simd_f64s(own).0[register], scale);
                add_to_rows(simd, below, register, &own[pivot + 1..end], scaled);
            }
            for register in 0..=first {
                let scaled = simd.mul_f64s(S::as_simd_f64s(&w_above[pivot]).0[register], scale);
                add_to_rows(simd, w_below, register, &own[pivot + 1..n], scaled);
            }
        }
        let mut sum = Pack::zero(simd);
        for register in S::as_mut_simd_f64s(&mut pivots).0.iter_mut().take(registers) {
            let pivots = Pack::new(simd, *register);
            sum = sum + log(pivots);
            *register = pivots.sqrt().recip().value;
        }
        for (row, scale) in w.iter_mut().zip(pivots) {
            let scale = simd.splat_f64s(scale);
            for register in S::as_mut_simd_f64s(row).0 {
                *register = simd.mul_f64s(*register, scale);
            }
        }
        sum.sum()
    }
}

/// Adds multiples of a register to the register of each row.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_to_rows<S: Simd>(simd: S, rows: &mut [Row], register: usize, factors: &[f64], numbers: S::f64s) {
    for (row, &factor) in rows.iter_mut().zip(factors) {
        let row = &mut S::as_mut_simd_f64s(row).0[register];
        *row = simd.mul_add_e_f64s(simd.splat_f64s(factor), numbers, *row);
    }
}

/// Returns a register of Σ factorᵢ wᵢ. Rows that end before the register add nothing.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn sum_of_rows<S: Simd>(
    simd: S,
    w: &[Row],
    register: usize,
    first: usize,
    factor: impl Fn(usize, &Row) -> f64,
) -> S::f64s {
    let mut sum = simd.splat_f64s(0.0);
    for (row, w) in w.iter().enumerate().skip(first.max(register * S::F64_LANES)) {
        let numbers = S::as_simd_f64s(w).0[register];
        sum = simd.mul_add_e_f64s(simd.splat_f64s(factor(row, w)), numbers, sum);
    }
    sum
}

/// Computes row `row` of A⁻¹ = Wᵀ W, register by register. Both triangles come from the same products, so
/// they are equal.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn row_of_inverse<S: Simd>(
    simd: S,
    w: &[Row],
    row: usize,
    target: &mut [f64],
    stored: impl Fn(S::f64s, &[f64]) -> S::f64s,
) {
    for (register, target) in target.chunks_mut(S::F64_LANES).enumerate() {
        let sum = sum_of_rows(simd, w, register, row, |_, w| w[row]);
        let number = stored(sum, target);
        store(simd, target, number);
    }
}

/// Adds factor · A⁻¹ to a matrix, given W from [`small_inverse_factor`].
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn add_small_inverse<S: Simd>(simd: S, target: &mut [f64], factor: f64, w: &[f64], n: usize) {
    simd.vectorize(AddSmallInverse { target, factor, w: &w.as_chunks().0[..n] });
}

struct AddSmallInverse<'a> {
    target: &'a mut [f64],
    factor: f64,
    w: &'a [Row],
}

impl WithSimd for AddSmallInverse<'_> {
    type Output = ();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { target, factor, w } = self;
        let factor = simd.splat_f64s(factor);
        for (row, target) in target.chunks_exact_mut(w.len()).enumerate() {
            row_of_inverse(simd, w, row, target, |sum, target| {
                simd.mul_add_e_f64s(sum, factor, load(simd, target))
            });
        }
    }
}

/// Replaces r by A⁻¹ r = Wᵀ (W r), given W from [`small_inverse_factor`], and returns rᵀ A⁻¹ r = |W r|².
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn solve_by_small_inverse<S: Simd>(simd: S, w: &[f64], r: &mut [f64]) -> f64 {
    simd.vectorize(SolveBySmallInverse { w: &w.as_chunks().0[..r.len()], r })
}

struct SolveBySmallInverse<'a> {
    w: &'a [Row],
    r: &'a mut [f64],
}

impl WithSimd for SolveBySmallInverse<'_> {
    type Output = f64;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { w, r } = self;
        let mut sums = [simd.splat_f64s(0.0); SMALL];
        for (register, r) in r.chunks(S::F64_LANES).enumerate() {
            let r = load(simd, r);
            for (sum, w) in sums.iter_mut().zip(w).skip(register * S::F64_LANES) {
                *sum = simd.mul_add_e_f64s(S::as_simd_f64s(w).0[register], r, *sum);
            }
        }
        let (mut products, mut square) = ([0.0; SMALL], 0.0);
        for (product, sum) in products.iter_mut().zip(sums).take(w.len()) {
            *product = simd.reduce_sum_f64s(sum);
            square += *product * *product;
        }
        for (register, r) in r.chunks_mut(S::F64_LANES).enumerate() {
            store(simd, r, sum_of_rows(simd, w, register, 0, |row, _| products[row]));
        }
        square
    }
}
