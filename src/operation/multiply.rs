//! The product of two matrices, of which either may be a vector, a matrix of one column.
//!
//!   C = A B:     Ā += C̄ Bᵀ,   B̄ += Aᵀ C̄,
//!   C = Aᵀ B:    Ā += B C̄ᵀ,   B̄ += A C̄.

use super::{Operation, Setup, Side, Sizes};
use crate::error::Error;
use crate::linalg::multiply;
use crate::shape::Size;
use crate::simd::{Adjoints, Operands};
use pulp::Simd;

/// The product of two whole values, the first of them transposed if it says so.
#[derive(Clone, Copy, Debug)]
pub struct Multiply<const TRANSPOSED: bool>;

impl<const TRANSPOSED: bool> Operation for Multiply<TRANSPOSED> {
    fn describe(&self, arguments: &[String]) -> String {
        let transpose = if TRANSPOSED { ".transpose()" } else { "" };
        format!("{}{transpose}.dot({})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(if TRANSPOSED { sizes[0].columns } else { sizes[0].rows }, sizes[1].columns)
    }

    fn bind(&mut self, setup: &mut Setup<'_>) -> Result<(), Error> {
        let inner = if TRANSPOSED { Side::Column } else { Side::Row };
        setup.check_same((0, inner), (1, Side::Column))
    }

    #[inline(always)]
    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let ([a, b, ..], c) = (operands.arguments, operands.value);
        c.fill(0.0);
        multiply::<TRANSPOSED, false, S>(simd, c, 1.0, a, b, (size.rows, sizes[1].rows, size.columns));
    }

    #[inline(always)]
    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let ([a, b, ..], c_adjoint) = (operands.arguments, adjoints.value);
        let (rows, inner, columns) = (size.rows, sizes[1].rows, size.columns);
        if let Some(a_adjoint) = adjoints.of(0) {
            if TRANSPOSED {
                multiply::<false, true, S>(simd, a_adjoint, 1.0, b, c_adjoint, (inner, columns, rows));
            } else {
                multiply::<false, true, S>(simd, a_adjoint, 1.0, c_adjoint, b, (rows, columns, inner));
            }
        }
        if let Some(b_adjoint) = adjoints.of(1) {
            if TRANSPOSED {
                multiply::<false, false, S>(simd, b_adjoint, 1.0, a, c_adjoint, (inner, rows, columns));
            } else {
                multiply::<true, false, S>(simd, b_adjoint, 1.0, a, c_adjoint, (inner, rows, columns));
            }
        }
    }
}
