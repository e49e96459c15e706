//! Solutions of systems of equations with a symmetric positive definite matrix, X = A⁻¹ B, by the Cholesky
//! factor of A.
//!
//! With Y = A⁻¹ X̄:
//!
//!   B̄ += Y,   Ā −= ½ (Y Xᵀ + X Yᵀ).
//!
//! Giles 2008, "Collected matrix derivative results for forward and reverse mode algorithmic
//! differentiation", 2.3.1; made symmetric as in Murray 2016.

use crate::compiler::Context;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands, scratch};
use crate::linalg;
use crate::linalg::{Operand, Triangle, add_product, add_scaled, solve};
use crate::matrix::factor::{FIRST_IS_SYMMETRIC, check_positive_definite, factor};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The solution of A X = B for each column of the second argument; NaN if the matrix is not positive
/// definite.
#[derive(Clone, Copy, Debug)]
pub struct SolveSpd;

scratch! {
    /// U, Y Xᵀ and Y.
    struct SolveScratch(n, columns) {
        u: n * n,
        product: n * n,
        y: n * columns,
    }
}

/// Replaces X by A⁻¹ X, given U of A = Uᵀ U.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn solve_factored<S: Simd>(simd: S, u: &[f64], n: usize, x: &mut [f64], columns: usize) {
    let upper = Triangle::upper(u, n);
    solve(simd, upper.transpose(), x, columns);
    solve(simd, upper, x, columns);
}

impl Sealed for SolveSpd {}

impl Operation for SolveSpd {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.solve_spd({})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        sizes[1]
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_square(0)?;
        setup.check_same((0, Side::Row), (1, Side::Column))?;
        let n = setup.size(0).rows;
        setup.claim_scratch(SolveScratch::length(n, setup.size(1).columns));
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for SolveSpd {
    const FACTS: OperationFacts = OperationFacts { symmetric: FIRST_IS_SYMMETRIC, ..OperationFacts::NONE };

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
        let ([a, b, ..], n) = (operands.arguments, size.rows);
        let SolveScratch { u, .. } = SolveScratch::divide(operands.scratch, n, size.columns);
        if factor(simd, u, a, n) {
            operands.value.copy_from_slice(b);
            solve_factored(simd, u, n, operands.value, size.columns);
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
        let (n, columns) = (size.rows, size.columns);
        let SolveScratch { u, product, y } = SolveScratch::divide(operands.scratch, n, columns);
        y.copy_from_slice(adjoints.value);
        solve_factored(simd, u, n, y, columns);
        if let Some(b_adjoint) = adjoints.of(1) {
            add_scaled(simd, b_adjoint, 1.0, y);
        }
        if let Some(a_adjoint) = adjoints.of(0) {
            product.fill(0.0);
            let sizes = linalg::Sizes { rows: n, depth: columns, columns: n };
            add_product(simd, product, 1.0, Operand::Plain(y), Operand::Transposed(operands.value), sizes);
            linalg::symmetrize(product, n);
            add_scaled(simd, a_adjoint, -1.0, product);
        }
    }
}
