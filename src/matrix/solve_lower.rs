//! Solutions of systems of equations with a lower triangular matrix; the elements above the diagonal are
//! not read.
//!
//!   X = L⁻¹ B:    B̄ += Y with Y = L⁻ᵀ X̄,   L̄ −= the lower triangle of Y Xᵀ,
//!   X = L⁻ᵀ B:    B̄ += Y with Y = L⁻¹ X̄,    L̄ −= the lower triangle of X Yᵀ.
//!
//! Giles 2008, "Collected matrix derivative results for forward and reverse mode algorithmic
//! differentiation", 2.3.1.

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::linalg::{Triangle, add_scaled, solve, subtract_lower_product};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The solution of L X = B for each column of the second argument, or of Lᵀ X = B if `TRANSPOSED` is true.
#[derive(Clone, Copy, Debug)]
pub struct SolveLower<const TRANSPOSED: bool>;

impl<const TRANSPOSED: bool> SolveLower<TRANSPOSED> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn triangle(l: &[f64], n: usize) -> Triangle<'_> {
        let triangle = Triangle::lower(l, n);
        if TRANSPOSED { triangle.transpose() } else { triangle }
    }
}

impl<const TRANSPOSED: bool> Sealed for SolveLower<TRANSPOSED> {}

impl<const TRANSPOSED: bool> Operation for SolveLower<TRANSPOSED> {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        let transposed = if TRANSPOSED { "_transposed" } else { "" };
        format!("{}.solve_lower{transposed}({})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        sizes[1]
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_square(0)?;
        setup.check_same((0, Side::Row), (1, Side::Column))?;
        setup.claim_scratch(setup.size(1).length());
        Ok(self)
    }
}

#[inlined]
impl<const TRANSPOSED: bool> BoundOperation for SolveLower<TRANSPOSED> {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let ([l, b, ..], x) = (operands.arguments, operands.value);
        x.copy_from_slice(b);
        solve(simd, Self::triangle(l, size.rows), x, size.columns);
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        _: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let (l, x, y) = (operands.arguments[0], &*operands.value, operands.scratch);
        y.copy_from_slice(adjoints.value);
        solve(simd, Self::triangle(l, size.rows).transpose(), y, size.columns);
        if let Some(b_adjoint) = adjoints.of(1) {
            add_scaled(simd, b_adjoint, 1.0, y);
        }
        if let Some(l_adjoint) = adjoints.of(0) {
            let (left, right) = if TRANSPOSED { (x, &*y) } else { (&*y, x) };
            subtract_lower_product(simd, l_adjoint, left, right, size.rows);
        }
    }
}
