//! The rows of a matrix or the elements of a vector in reverse: yᵢ = xₙ₋₁₋ᵢ, with x̄ₙ₋₁₋ᵢ += ȳᵢ.

use crate::contract::operation::Affinity;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The rows of a matrix, or the elements of a vector, in reverse order.
#[derive(Clone, Copy, Debug)]
pub struct Reversed;

impl Sealed for Reversed {}

impl Operation for Reversed {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.reversed()", arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        sizes[0]
    }

    fn origin(&self, sizes: &Sizes, element: usize) -> Option<(usize, usize)> {
        let (columns, last) = (sizes[0].columns, sizes[0].rows.checked_sub(1)?);
        let row = last.checked_sub(element.checked_div(columns)?)?;
        Some((0, row * columns + element % columns))
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_not_empty(0)?;
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for Reversed {
    const FACTS: OperationFacts = OperationFacts { affinity: Affinity::Sum(1.0), ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, _: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let rows = operands.arguments[0].chunks_exact(size.columns).rev();
        for (value, row) in operands.value.chunks_exact_mut(size.columns).zip(rows) {
            value.copy_from_slice(row);
        }
    }

    fn backward<S: Simd>(&self, _: S, _: &Sizes, size: Size, _: Operands<'_>, mut adjoints: Adjoints<'_>) {
        let rows = adjoints.value.chunks_exact(size.columns).rev();
        if let Some(of_x) = adjoints.of(0) {
            for (of_row, row) in of_x.chunks_exact_mut(size.columns).zip(rows) {
                for (of_x, adjoint) in of_row.iter_mut().zip(row) {
                    *of_x += adjoint;
                }
            }
        }
    }
}
