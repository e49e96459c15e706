//! Data in the form that kernels read: `f64` in whole cache lines, matrices in panels, indices as `u32`.

use crate::compiler::memory::MOST;
use crate::compiler::{Context, Datum, Index};
use crate::error::Error;
use crate::frame::{Packed, PackedIndices};
use crate::simd::{Aligned, BLOCK_ROWS, MAX_LANES};
use core::any::TypeId;
use faer::MatRef;

/// The packed data of a model. If there is not enough memory, nothing is packed: for data that is an error,
/// and numbers that the crate has computed get no place.
#[derive(Debug, Default)]
pub(super) struct Packing {
    pub numbers: Aligned,
    pub indices: Vec<u32>,
    /// The data that have been packed, so that data that are used twice are packed once: address, length,
    /// type, place.
    seen: Vec<(usize, usize, TypeId, usize)>,
}

impl Packing {
    /// The number of bytes that have been packed.
    pub fn bytes(&self) -> usize {
        size_of_val(self.numbers.as_slice()) + size_of_val(&*self.indices)
    }

    /// Packs a vector of data.
    pub fn data<T: Datum>(&mut self, data: &[T], context: &Context) -> Result<Packed, Error> {
        let key = (data.as_ptr() as usize, data.len(), TypeId::of::<T>());
        let known = self.seen.iter().find(|seen| (seen.0, seen.1, seen.2) == key);
        if let Some(&(.., place)) = known {
            // Data that may be infinite in one place may not be in another.
            context.check_finite(&self.numbers.as_slice()[place..place + data.len()])?;
            return Ok(Packed(place));
        }
        self.make_room(data.len(), context)?;
        let place = self.numbers.len();
        let extended = self.numbers.extend(data.iter().map(|datum| datum.to_f64()));
        extended.and_then(|()| self.align_numbers()).ok_or_else(|| context.part_too_large())?;
        context.check_finite(&self.numbers.as_slice()[place..place + data.len()])?;
        self.seen.push((key.0, key.1, key.2, place));
        Ok(Packed(place))
    }

    /// Packs a matrix row after row.
    pub fn rows(&mut self, matrix: MatRef<'_, f64>, context: &Context) -> Result<Packed, Error> {
        self.make_room_for(matrix, context)?;
        let place = self.numbers.len();
        for row in 0..matrix.nrows() {
            for column in 0..matrix.ncols() {
                self.push(context.check_cell(matrix, row, column)?, context)?;
            }
        }
        self.align_numbers().ok_or_else(|| context.part_too_large())?;
        Ok(Packed(place))
    }

    /// Packs columns of a matrix in panels of [`BLOCK_ROWS`] rows, each column by column. The last panel
    /// ends with rows of zeros up to a whole cache line.
    pub fn panels(
        &mut self,
        matrix: MatRef<'_, f64>,
        columns: &[usize],
        context: &Context,
    ) -> Result<Packed, Error> {
        self.make_room_for(matrix, context)?;
        let place = self.numbers.len();
        for rows in context.row_firsts(matrix.nrows()).blocks() {
            for &column in columns {
                for &row in &rows {
                    self.push(context.check_cell(matrix, row, column)?, context)?;
                }
                self.align_numbers().ok_or_else(|| context.part_too_large())?;
            }
        }
        Ok(Packed(place))
    }

    /// Packs numbers that the crate has computed; returns `None` if there is not enough memory.
    pub fn numbers(&mut self, numbers: impl IntoIterator<Item = f64>) -> Option<Packed> {
        let (place, numbers) = (self.numbers.len(), numbers.into_iter());
        self.try_reserve(numbers.size_hint().0)?;
        self.numbers.extend(numbers)?;
        self.align_numbers()?;
        Some(Packed(place))
    }

    /// Makes room among the packed data for `length` constants, which `precompute` computes; returns `None`
    /// if there is not enough memory.
    pub fn constants(&mut self, length: usize) -> Option<Packed> {
        let place = self.numbers.len();
        self.try_reserve(length)?;
        self.numbers.resize(place + length)?;
        self.align_numbers()?;
        Some(Packed(place))
    }

    /// Packs indices into `length` elements; messages call them `what`.
    pub fn indices_of<I: Index>(
        &mut self,
        what: impl Fn() -> String,
        indices: &[I],
        length: usize,
        context: &Context,
    ) -> Result<PackedIndices, Error> {
        let place = self.indices.len();
        for (position, &index) in indices.iter().enumerate() {
            self.indices.push(context.check_index_of(&what, Some(position), index, length)?);
        }
        self.align_indices();
        Ok(PackedIndices(place))
    }

    /// Packs indices that the crate has computed; returns `None` if one of them does not fit in 32 bits.
    pub fn own_indices(&mut self, indices: impl IntoIterator<Item = usize>) -> Option<PackedIndices> {
        let place = self.indices.len();
        for index in indices {
            self.indices.push(u32::try_from(index).ok()?);
        }
        self.align_indices();
        Some(PackedIndices(place))
    }

    /// Packs indices that the crate has computed, two in the memory of one index of 32 bits; returns `None`
    /// if an index does not fit in 16 bits. The indices are read as 16 bits in the byte order of the machine.
    pub fn narrow_indices(&mut self, indices: &[usize]) -> Option<PackedIndices> {
        let place = self.indices.len();
        for pair in indices.chunks(2) {
            let [low, high] = [0, 1].map(|part| u16::try_from(pair.get(part).copied().unwrap_or(0)).ok());
            let ([a, b], [c, d]) = (low?.to_ne_bytes(), high?.to_ne_bytes());
            self.indices.push(u32::from_ne_bytes([a, b, c, d]));
        }
        self.align_indices();
        Some(PackedIndices(place))
    }

    /// Reserves memory for the entries of a matrix. A borrowed matrix may have more entries than fit in
    /// memory, if all its rows are the same memory.
    pub fn make_room_for(&mut self, matrix: MatRef<'_, f64>, context: &Context) -> Result<(), Error> {
        self.make_room_of(matrix.nrows(), matrix.ncols(), context)
    }

    /// Reserves memory for the entries of a matrix of this size.
    pub fn make_room_of(&mut self, rows: usize, columns: usize, context: &Context) -> Result<(), Error> {
        self.make_room(rows.saturating_mul(columns.max(1)), context)
    }

    /// Reserves memory for `length` more numbers of data.
    fn make_room(&mut self, length: usize, context: &Context) -> Result<(), Error> {
        self.try_reserve(length).ok_or_else(|| context.part_too_large())
    }

    /// Reserves memory for `length` more numbers; returns `None` if there is not enough.
    fn try_reserve(&mut self, length: usize) -> Option<()> {
        let length = Some(length.saturating_add(BLOCK_ROWS)).filter(|&length| length <= MOST)?;
        self.numbers.reserve(length)
    }

    fn push(&mut self, number: f64, context: &Context) -> Result<(), Error> {
        self.numbers.push(number).ok_or_else(|| context.part_too_large())
    }

    /// Adds one more cache line, as is done after numbers: a register of indices may begin at any element.
    fn align_indices(&mut self) {
        let end = self.indices.len() + MAX_LANES;
        self.indices.resize(end.next_multiple_of(MAX_LANES), 0);
    }

    fn align_numbers(&mut self) -> Option<()> {
        self.numbers.resize(self.numbers.len().next_multiple_of(MAX_LANES))
    }
}
