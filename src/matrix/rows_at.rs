//! Rows of a matrix at indices that are data: yᵢ = the row kᵢ of x, with the row k of x̄ = Σ over i with
//! kᵢ = k of ȳᵢ.

use crate::compiler::Index;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands, PackedIndices};
use crate::linalg::add_scaled;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The rows of a matrix at the indices of a slice, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct RowsAt<'a, I> {
    pub(crate) rows: &'a [I],
}

/// The rows of a matrix at packed indices.
#[derive(Clone, Copy, Debug)]
pub struct BoundRowsAt {
    /// The number of indices.
    count: usize,
    packed: PackedIndices,
}

impl BoundRowsAt {
    /// The operation's own indices among all packed indices.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn packed<'b>(&self, indices: &'b [u32]) -> &'b [u32] {
        &indices[self.packed.0..][..self.count]
    }
}

impl<I: Index> Sealed for RowsAt<'_, I> {}
impl Sealed for BoundRowsAt {}

impl<I: Index> Operation for RowsAt<'_, I> {
    type Bound = BoundRowsAt;
    const TAKES_NOTHING: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.rows_at(…)", arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(self.rows.len(), sizes[0].columns)
    }

    fn origin(&self, sizes: &Sizes, element: usize) -> Option<(usize, usize)> {
        let columns = sizes[0].columns;
        let row = self.rows.get(element.checked_div(columns)?)?.to_usize()?;
        (row < sizes[0].rows).then_some((0, row * columns + element % columns))
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<BoundRowsAt, Error> {
        let what = format!("the rows of `{}.rows_at(…)`", setup.name(0));
        let packed = setup.pack_checked_indices(&what, self.rows, setup.size(0).rows)?;
        Ok(BoundRowsAt { count: self.rows.len(), packed })
    }
}

#[inlined]
impl BoundOperation for BoundRowsAt {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, _: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let (source, width) = (operands.arguments[0], size.columns.max(1));
        let rows = operands.value.chunks_exact_mut(width);
        for (row, &index) in rows.zip(self.packed(operands.indices)) {
            row.copy_from_slice(&source[index as usize * width..][..width]);
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
        let (value, width) = (adjoints.value, size.columns.max(1));
        if let Some(source) = adjoints.of(0) {
            for (row, &index) in value.chunks_exact(width).zip(self.packed(operands.indices)) {
                add_scaled(simd, &mut source[index as usize * width..][..width], 1.0, row);
            }
        }
    }
}
