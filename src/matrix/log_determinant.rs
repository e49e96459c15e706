//! The logarithm of the magnitude of a determinant, y = log |det A|.
//!
//!   Ā += ȳ A⁻ᵀ.
//!
//! For a symmetric positive definite matrix it is twice the sum of the logarithms of the diagonal of its
//! Cholesky factor. Giles 2008, "Collected matrix derivative results for forward and reverse mode
//! algorithmic differentiation", 2.2.4.

use crate::compiler::Context;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::linalg;
use crate::linalg::add_scaled;
use crate::matrix::factor::{check_positive_definite, first_is_symmetric};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The log determinant of a matrix: −∞ where it is singular. If `SPD` is true, of a symmetric positive
/// definite matrix: NaN where it is not positive definite.
#[derive(Clone, Copy, Debug)]
pub struct LogDeterminant<const SPD: bool>;

impl<const SPD: bool> Sealed for LogDeterminant<SPD> {}

impl<const SPD: bool> Operation for LogDeterminant<SPD> {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.log_determinant{}()", arguments[0], if SPD { "_spd" } else { "" })
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_square(0)?;
        let n = setup.size(0).rows;
        if !SPD {
            setup.claim_stack(linalg::inverse_scratch(n));
        }
        // The factor and the inverse, or the inverse and its transpose.
        setup.claim_scratch(2 * n * n);
        Ok(self)
    }
}

#[inlined]
impl<const SPD: bool> BoundOperation for LogDeterminant<SPD> {
    const FACTS: OperationFacts =
        OperationFacts { symmetric: first_is_symmetric(SPD), ..OperationFacts::NONE };

    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        _: &mut [f64],
    ) -> Result<(), Error> {
        if SPD { check_positive_definite(context, sizes, is_data, operands) } else { Ok(()) }
    }

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let (a, n, stack) = (operands.arguments[0], sizes[0].rows, operands.stack);
        let (first, _) = operands.scratch.split_at_mut(n * n);
        operands.value[0] = if SPD {
            first.copy_from_slice(a);
            linalg::factor_with_log_determinant(simd, first, n)
        } else {
            linalg::inverse(simd, first, a, n, stack)
        };
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let (n, adjoint) = (sizes[0].rows, adjoints.value[0]);
        let Some(a_adjoint) = adjoints.of(0) else { return };
        let (first, second) = operands.scratch.split_at_mut(n * n);
        if SPD {
            linalg::inverse_of_factored(simd, second, first, n);
        } else {
            linalg::transpose(first, n, n, second);
        }
        add_scaled(simd, a_adjoint, adjoint, second);
    }
}
