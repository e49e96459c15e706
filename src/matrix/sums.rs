//! The sums of the rows or of the columns of a matrix: yᵢ = Σⱼ xᵢⱼ, with x̄ᵢⱼ += ȳᵢ, or yⱼ = Σᵢ xᵢⱼ, with
//! x̄ᵢⱼ += ȳⱼ.

use crate::contract::operation::Affinity;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::linalg::add_scaled;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The sum of each row if `OF_ROWS` is true, otherwise the sum of each column.
#[derive(Clone, Copy, Debug)]
pub struct Sums<const OF_ROWS: bool>;

impl<const OF_ROWS: bool> Sealed for Sums<OF_ROWS> {}

impl<const OF_ROWS: bool> Operation for Sums<OF_ROWS> {
    type Bound = Self;
    const TAKES_NOTHING: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.{}()", arguments[0], if OF_ROWS { "row_sums" } else { "column_sums" })
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(if OF_ROWS { sizes[0].rows } else { sizes[0].columns }, 1)
    }

    fn bind(self, _: &mut Setup<'_>) -> Result<Self, Error> {
        Ok(self)
    }
}

#[inlined]
impl<const OF_ROWS: bool> BoundOperation for Sums<OF_ROWS> {
    const FACTS: OperationFacts = OperationFacts { affinity: Affinity::Sum(1.0), ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let (rows, sums) = (operands.arguments[0].chunks_exact(sizes[0].columns.max(1)), operands.value);
        if sizes[0].length() == 0 {
            return sums.fill(0.0);
        }
        if OF_ROWS {
            for (sum, row) in sums.iter_mut().zip(rows) {
                *sum = total(simd, row);
            }
        } else {
            sums.fill(0.0);
            for row in rows {
                add_scaled(simd, sums, 1.0, row);
            }
        }
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        _: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let sums = adjoints.value;
        if let Some(adjoint) = adjoints.of(0) {
            for (place, row) in adjoint.chunks_exact_mut(sizes[0].columns.max(1)).enumerate() {
                if OF_ROWS {
                    row.iter_mut().for_each(|number| *number += sums[place]);
                } else {
                    add_scaled(simd, row, 1.0, sums);
                }
            }
        }
    }
}

/// The sum of a row, computed one register at a time.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn total<S: Simd>(simd: S, row: &[f64]) -> f64 {
    let (registers, rest) = S::as_simd_f64s(row);
    let mut sum = simd.partial_load_f64s(rest);
    for register in registers {
        sum = simd.add_f64s(sum, *register);
    }
    simd.reduce_sum_f64s(sum)
}
