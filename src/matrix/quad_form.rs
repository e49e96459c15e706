//! Quadratic forms C = Bᵀ A B. If B is a vector, a matrix of one column, C is a number.
//!
//!   Ā += B C̄ Bᵀ,   B̄ += A B C̄ᵀ + Aᵀ B C̄.
//!
//! The symmetric form is (C + Cᵀ)/2, symmetric to the last bit; its C̄ is first replaced by (C̄ + C̄ᵀ)/2.

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands, scratch};
use crate::linalg;
use crate::linalg::{Operand, add_product, symmetrize};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// Bᵀ A B, or its symmetric part if `SYMMETRIC` is true.
#[derive(Clone, Copy, Debug)]
pub struct QuadForm<const SYMMETRIC: bool>;

scratch! {
    /// A B, B C̄ and the symmetric part of C̄.
    struct QuadFormScratch(n, m) {
        ab: n * m,
        bc: n * m,
        c_adjoint: m * m,
    }
}

impl<const SYMMETRIC: bool> Sealed for QuadForm<SYMMETRIC> {}

impl<const SYMMETRIC: bool> Operation for QuadForm<SYMMETRIC> {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        let name = if SYMMETRIC { "quad_form_sym" } else { "quad_form" };
        format!("{name}({}, {})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[1].columns, sizes[1].columns)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        let Size { rows: n, columns: m } = setup.size(1);
        setup.claim_scratch(QuadFormScratch::length(n, m));
        setup.check_square(0)?;
        setup.check_same((0, Side::Row), (1, Side::Column))?;
        Ok(self)
    }
}

#[inlined]
impl<const SYMMETRIC: bool> BoundOperation for QuadForm<SYMMETRIC> {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        use Operand::{Plain, Transposed};
        let ([a, b, ..], c) = (operands.arguments, operands.value);
        let Size { rows: n, columns: m } = sizes[1];
        let QuadFormScratch { ab, .. } = QuadFormScratch::divide(operands.scratch, n, m);
        ab.fill(0.0);
        add_product(simd, ab, 1.0, Plain(a), Plain(b), linalg::Sizes { rows: n, depth: n, columns: m });
        c.fill(0.0);
        add_product(simd, c, 1.0, Transposed(b), Plain(ab), linalg::Sizes { rows: m, depth: n, columns: m });
        if SYMMETRIC {
            symmetrize(c, m);
        }
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        use Operand::{Plain, Transposed};
        let [a, b, ..] = operands.arguments;
        let Size { rows: n, columns: m } = sizes[1];
        let QuadFormScratch { ab, bc, c_adjoint } = QuadFormScratch::divide(operands.scratch, n, m);
        c_adjoint.copy_from_slice(adjoints.value);
        if SYMMETRIC {
            symmetrize(c_adjoint, m);
        }
        bc.fill(0.0);
        let tall = linalg::Sizes { rows: n, depth: m, columns: m };
        add_product(simd, bc, 1.0, Plain(b), Plain(c_adjoint), tall);
        if let Some(a_adjoint) = adjoints.of(0) {
            let sizes = linalg::Sizes { rows: n, depth: m, columns: n };
            add_product(simd, a_adjoint, 1.0, Plain(bc), Transposed(b), sizes);
        }
        if let Some(b_adjoint) = adjoints.of(1) {
            add_product(simd, b_adjoint, 1.0, Plain(ab), Transposed(c_adjoint), tall);
            let sizes = linalg::Sizes { rows: n, depth: n, columns: m };
            add_product(simd, b_adjoint, 1.0, Transposed(a), Plain(bc), sizes);
        }
    }
}
