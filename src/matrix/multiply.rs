//! The product of two matrices. Either of them may be a vector, which is a matrix of one column.
//!
//!   C = A B:     Ā += C̄ Bᵀ,   B̄ += Aᵀ C̄,
//!   C = Aᵀ B:    Ā += B C̄ᵀ,   B̄ += A C̄.

use crate::contract::operation::Affinity;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::linalg;
use crate::linalg::{Operand, add_product};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The product of two whole values; the first is transposed if `TRANSPOSED` is true.
#[derive(Clone, Copy, Debug)]
pub struct Multiply<const TRANSPOSED: bool>;

impl<const TRANSPOSED: bool> Sealed for Multiply<TRANSPOSED> {}

impl<const TRANSPOSED: bool> Operation for Multiply<TRANSPOSED> {
    type Bound = Self;
    const TAKES_NOTHING: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        let transpose = if TRANSPOSED { ".transpose()" } else { "" };
        format!("{}{transpose}.dot({})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(if TRANSPOSED { sizes[0].columns } else { sizes[0].rows }, sizes[1].columns)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        let inner = if TRANSPOSED { Side::Column } else { Side::Row };
        setup.check_same((0, inner), (1, Side::Column))?;
        Ok(self)
    }
}

/// True if the factors have no elements to multiply, so that the product is 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn is_nothing(sizes: &Sizes) -> bool {
    sizes[0].length() == 0 || sizes[1].length() == 0
}

#[inlined]
impl<const TRANSPOSED: bool> BoundOperation for Multiply<TRANSPOSED> {
    const FACTS: OperationFacts = OperationFacts {
        affinity: Affinity::Product,
        own_rows: if TRANSPOSED { &[] } else { &[0] },
        ..OperationFacts::NONE
    };

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let ([a, b, ..], c) = (operands.arguments, operands.value);
        c.fill(0.0);
        if is_nothing(sizes) {
            return;
        }
        let a = if TRANSPOSED { Operand::Transposed(a) } else { Operand::Plain(a) };
        let product = linalg::Sizes { rows: size.rows, depth: sizes[1].rows, columns: size.columns };
        add_product(simd, c, 1.0, a, Operand::Plain(b), product);
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        use Operand::{Plain, Transposed};
        if is_nothing(sizes) {
            return;
        }
        let ([a, b, ..], c_adjoint) = (operands.arguments, adjoints.value);
        let (rows, depth, columns) = (size.rows, sizes[1].rows, size.columns);
        if let Some(a_adjoint) = adjoints.of(0) {
            if TRANSPOSED {
                let sizes = linalg::Sizes { rows: depth, depth: columns, columns: rows };
                add_product(simd, a_adjoint, 1.0, Plain(b), Transposed(c_adjoint), sizes);
            } else {
                let sizes = linalg::Sizes { rows, depth: columns, columns: depth };
                add_product(simd, a_adjoint, 1.0, Plain(c_adjoint), Transposed(b), sizes);
            }
        }
        if let Some(b_adjoint) = adjoints.of(1) {
            let a = if TRANSPOSED { Plain(a) } else { Transposed(a) };
            let sizes = linalg::Sizes { rows: depth, depth: rows, columns };
            add_product(simd, b_adjoint, 1.0, a, Plain(c_adjoint), sizes);
        }
    }
}
