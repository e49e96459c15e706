//! The exponential of a square matrix, C = Σₖ Aᵏ/k!, with Ā += L(Aᵀ, C̄).
//!
//! L(X, E) is the derivative of the exponential at X in the direction E, the block above the diagonal of
//!
//!   exp([X E; 0 X]) = [exp(X) L(X, E); 0 exp(X)],
//!
//! so it comes of the same algorithm on pairs (X, E), whose product is (X Y, X F + E Y). The algorithm is scaling and
//! squaring: with B = A/2ˢ, small enough that the Taylor series to degree 16 has all digits (A. H. Al-Mohy and N. J. Higham,
//! “Computing the action of the matrix exponential”, 2011, table 3.1), exp(A) is exp(B) squared s times. The series is
//! evaluated in powers of B⁴, which takes six products.

use super::{BoundOperation, Operation, Setup, Sizes};
use crate::error::Error;
use crate::linalg::{self, Operand, add_product, add_scaled, transpose};
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::{Adjoints, Operands};
use pulp::Simd;

/// The largest sum of magnitudes in a row for which the series has all digits.
const CONVERGED: f64 = 0.6;

/// From such sums on, no digit would survive the squaring.
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

/// The matrices or pairs that the algorithm works with: B, B², B³, B⁴, the sum and a product.
const BUFFERS: usize = 6;

/// The exponential of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct MatrixExp;

impl Sealed for MatrixExp {}

impl Operation for MatrixExp {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.matrix_exp()", arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].rows, sizes[0].rows)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.claim_scratch(2 * BUFFERS * setup.size(0).length());
        setup.check_square(0)?;
        Ok(self)
    }
}

impl BoundOperation for MatrixExp {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let n = size.rows;
        let scratch = &mut operands.scratch[..BUFFERS * n * n];
        scratch[..n * n].copy_from_slice(operands.arguments[0]);
        operands.value.copy_from_slice(exponential(simd, scratch, n));
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<S: Simd>(
        &self,
        simd: S,
        _: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let n = size.rows;
        let (first, second) = operands.scratch.split_at_mut(n * n);
        transpose(operands.arguments[0], n, n, first);
        second[..n * n].copy_from_slice(adjoints.value);
        let pair = exponential(simd, operands.scratch, n);
        if let Some(adjoint) = adjoints.of(0) {
            add_scaled(simd, adjoint, 1.0, &pair[n * n..]);
        }
    }
}

/// The exponential of the n × n matrix, or of the pair of them, that the first of the buffers holds.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn exponential<S: Simd>(simd: S, buffers: &mut [f64], n: usize) -> &[f64] {
    let width = buffers.len() / BUFFERS;
    let (b, rest) = buffers.split_at_mut(width);
    let (b2, rest) = rest.split_at_mut(width);
    let (b3, rest) = rest.split_at_mut(width);
    let (b4, rest) = rest.split_at_mut(width);
    let (mut sum, mut product) = rest.split_at_mut(width);

    let rows = b[..n * n].chunks_exact(n.max(1));
    let norm = rows.map(|row| row.iter().map(|x| x.abs()).sum::<f64>()).fold(0.0, f64::max);
    // A maximum passes over NaN, a sum does not.
    let is_finite = b[..n * n].iter().sum::<f64>().is_finite();
    if !(is_finite && norm < TOO_LARGE) {
        sum.fill(f64::NAN);
        return sum;
    }
    let (mut squarings, mut scale) = (0, 1.0);
    while norm * scale > CONVERGED {
        (squarings, scale) = (squarings + 1, 0.5 * scale);
    }
    b.iter_mut().for_each(|number| *number *= scale);
    multiply(simd, b2, b, b, n);
    multiply(simd, b3, b2, b, n);
    multiply(simd, b4, b2, b2, n);

    for (number, power) in sum.iter_mut().zip(&*b4) {
        *number = COEFFICIENTS[16] * power;
    }
    for first in [12, 8, 4, 0] {
        if first < 12 {
            multiply(simd, product, sum, b4, n);
            core::mem::swap(&mut sum, &mut product);
        }
        let [c0, c1, c2, c3] = [0, 1, 2, 3].map(|k| COEFFICIENTS[first + k]);
        for (((number, b), b2), b3) in sum.iter_mut().zip(&*b).zip(&*b2).zip(&*b3) {
            *number += c1 * b + c2 * b2 + c3 * b3;
        }
        sum[..n * n].iter_mut().step_by(n + 1).for_each(|number| *number += c0);
    }
    for _ in 0..squarings {
        multiply(simd, product, sum, sum, n);
        core::mem::swap(&mut sum, &mut product);
    }
    sum
}

/// The product of two n × n matrices, or of two pairs.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn multiply<S: Simd>(simd: S, product: &mut [f64], x: &[f64], y: &[f64], n: usize) {
    let sizes = linalg::Sizes { rows: n, depth: n, columns: n };
    let add = |target: &mut [f64], left, right| {
        add_product(simd, target, 1.0, Operand::Plain(left), Operand::Plain(right), sizes);
    };
    product.fill(0.0);
    let (value, slope) = product.split_at_mut(n * n);
    add(value, &x[..n * n], &y[..n * n]);
    if !slope.is_empty() {
        add(slope, &x[..n * n], &y[n * n..]);
        add(slope, &x[n * n..], &y[..n * n]);
    }
}
