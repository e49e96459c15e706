//! The claims of `bind`: places in the workspace, and among the packed data.
//!
//! A claim that is too large is recorded and gets the place 0, which is never read, since `compile()` ends
//! with the error.

use crate::compiler::{Compiler, Datum, Index};
use crate::error::Error;
use crate::frame::{Packed, PackedIndices, Scratch, Slot};
use crate::simd::MAX_LANES;
use faer::MatRef;
use faer::dyn_stack::StackReq;
use monomorph_base::shape::Extent;

impl Compiler {
    /// Returns the error of the first claim that was too large.
    pub(crate) fn check_claims(&self) -> Result<(), Error> {
        self.excess.clone().map_or(Ok(()), Err)
    }

    /// The claimed memory. If it was too large, the error for the part that is being bound is recorded.
    pub(super) fn granted<T: Default>(&mut self, claimed: Option<T>) -> T {
        if claimed.is_none() && self.excess.is_none() {
            self.excess = Some(self.context.part_too_large());
        }
        claimed.unwrap_or_default()
    }

    /// Claims a slot: values with adjoints.
    pub fn slot_of(&mut self, extent: Extent) -> Slot {
        let claimed = self.claims.slot_of(extent);
        self.granted(claimed)
    }

    /// Claims working memory.
    pub fn scratch(&mut self, length: usize) -> Scratch {
        let claimed = self.claims.scratch(length);
        self.granted(claimed)
    }

    /// Claims working memory for consecutive rows. A register at the end of a row may reach into the next
    /// row, and at the end of the last row into extra memory.
    pub fn scratch_of_rows(&mut self, rows: usize, columns: usize) -> Scratch {
        let overhang = if rows > 1 { MAX_LANES } else { 0 };
        self.scratch(rows.saturating_mul(columns).saturating_add(overhang))
    }

    /// Claims working memory for linear algebra. Operations share it: it keeps nothing from one operation
    /// to the next.
    pub(crate) fn stack(&mut self, wanted: StackReq) {
        let claimed = self.claims.stack(wanted);
        self.granted(claimed)
    }

    /// Packs a vector of data. If each row of the statement merges rows of data, packs the mean over these
    /// rows.
    pub fn pack<T: Datum>(&mut self, data: &[T]) -> Result<Packed, Error> {
        match self.context.rows() {
            Some(rows) => {
                let means = rows.means(&|row| data[row].to_f64());
                Ok(self.pack_numbers(means))
            }
            None => self.packing.data(data, &self.context),
        }
    }

    /// Packs a matrix row after row.
    pub fn pack_rows(&mut self, matrix: MatRef<'_, f64>) -> Result<Packed, Error> {
        self.packing.rows(matrix, &self.context)
    }

    /// Packs columns of a matrix in panels of [`BLOCK_ROWS`](crate::simd::BLOCK_ROWS) rows, each column by
    /// column. The last panel ends with rows of zeros up to a whole line.
    pub fn pack_panels(&mut self, matrix: MatRef<'_, f64>, columns: &[usize]) -> Result<Packed, Error> {
        self.packing.panels(matrix, columns, &self.context)
    }

    /// Checks that the entries of a matrix can be packed. A borrowed matrix may have more entries than fit in
    /// memory, if all its rows are the same memory.
    pub(crate) fn check_matrix(&mut self, matrix: MatRef<'_, f64>) -> Result<(), Error> {
        self.check_cells(matrix.nrows(), matrix.ncols())
    }

    /// Checks that the entries of a matrix of this size can be packed.
    pub(crate) fn check_cells(&mut self, rows: usize, columns: usize) -> Result<(), Error> {
        self.packing.make_room_of(rows, columns, &self.context)
    }

    /// Packs numbers that the crate has computed.
    pub fn pack_numbers(&mut self, numbers: impl IntoIterator<Item = f64>) -> Packed {
        let claimed = self.packing.numbers(numbers);
        self.granted(claimed)
    }

    /// Makes room among the packed data for `length` constants, which `precompute` computes.
    pub fn reserve(&mut self, length: usize) -> Packed {
        let claimed = self.packing.constants(length);
        self.granted(claimed)
    }

    /// Packs indices into `length` elements; messages call them `what`.
    pub fn pack_indices_of<I: Index>(
        &mut self,
        what: impl Fn() -> String,
        indices: &[I],
        length: usize,
    ) -> Result<PackedIndices, Error> {
        self.packing.indices_of(what, indices, length, &self.context)
    }

    /// Packs indices that the crate has computed. An index that does not fit 32 bits is a claim that is too
    /// large.
    pub fn pack_own_indices(&mut self, indices: impl IntoIterator<Item = usize>) -> PackedIndices {
        let claimed = self.packing.own_indices(indices);
        self.granted(claimed)
    }

    /// Packs indices of 16 bits that the crate has computed, two in the memory of one index of 32 bits.
    pub fn pack_narrow_indices(&mut self, indices: &[usize]) -> PackedIndices {
        let claimed = self.packing.narrow_indices(indices);
        self.granted(claimed)
    }

    /// The indices that have been packed.
    pub(crate) fn packed_indices(&self) -> &[u32] {
        &self.packing.indices
    }
}
