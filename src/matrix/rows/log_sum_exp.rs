//! The logarithm of the sum of the exponentials of each row: yᵢ = log Σⱼ exp(xᵢⱼ), with x̄ᵢⱼ += pᵢⱼ ȳᵢ.
//!
//! For a row of −∞ it is −∞, and x̄ᵢⱼ = 0.

use super::{add_probabilities, logarithms, normalise, number_abreast};
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The logarithm of the sum of exponentials of each row of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct LogSumExpRows;

impl Sealed for LogSumExpRows {}

impl Operation for LogSumExpRows {
    type Bound = Self;
    const TAKES_NOTHING: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.log_sum_exp_rows()", arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].rows, 1)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_rows_not_empty(0)?;
        // The probabilities, and the sum of each row.
        setup.claim_scratch(setup.size(0).length());
        setup.claim_scratch(setup.size(0).rows);
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for LogSumExpRows {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let Operands { arguments, value, scratch, .. } = operands;
        let (probabilities, sums) = scratch.split_at_mut(sizes[0].length());
        let abreast = number_abreast::<S>(sizes[0].rows, sizes[0].columns);
        normalise(simd, arguments[0], (sizes[0].columns, abreast), probabilities, value, sums);
        logarithms(simd, sums);
        for (value, logarithm) in value.iter_mut().zip(sums) {
            *value += *logarithm;
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
        let (of_rows, columns) = (adjoints.value, sizes[0].columns.max(1));
        let Some(adjoint) = adjoints.of(0) else { return };
        let (probabilities, factors) = operands.scratch.split_at_mut(sizes[0].length());
        for ((factor, &of_row), &value) in factors.iter_mut().zip(of_rows).zip(&*operands.value) {
            *factor = if value == f64::NEG_INFINITY { 0.0 } else { of_row };
        }
        let abreast = number_abreast::<S>(of_rows.len(), columns);
        add_probabilities(simd, adjoint, factors, probabilities, (columns, abreast));
    }
}
