//! The determinant of a square matrix: the product of the pivots of Gaussian elimination, with a sign that each exchange of
//! rows changes.
//!
//!   Ā += ȳ det A · A⁻ᵀ,
//!
//! and where A has no inverse, the matrix of cofactors in place of det A · A⁻ᵀ.
//! Giles 2008, "Collected matrix derivative results for forward and reverse mode algorithmic differentiation", 2.2.4.

use super::{Operation, Setup, Sizes};
use crate::error::Error;
use crate::linalg::{self, add_scaled};
use crate::shape::Size;
use crate::simd::{Adjoints, Operands};
use pulp::Simd;

/// The determinant of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Determinant;

/// The determinant by elimination, which leaves anything in the matrix.
#[inline(always)]
fn eliminate<S: Simd>(simd: S, a: &mut [f64], n: usize) -> f64 {
    let mut determinant = 1.0;
    for pivot in 0..n {
        let magnitude = |row: usize| a[row * n + pivot].abs();
        let best =
            (pivot + 1..n).fold(pivot, |best, row| if magnitude(row) > magnitude(best) { row } else { best });
        let (above, below) = a.split_at_mut((pivot + 1) * n);
        let row = &mut above[pivot * n..];
        if best > pivot {
            row.swap_with_slice(&mut below[(best - pivot - 1) * n..][..n]);
            determinant = -determinant;
        }
        determinant *= row[pivot];
        if row[pivot] == 0.0 {
            return determinant;
        }
        let reciprocal = 1.0 / row[pivot];
        for other in below.chunks_exact_mut(n) {
            let factor = -other[pivot] * reciprocal;
            add_scaled(simd, &mut other[pivot + 1..], factor, &row[pivot + 1..]);
        }
    }
    determinant
}

impl Operation for Determinant {
    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.determinant()", arguments[0])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(&mut self, setup: &mut Setup<'_>) -> Result<(), Error> {
        setup.check_square(0)?;
        let n = setup.size(0).rows;
        setup.claim_stack(linalg::inverse_scratch(n));
        setup.claim_scratch(2 * n * n);
        Ok(())
    }

    #[inline(always)]
    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let n = sizes[0].rows;
        let (eliminated, _) = operands.scratch.split_at_mut(n * n);
        eliminated.copy_from_slice(operands.arguments[0]);
        operands.value[0] = eliminate(simd, eliminated, n);
    }

    #[inline(always)]
    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let (n, adjoint, a) = (sizes[0].rows, adjoints.value[0], operands.arguments[0]);
        let Some(a_adjoint) = adjoints.of(0) else { return };
        let (inverse, transposed) = operands.scratch.split_at_mut(n * n);
        if linalg::inverse(simd, inverse, a, n, operands.stack).is_finite() {
            linalg::transpose(inverse, n, n, transposed);
            add_scaled(simd, a_adjoint, adjoint * operands.value[0], transposed);
        } else {
            add_cofactors(simd, a_adjoint, adjoint, a, n, inverse);
        }
    }
}

/// Adds a multiple of the matrix of cofactors, each the determinant of what remains without a row and a column.
#[inline(always)]
fn add_cofactors<S: Simd>(simd: S, sum: &mut [f64], factor: f64, a: &[f64], n: usize, minor: &mut [f64]) {
    for (place, sum) in sum.iter_mut().enumerate() {
        let (row, column) = (place / n, place % n);
        let remaining = a.iter().enumerate().filter(|(at, _)| at / n != row && at % n != column);
        let mut count = 0;
        for (to, (_, &number)) in minor.iter_mut().zip(remaining) {
            *to = number;
            count += 1;
        }
        let sign = if (row + column) % 2 == 0 { factor } else { -factor };
        *sum += sign * eliminate(simd, &mut minor[..count], n - 1);
    }
}
