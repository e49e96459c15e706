//! The exponential of a square matrix, C = Σₖ Aᵏ/k!, and its derivative.
//!
//! L(X, E) is the derivative of the exponential at X in the direction E, the block above the diagonal of
//!
//!   exp([X E; 0 X]) = [exp(X) L(X, E); 0 exp(X)],
//!
//! so it is computed by the same algorithm on pairs (X, E), whose product is (X Y, X F + E Y). The
//! algorithm is scaling and squaring: with B = A/2ˢ, small enough that the Taylor series to degree 16 has
//! all digits (A. H. Al-Mohy and N. J. Higham, “Computing the action of the matrix exponential”, 2011,
//! table 3.1), exp(A) is exp(B) squared s times. The series is evaluated in powers of B⁴, which takes six
//! products.

use super::{Operand, Sizes, add_product};
use pulp::Simd;

/// The largest sum of magnitudes in a row for which the series is exact up to rounding.
const CONVERGED: f64 = 0.6;

/// The least norm at which the errors of repeated squaring leave no correct digit.
const TOO_LARGE: f64 = 1e15;

/// 1/k!
const COEFFICIENTS: [f64; 17] = {
    let mut coefficients = [1.0; 17];
    let mut k = 1;
    while k < 17 {
        coefficients[k] = coefficients[k - 1] / k as f64;
        k += 1;
    }
    coefficients
};

/// The number of matrices or pairs that the algorithm uses: B, B², B³, B⁴, the sum and a product.
pub const EXPONENTIAL_BUFFERS: usize = 6;

/// The storage and the product of square matrices, or of pairs of a matrix and a direction.
pub trait Matrices {
    /// The largest sum of magnitudes in a row of a matrix; NaN if one of its entries is not finite.
    fn norm(&self, x: &[f64]) -> f64;

    /// Computes the product of two matrices or pairs.
    fn multiply(&self, product: &mut [f64], x: &[f64], y: &[f64]);

    /// Adds a number to the diagonal of a matrix.
    fn add_unit(&self, x: &mut [f64], number: f64);
}

/// Computes the exponential of the first buffer. All entries are NaN if it cannot be computed.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn exponential<'a>(matrices: &impl Matrices, buffers: &'a mut [f64]) -> &'a [f64] {
    let width = buffers.len() / EXPONENTIAL_BUFFERS;
    let (b, rest) = buffers.split_at_mut(width);
    let (b2, rest) = rest.split_at_mut(width);
    let (b3, rest) = rest.split_at_mut(width);
    let (b4, rest) = rest.split_at_mut(width);
    let (mut sum, mut product) = rest.split_at_mut(width);

    let norm = matrices.norm(b);
    let is_small = norm < TOO_LARGE;
    if !is_small {
        sum.fill(f64::NAN);
        return sum;
    }
    let (mut squarings, mut scale) = (0, 1.0);
    while norm * scale > CONVERGED {
        (squarings, scale) = (squarings + 1, 0.5 * scale);
    }
    b.iter_mut().for_each(|number| *number *= scale);
    matrices.multiply(b2, b, b);
    matrices.multiply(b3, b2, b);
    matrices.multiply(b4, b2, b2);

    for (number, power) in sum.iter_mut().zip(&*b4) {
        *number = COEFFICIENTS[16] * power;
    }
    for first in [12, 8, 4, 0] {
        if first < 12 {
            matrices.multiply(product, sum, b4);
            core::mem::swap(&mut sum, &mut product);
        }
        let [c0, c1, c2, c3] = [0, 1, 2, 3].map(|k| COEFFICIENTS[first + k]);
        for (((number, b), b2), b3) in sum.iter_mut().zip(&*b).zip(&*b2).zip(&*b3) {
            *number += c1 * b + c2 * b2 + c3 * b3;
        }
        matrices.add_unit(sum, c0);
    }
    for _ in 0..squarings {
        matrices.multiply(product, sum, sum);
        core::mem::swap(&mut sum, &mut product);
    }
    sum
}

/// Square matrices, or pairs of them, stored row after row.
pub struct Dense<S> {
    /// The instruction set.
    pub simd: S,
    /// The number of rows, and of columns.
    pub side: usize,
}

impl<S: Simd> Matrices for Dense<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn norm(&self, x: &[f64]) -> f64 {
        let x = &x[..self.side * self.side];
        let rows = x.chunks_exact(self.side.max(1));
        let norm = rows.map(|row| row.iter().map(|x| x.abs()).sum::<f64>()).fold(0.0, f64::max);
        // The maximum ignores NaN, the sum does not.
        if x.iter().sum::<f64>().is_finite() { norm } else { f64::NAN }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn multiply(&self, product: &mut [f64], x: &[f64], y: &[f64]) {
        let length = self.side * self.side;
        let sizes = Sizes { rows: self.side, depth: self.side, columns: self.side };
        let add = |target: &mut [f64], left, right| {
            add_product(self.simd, target, 1.0, Operand::Plain(left), Operand::Plain(right), sizes);
        };
        product.fill(0.0);
        let (value, slope) = product.split_at_mut(length);
        add(value, &x[..length], &y[..length]);
        if !slope.is_empty() {
            add(slope, &x[..length], &y[length..]);
            add(slope, &x[length..], &y[..length]);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn add_unit(&self, x: &mut [f64], number: f64) {
        x[..self.side * self.side].iter_mut().step_by(self.side + 1).for_each(|entry| *entry += number);
    }
}
