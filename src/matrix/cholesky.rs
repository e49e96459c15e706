//! The Cholesky factor L of a symmetric positive definite matrix, A = L Lᵀ with L lower triangular.
//!
//! With Φ the lower triangle of Lᵀ L̄, its diagonal halved,
//!
//!   Ā += ½ L⁻ᵀ (Φ + Φᵀ) L⁻¹,
//!
//! which is symmetric: the entries of A above and below the diagonal share the slope. Murray 2016,
//! "Differentiation of the Cholesky decomposition"; `linalg/cholesky_adjoint.rs` describes the computation.

use crate::compiler::Context;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::linalg::{add_scaled, cholesky_adjoint, clear_lower, transpose};
use crate::matrix::factor::{FIRST_IS_SYMMETRIC, check_positive_definite, factor};
use crate::sealed::Sealed;
use crate::shape::{MatrixForm, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// The bound operation: it computes the factor of a matrix, or reads the factor that is stored beside it.
#[derive(Clone, Copy, Debug)]
pub struct BoundCholesky {
    is_known: bool,
}

impl Sealed for BoundCholesky {}

/// The lower triangular factor; NaN where the matrix is not positive definite.
#[derive(Clone, Copy, Debug)]
pub struct Cholesky;

impl Sealed for Cholesky {}

impl Operation for Cholesky {
    type Bound = BoundCholesky;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.cholesky()", arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        sizes[0]
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<BoundCholesky, Error> {
        setup.check_square(0)?;
        let n = setup.size(0).rows;
        // U = Lᵀ, and the adjoint that is passed backward.
        setup.claim_scratch(2 * n * n);
        Ok(BoundCholesky { is_known: setup.takes_factor(0) })
    }
}

#[inlined]
impl BoundOperation for BoundCholesky {
    const FACTS: OperationFacts = OperationFacts {
        symmetric: FIRST_IS_SYMMETRIC,
        levels: |of_product| of_product,
        form: MatrixForm::cholesky_factor,
        ..OperationFacts::NONE
    };

    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        _: &mut [f64],
    ) -> Result<(), Error> {
        check_positive_definite(context, sizes, is_data, operands)
    }

    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        if self.is_known {
            return operands.value.copy_from_slice(operands.arguments[0]);
        }
        let n = size.rows;
        let (u, _) = operands.scratch.split_at_mut(n * n);
        if factor(simd, u, operands.arguments[0], n) {
            clear_lower(u, n);
            transpose(u, n, n, operands.value);
        } else {
            operands.value.fill(f64::NAN);
        }
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        _: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        if self.is_known {
            let value = adjoints.value;
            return adjoints.of(0).into_iter().for_each(|slopes| add_scaled(simd, slopes, 1.0, value));
        }
        let n = size.rows;
        let (u, m) = operands.scratch.split_at_mut(n * n);
        m.copy_from_slice(adjoints.value);
        let Some(a_adjoint) = adjoints.of(0) else { return };
        cholesky_adjoint(simd, m, u, n);
        add_scaled(simd, a_adjoint, 1.0, m);
    }
}
