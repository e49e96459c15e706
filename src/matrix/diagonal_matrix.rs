//! The square matrix with a vector on its diagonal and zeros elsewhere: Aᵢᵢ = vᵢ, v̄ᵢ += Āᵢᵢ.

use crate::contract::operation::Affinity;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The diagonal matrix of a vector.
#[derive(Clone, Copy, Debug)]
pub struct DiagonalMatrix;

impl Sealed for DiagonalMatrix {}

impl Operation for DiagonalMatrix {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.diagonal_matrix()", arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].rows, sizes[0].rows)
    }

    fn bind(self, _: &mut Setup<'_>) -> Result<Self, Error> {
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for DiagonalMatrix {
    const FACTS: OperationFacts = OperationFacts { affinity: Affinity::Sum(1.0), ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, _: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        operands.value.fill(0.0);
        let diagonal = operands.value.iter_mut().step_by(size.columns + 1);
        for (cell, number) in diagonal.zip(operands.arguments[0]) {
            *cell = *number;
        }
    }

    fn backward<S: Simd>(&self, _: S, _: &Sizes, size: Size, _: Operands<'_>, mut adjoints: Adjoints<'_>) {
        let diagonal = adjoints.value.iter().step_by(size.columns + 1);
        if let Some(vector) = adjoints.of(0) {
            for (adjoint, cell) in vector.iter_mut().zip(diagonal) {
                *adjoint += *cell;
            }
        }
    }
}
