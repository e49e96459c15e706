//! The exponential of a square matrix, C = Σₖ Aᵏ/k!, with Ā += L(Aᵀ, C̄).
//!
//! L(X, E) is the derivative of the exponential at X in the direction E: see [`exponential`].

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::linalg::{Dense, EXPONENTIAL_BUFFERS, add_scaled, exponential, transpose};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The exponential of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct MatrixExp;

impl Sealed for MatrixExp {}

impl Operation for MatrixExp {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.matrix_exp()", arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].rows, sizes[0].rows)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.claim_scratch(2 * EXPONENTIAL_BUFFERS * setup.size(0).length());
        setup.check_square(0)?;
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for MatrixExp {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let n = size.rows;
        let scratch = &mut operands.scratch[..EXPONENTIAL_BUFFERS * n * n];
        scratch[..n * n].copy_from_slice(operands.arguments[0]);
        operands.value.copy_from_slice(exponential(&Dense { simd, side: n }, scratch));
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        _: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let n = size.rows;
        let (first, second) = operands.scratch.split_at_mut(n * n);
        transpose(operands.arguments[0], n, n, first);
        second[..n * n].copy_from_slice(adjoints.value);
        let pair = exponential(&Dense { simd, side: n }, operands.scratch);
        if let Some(adjoint) = adjoints.of(0) {
            add_scaled(simd, adjoint, 1.0, &pair[n * n..]);
        }
    }
}
