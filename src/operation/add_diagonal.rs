//! A square matrix with something added to its diagonal, a number or a vector: Bᵢᵢ = Aᵢᵢ + dᵢ.
//!
//!   Ā += B̄,   d̄ᵢ += B̄ᵢᵢ, and for a number their sum.

use super::{Operation, Setup, Side, Sizes};
use crate::error::Error;
use crate::linalg::add_scaled;
use crate::shape::Size;
use crate::simd::{Adjoints, Operands};
use pulp::Simd;

/// The sum of a matrix and a diagonal.
#[derive(Clone, Copy, Debug)]
pub struct AddDiagonal;

impl Operation for AddDiagonal {
    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.add_diag({})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        sizes[0]
    }

    fn bind(&mut self, setup: &mut Setup<'_>) -> Result<(), Error> {
        setup.check_square(0)?;
        if setup.size(1).length() == 1 { Ok(()) } else { setup.check_same((0, Side::Row), (1, Side::Column)) }
    }

    #[inline(always)]
    fn forward<S: Simd>(&self, _: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        operands.value.copy_from_slice(operands.arguments[0]);
        let diagonal = operands.value.iter_mut().step_by(size.columns + 1);
        for (cell, number) in diagonal.zip(operands.arguments[1].iter().cycle()) {
            *cell += number;
        }
    }

    #[inline(always)]
    fn backward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: Operands<'_>, mut adjoints: Adjoints<'_>) {
        let adjoint = adjoints.value;
        if let Some(matrix) = adjoints.of(0) {
            add_scaled(simd, matrix, 1.0, adjoint);
        }
        if let Some(numbers) = adjoints.of(1) {
            let last = numbers.len() - 1;
            for (place, cell) in adjoint.iter().step_by(size.columns + 1).enumerate() {
                numbers[place.min(last)] += cell;
            }
        }
    }
}
