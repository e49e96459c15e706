//! The inverse of a square matrix, V = A⁻¹.
//!
//!   Ā −= Vᵀ V̄ Vᵀ,
//!
//! and for a symmetric positive definite A, whose inverse is computed from its Cholesky factor, the
//! symmetric
//!
//!   Ā −= ½ V (V̄ + V̄ᵀ) V.
//!
//! Giles 2008, "Collected matrix derivative results for forward and reverse mode algorithmic
//! differentiation", 2.2.3.

use crate::compiler::Context;
use crate::contract::conjugacy::Link;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::linalg;
use crate::linalg::{Operand, add_product};
use crate::matrix::factor::{check_positive_definite, factor, first_is_symmetric};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The inverse of a matrix, which is symmetric and positive definite if `SPD` is true; NaN if there is no
/// inverse.
#[derive(Clone, Copy, Debug)]
pub struct Inverse<const SPD: bool>;

impl<const SPD: bool> Sealed for Inverse<SPD> {}

impl<const SPD: bool> Operation for Inverse<SPD> {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.inverse{}()", arguments[0], if SPD { "_spd" } else { "" })
    }

    fn size(&self, sizes: &Sizes) -> Size {
        sizes[0]
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_square(0)?;
        let n = setup.size(0).rows;
        if !SPD {
            setup.claim_stack(linalg::inverse_scratch(n));
        }
        // The factor, or the mean of V̄ and V̄ᵀ; and Vᵀ V̄.
        setup.claim_scratch(if SPD { 2 } else { 1 } * n * n);
        Ok(self)
    }
}

#[inlined]
impl<const SPD: bool> BoundOperation for Inverse<SPD> {
    const FACTS: OperationFacts = OperationFacts {
        links: &[Link::Inverse],
        symmetric: first_is_symmetric(SPD),
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
        if SPD { check_positive_definite(context, sizes, is_data, operands) } else { Ok(()) }
    }

    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let (a, v, n, stack) = (operands.arguments[0], operands.value, size.rows, operands.stack);
        let is_inverted = if SPD {
            let u = &mut operands.scratch[..n * n];
            let is_factored = factor(simd, u, a, n);
            if is_factored {
                linalg::inverse_of_factored(simd, v, u, n);
            }
            is_factored
        } else {
            linalg::inverse(simd, v, a, n, stack).is_finite()
        };
        if !is_inverted {
            v.fill(f64::NAN);
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
        use Operand::{Plain, Transposed};
        let (v, n, v_adjoint) = (&*operands.value, size.rows, adjoints.value);
        let Some(a_adjoint) = adjoints.of(0) else { return };
        let (product, mean) = operands.scratch.split_at_mut(n * n);
        let v_adjoint = if SPD {
            mean.copy_from_slice(v_adjoint);
            linalg::symmetrize(mean, n);
            mean
        } else {
            v_adjoint
        };
        product.fill(0.0);
        let square = linalg::Sizes { rows: n, depth: n, columns: n };
        add_product(simd, product, 1.0, Transposed(v), Plain(v_adjoint), square);
        add_product(simd, a_adjoint, -1.0, Plain(product), Transposed(v), square);
    }
}
