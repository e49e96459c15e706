//! A square matrix plus a diagonal matrix: C = A + diag(d), with Ā += C̄ and d̄ᵢ += C̄ᵢᵢ. If d is a number,
//! it is added to each diagonal element.

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::linalg::add_scaled;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// A matrix plus the diagonal matrix of a vector or a number.
#[derive(Clone, Copy, Debug)]
pub struct AddDiagonal<const IS_NUMBER: bool>;

impl<const IS_NUMBER: bool> Sealed for AddDiagonal<IS_NUMBER> {}

impl<const IS_NUMBER: bool> Operation for AddDiagonal<IS_NUMBER> {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.add_diagonal({})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        sizes[0]
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_square(0)?;
        if !IS_NUMBER {
            setup.check_same((0, Side::Row), (1, Side::Column))?;
        }
        Ok(self)
    }
}

#[inlined]
impl<const IS_NUMBER: bool> BoundOperation for AddDiagonal<IS_NUMBER> {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, _: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let ([a, d, ..], c) = (operands.arguments, operands.value);
        c.copy_from_slice(a);
        for (place, cell) in c.iter_mut().step_by(size.columns + 1).enumerate() {
            *cell += d[if IS_NUMBER { 0 } else { place }];
        }
    }

    fn backward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: Operands<'_>, mut adjoints: Adjoints<'_>) {
        let c_adjoint = adjoints.value;
        if let Some(a_adjoint) = adjoints.of(0) {
            add_scaled(simd, a_adjoint, 1.0, c_adjoint);
        }
        if let Some(d_adjoint) = adjoints.of(1) {
            for (place, cell) in c_adjoint.iter().step_by(size.columns + 1).enumerate() {
                d_adjoint[if IS_NUMBER { 0 } else { place }] += cell;
            }
        }
    }
}
