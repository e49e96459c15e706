//! Each row as probabilities, pᵢⱼ = exp(xᵢⱼ)/Σₖ exp(xᵢₖ), or as their logarithms. The adjoints are:
//!
//!   y = p:      x̄ᵢⱼ += pᵢⱼ (ȳᵢⱼ − Σₖ pᵢₖ ȳᵢₖ),
//!   y = log p:  x̄ᵢⱼ += ȳᵢⱼ − pᵢⱼ Σₖ ȳᵢₖ.
//!
//! A row of −∞ has no probabilities: they are NaN.

use super::{SoftmaxScratch, add_probabilities, logarithms, normalise, number_abreast, sum_of_row};
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::linalg::{add_scaled, dot};
use crate::node::Scale;
use crate::sealed::Sealed;
use crate::shape::Size;
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The softmax of each row: probabilities proportional to the exponentials of its elements, or their
/// logarithms.
#[derive(Clone, Copy, Debug, Default)]
pub struct SoftmaxRows<In>(PhantomData<fn() -> In>);

impl<In> SoftmaxRows<In> {
    /// The operation that normalises the exponentials of each row.
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<In> Sealed for SoftmaxRows<In> {}

impl<In: Scale> Operation for SoftmaxRows<In> {
    type Bound = Self;
    const TAKES_NOTHING: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.{}_rows()", arguments[0], In::NAME)
    }

    fn size(&self, sizes: &Sizes) -> Size {
        sizes[0]
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_rows_not_empty(0)?;
        setup.claim_scratch(SoftmaxScratch::length(setup.size(0), !In::IS_LINEAR));
        Ok(self)
    }
}

#[inlined]
impl<In: Scale> BoundOperation for SoftmaxRows<In> {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let Operands { arguments, value, scratch, .. } = operands;
        let SoftmaxScratch { origins, sums, probabilities } =
            SoftmaxScratch::divide(scratch, size, !In::IS_LINEAR);
        if const { In::IS_LINEAR } {
            normalise(simd, arguments[0], (size.columns, 0), value, origins, sums);
            return;
        }
        let abreast = number_abreast::<S>(size.rows, size.columns);
        normalise(simd, arguments[0], (size.columns, abreast), probabilities, origins, sums);
        logarithms(simd, sums);
        let columns = size.columns.max(1);
        let rows = value.chunks_exact_mut(columns).zip(arguments[0].chunks_exact(columns));
        for ((row, x), (origin, logarithm)) in rows.zip(origins.iter().zip(sums)) {
            for (value, x) in row.iter_mut().zip(x) {
                *value = x - *origin - *logarithm;
            }
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
        let (of_value, columns) = (adjoints.value, size.columns.max(1));
        let Some(adjoint) = adjoints.of(0) else { return };
        if const { In::IS_LINEAR } {
            let rows = adjoint.chunks_exact_mut(columns).zip(of_value.chunks_exact(columns));
            for ((row, of_row), probabilities) in rows.zip(operands.value.chunks_exact(columns)) {
                let mean = dot(simd, probabilities, of_row);
                for ((adjoint, of_value), probability) in row.iter_mut().zip(of_row).zip(probabilities) {
                    *adjoint += probability * (of_value - mean);
                }
            }
            return;
        }
        let SoftmaxScratch { sums: factors, probabilities, .. } =
            SoftmaxScratch::divide(operands.scratch, size, true);
        add_scaled(simd, adjoint, 1.0, of_value);
        for (factor, of_row) in factors.iter_mut().zip(of_value.chunks_exact(columns)) {
            *factor = -sum_of_row(simd, of_row);
        }
        let abreast = number_abreast::<S>(size.rows, columns);
        add_probabilities(simd, adjoint, factors, probabilities, (columns, abreast));
    }
}
