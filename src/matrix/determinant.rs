//! The determinant of a square matrix: the product of the pivots of Gaussian elimination, where each
//! exchange of rows changes the sign.
//!
//!   Ā += ȳ det A · A⁻ᵀ,
//!
//! and where A has no inverse, Ā += ȳ C with the matrix of cofactors C. Take vectors u and v for which
//! B = A + u vᵀ has an inverse. Then x = B⁻¹ u and y = B⁻ᵀ v span the null spaces of A and Aᵀ, and vᵀ
//! x = uᵀ y = 1. Since det B = det A + uᵀ C v, it follows that C = det B · y xᵀ. If no such u and v exist,
//! C = 0.
//!
//! Giles 2008, "Collected matrix derivative results for forward and reverse mode algorithmic
//! differentiation", 2.2.4.

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands, scratch};
use crate::linalg;
use crate::linalg::add_scaled;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The determinant of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct Determinant;

/// The determinant by elimination, which overwrites the matrix.
#[cfg_attr(not(monomorph_outlined), inline(always))]
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

scratch! {
    struct DeterminantScratch(n) {
        inverse: n * n,
        matrix: n * n,
        x: n,
        y: n,
    }
}

impl Sealed for Determinant {}

impl Operation for Determinant {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.determinant()", arguments[0])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_square(0)?;
        let n = setup.size(0).rows;
        setup.claim_stack(linalg::inverse_scratch(n));
        setup.claim_scratch(DeterminantScratch::length(n));
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for Determinant {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let n = sizes[0].rows;
        let DeterminantScratch { matrix, .. } = DeterminantScratch::divide(operands.scratch, n);
        matrix.copy_from_slice(operands.arguments[0]);
        operands.value[0] = eliminate(simd, matrix, n);
    }

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
        let DeterminantScratch { inverse, matrix, x, y } = DeterminantScratch::divide(operands.scratch, n);
        if linalg::inverse(simd, inverse, a, n, operands.stack).is_finite() {
            linalg::transpose(inverse, n, n, matrix);
            add_scaled(simd, a_adjoint, adjoint * operands.value[0], matrix);
        } else if operands.value[0] == 0.0 {
            let size = a.iter().fold(0.0_f64, |size, number| size.max(number.abs()));
            let size = if size > 0.0 { size.sqrt() } else { 1.0 };
            let [u, v] =
                [GOLDEN, SILVER].map(|step| move |place: usize| size * (1.0 + (place as f64 * step).fract()));
            for (place, (number, a)) in matrix.iter_mut().zip(a).enumerate() {
                *number = a + u(place / n) * v(place % n);
            }
            if !linalg::inverse(simd, inverse, matrix, n, operands.stack).is_finite() {
                return;
            }
            let factor = adjoint * eliminate(simd, matrix, n);
            x.fill(0.0);
            y.fill(0.0);
            for (place, number) in inverse.iter().enumerate() {
                x[place / n] += number * u(place % n);
                y[place % n] += number * v(place / n);
            }
            for (row, y) in a_adjoint.chunks_exact_mut(n).zip(y) {
                add_scaled(simd, row, factor * *y, x);
            }
        }
    }
}

/// The steps from which the elements of the vectors u and v are computed. They are irrational, so that the
/// vectors have no pattern that a matrix could share.
const GOLDEN: f64 = 0.618_033_988_749_894_9;
const SILVER: f64 = core::f64::consts::SQRT_2 - 1.0;
