//! A lower triangle times its own transpose: C = L Lᵀ, L̄ += tril((C̄ + C̄ᵀ) L).
//!
//! The elements of L above the diagonal are not read: cᵢⱼ = Σₖ lᵢₖ lⱼₖ over k ≤ min(i, j).

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::labels::SideLevels;
use crate::linalg::{add_scaled, copy_lower_to_upper, dot};
use crate::sealed::Sealed;
use crate::shape::{MatrixForm, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// L Lᵀ, where L is the lower triangle of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct LowerGram;

impl Sealed for LowerGram {}

impl Operation for LowerGram {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.multiply_lower_tri_self_transpose()", arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].rows, sizes[0].rows)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_square(0)?;
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for LowerGram {
    const FACTS: OperationFacts = OperationFacts {
        levels: |of_factor| SideLevels::of_square(of_factor.rows),
        form: MatrixForm::times_own_transpose,
        ..OperationFacts::NONE
    };

    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let (l, c, n) = (operands.arguments[0], operands.value, size.rows);
        for i in 0..n {
            for j in 0..=i {
                c[i * n + j] = dot(simd, &l[i * n..][..=j], &l[j * n..][..=j]);
            }
        }
        copy_lower_to_upper(c, n);
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        _: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let (l, c, n) = (operands.arguments[0], adjoints.value, size.rows);
        if let Some(adjoint) = adjoints.of(0) {
            for i in 0..n {
                for j in 0..n {
                    let (slope, last) = (c[i * n + j] + c[j * n + i], i.min(j));
                    add_scaled(simd, &mut adjoint[i * n..][..=last], slope, &l[j * n..][..=last]);
                }
            }
        }
    }
}
