//! A matrix times its own transpose.
//!
//!   C = Aᵀ A:    Ā += A (C̄ + C̄ᵀ),
//!   C = A Aᵀ:    Ā += (C̄ + C̄ᵀ) A.
//!
//! C is symmetric to the last bit.

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::labels::SideLevels;
use crate::linalg;
use crate::linalg::{Operand, add_gram, add_product, copy_upper_to_lower, sum_with_transpose};
use crate::sealed::Sealed;
use crate::shape::{MatrixForm, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// Aᵀ A if `TRANSPOSED` is true, otherwise A Aᵀ.
#[derive(Clone, Copy, Debug)]
pub struct Gram<const TRANSPOSED: bool>;

impl<const TRANSPOSED: bool> Sealed for Gram<TRANSPOSED> {}

impl<const TRANSPOSED: bool> Operation for Gram<TRANSPOSED> {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.{}()", arguments[0], if TRANSPOSED { "crossprod" } else { "tcrossprod" })
    }

    fn size(&self, sizes: &Sizes) -> Size {
        let side = if TRANSPOSED { sizes[0].columns } else { sizes[0].rows };
        Size::new(side, side)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        let side = if TRANSPOSED { setup.size(0).columns } else { setup.size(0).rows };
        setup.claim_scratch(side * side);
        Ok(self)
    }
}

#[inlined]
impl<const TRANSPOSED: bool> BoundOperation for Gram<TRANSPOSED> {
    const FACTS: OperationFacts = OperationFacts {
        levels: if TRANSPOSED {
            |of_factor| SideLevels::of_square(of_factor.columns)
        } else {
            |of_factor| SideLevels::of_square(of_factor.rows)
        },
        form: if TRANSPOSED { |_| MatrixForm::Symmetric } else { MatrixForm::times_own_transpose },
        ..OperationFacts::NONE
    };

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let (a, c, side) = (operands.arguments[0], operands.value, size.rows);
        c.fill(0.0);
        if TRANSPOSED {
            add_gram(simd, c, 1.0, a, side);
        } else {
            let sizes = linalg::Sizes { rows: side, depth: sizes[0].columns, columns: side };
            add_product(simd, c, 1.0, Operand::Plain(a), Operand::Transposed(a), sizes);
            copy_upper_to_lower(c, side);
        }
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        use Operand::Plain;
        let (a, sums) = (operands.arguments[0], operands.scratch);
        let Size { rows, columns } = sizes[0];
        sum_with_transpose(adjoints.value, size.rows, sums);
        if let Some(adjoint) = adjoints.of(0) {
            let (left, right) = if TRANSPOSED { (a, &*sums) } else { (&*sums, a) };
            let sizes = linalg::Sizes { rows, depth: size.rows, columns };
            add_product(simd, adjoint, 1.0, Plain(left), Plain(right), sizes);
        }
    }
}
