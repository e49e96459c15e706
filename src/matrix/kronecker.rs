//! The product of a Kronecker product and a vector, y = (A ⊗ B) x, without forming the matrix A ⊗ B.
//!
//! Let X be the matrix with the elements of x row after row, one row for each column of A. Then y has the
//! elements of Y = A X Bᵀ row after row:
//!
//!   T = X Bᵀ,   Y = A T,
//!   Ā += Ȳ Tᵀ,   T̄ = Aᵀ Ȳ,   X̄ += T̄ B,   B̄ += T̄ᵀ X.

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::linalg;
use crate::linalg::{Operand, add_product};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// (A ⊗ B) x for two matrices A and B and a vector x.
#[derive(Clone, Copy, Debug)]
pub struct KroneckerDot;

impl Sealed for KroneckerDot {}

impl Operation for KroneckerDot {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("kronecker_dot({}, {}, {})", arguments[0], arguments[1], arguments[2])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].rows.saturating_mul(sizes[1].rows), 1)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        let (a, b) = (setup.size(0), setup.size(1));
        setup.claim_scratch(2 * a.columns * b.rows);
        let by = format!("a row of the Kronecker product of `{}` and `{}`", setup.name(0), setup.name(1));
        setup.check_length(&by, a.columns * b.columns, (2, Side::Column))?;
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for KroneckerDot {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        use Operand::{Plain, Transposed};
        let ([a, b, x, ..], y) = (operands.arguments, operands.value);
        let t = &mut operands.scratch[..sizes[0].columns * sizes[1].rows];
        t.fill(0.0);
        let inner = linalg::Sizes { rows: sizes[0].columns, depth: sizes[1].columns, columns: sizes[1].rows };
        add_product(simd, t, 1.0, Plain(x), Transposed(b), inner);
        y.fill(0.0);
        let outer = linalg::Sizes { rows: sizes[0].rows, depth: sizes[0].columns, columns: sizes[1].rows };
        add_product(simd, y, 1.0, Plain(a), Plain(t), outer);
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
        let ([a, b, x, ..], y_adjoint) = (operands.arguments, adjoints.value);
        let (Size { rows: m, columns: n }, Size { rows: p, columns: q }) = (sizes[0], sizes[1]);
        let (t, t_adjoint) = operands.scratch.split_at_mut(n * p);
        if let Some(a_adjoint) = adjoints.of(0) {
            let sizes = linalg::Sizes { rows: m, depth: p, columns: n };
            add_product(simd, a_adjoint, 1.0, Plain(y_adjoint), Transposed(t), sizes);
        }
        if !(adjoints.wants(1) || adjoints.wants(2)) {
            return;
        }
        t_adjoint.fill(0.0);
        let sizes = linalg::Sizes { rows: n, depth: m, columns: p };
        add_product(simd, t_adjoint, 1.0, Transposed(a), Plain(y_adjoint), sizes);
        if let Some(b_adjoint) = adjoints.of(1) {
            let sizes = linalg::Sizes { rows: p, depth: n, columns: q };
            add_product(simd, b_adjoint, 1.0, Transposed(t_adjoint), Plain(x), sizes);
        }
        if let Some(x_adjoint) = adjoints.of(2) {
            let sizes = linalg::Sizes { rows: n, depth: p, columns: q };
            add_product(simd, x_adjoint, 1.0, Plain(t_adjoint), Plain(b), sizes);
        }
    }
}
