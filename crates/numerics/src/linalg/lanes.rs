//! Small matrices, one in each lane: an entry is a register.
//!
//! All are affine maps x ↦ A x + b, stored as the matrix [A b; 0 c] of side n + 1, whose last row is zero
//! except for the corner c: it is 1 for a map, and 0 for a sum or an exponent. The last column of a
//! direction E of a pair is not needed, so it is neither read nor written: no other column of a product
//! with such a map depends on it.

use super::exponential::Matrices;
use crate::simd::Pack;
use pulp::Simd;

/// Affine maps, one in each lane. `SIDE` is n + 1 if it is known at compile time, which unrolls all loops,
/// and else 0.
pub struct AffineLanes<S, const SIDE: usize> {
    simd: S,
    side: usize,
}

impl<S: Simd, const SIDE: usize> AffineLanes<S, SIDE> {
    /// Makes the operations on maps of n elements; `side` is n + 1.
    pub fn new(simd: S, side: usize) -> Self {
        Self { simd, side }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn side(&self) -> usize {
        if const { SIDE == 0 } { self.side } else { SIDE }
    }

    /// The count of numbers of a matrix, over all lanes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn length(&self) -> usize {
        self.side() * self.side() * S::F64_LANES
    }

    /// Computes the first rows and columns of a product, in which only the first `depth` terms are not
    /// zero; adds them to the target if `IS_ADDED`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn make<const IS_ADDED: bool>(
        &self,
        target: &mut [S::f64s],
        x: &[S::f64s],
        y: &[S::f64s],
        [rows, depth, columns]: [usize; 3],
    ) {
        let (simd, side) = (self.simd, self.side());
        let (target, x, y) = (&mut target[..side * side], &x[..side * side], &y[..side * side]);
        for row in 0..rows {
            for column in 0..columns {
                let place = row * side + column;
                let mut sum = if IS_ADDED { target[place] } else { simd.splat_f64s(0.0) };
                for term in 0..depth {
                    sum = simd.mul_add_e_f64s(x[row * side + term], y[term * side + column], sum);
                }
                target[place] = sum;
            }
        }
    }
}

impl<S: Simd, const SIDE: usize> Matrices for AffineLanes<S, SIDE> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn norm(&self, x: &[f64]) -> f64 {
        let simd = self.simd;
        let (entries, _) = S::as_simd_f64s(&x[..self.length()]);
        let (mut most, mut all) = (simd.splat_f64s(0.0), simd.splat_f64s(0.0));
        for row in entries.chunks_exact(self.side()) {
            let mut sum = simd.splat_f64s(0.0);
            for entry in row {
                sum = simd.add_f64s(sum, Pack::new(simd, *entry).abs().value);
            }
            (most, all) = (simd.max_f64s(most, sum), simd.add_f64s(all, sum));
        }
        // The maximum may ignore NaN, the sum does not.
        if simd.reduce_sum_f64s(all).is_finite() { simd.reduce_max_f64s(most) } else { f64::NAN }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn multiply(&self, product: &mut [f64], x: &[f64], y: &[f64]) {
        let (length, side) = (self.length(), self.side());
        let last = side - 1;
        let registers = |numbers| S::as_simd_f64s(numbers).0;
        let (value, slope) = product.split_at_mut(length);
        let ((value, _), (slope, _)) = (S::as_mut_simd_f64s(value), S::as_mut_simd_f64s(slope));
        let (of_x, of_y) = (registers(&x[..length]), registers(&y[..length]));
        self.make::<false>(value, of_x, of_y, [last, side, side]);
        value[last * side..].fill(self.simd.splat_f64s(0.0));
        value[side * side - 1] = self.simd.mul_f64s(of_x[side * side - 1], of_y[side * side - 1]);
        if !slope.is_empty() {
            self.make::<false>(slope, of_x, registers(&y[length..]), [side, side, last]);
            self.make::<true>(slope, registers(&x[length..]), of_y, [side, last, last]);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn add_unit(&self, x: &mut [f64], number: f64) {
        let (entries, _) = S::as_mut_simd_f64s(&mut x[..self.length()]);
        for entry in entries.iter_mut().step_by(self.side() + 1) {
            *entry = self.simd.add_f64s(*entry, self.simd.splat_f64s(number));
        }
    }
}
