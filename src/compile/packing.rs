//! Data in the form that kernels read: `f64` on cache lines, matrices in panels, indices as `u32`.

use super::Compiler;
use super::memory::MOST;
use crate::error::Error;
use crate::expression::Index;
use crate::node::Datum;
use crate::simd::{BLOCK_ROWS, MAX_LANES, Packed, PackedIndices};
use core::any::TypeId;
use faer::MatRef;

/// The packed data of a model.
#[derive(Debug, Default)]
pub(crate) struct Packing {
    pub numbers: Vec<f64>,
    pub indices: Vec<u32>,
    /// What has been packed, so that data used twice is packed once: address, length, type, place.
    seen: Vec<(usize, usize, TypeId, usize)>,
}

impl Compiler {
    /// Packs a vector of data.
    pub fn pack<T: Datum>(&mut self, data: &[T]) -> Result<Packed, Error> {
        if let Some(rows) = self.rows() {
            return Ok(self.pack_numbers(rows.means(&|row| data[row].to_f64())));
        }
        let key = (data.as_ptr() as usize, data.len(), TypeId::of::<T>());
        let known = self.packing.seen.iter().find(|seen| (seen.0, seen.1, seen.2) == key);
        if let Some(&(.., place)) = known {
            return Ok(Packed(place));
        }
        self.check_reserved(data.len())?;
        let place = self.packing.numbers.len();
        self.packing.numbers.extend(data.iter().map(|datum| datum.to_f64()));
        self.check_finite(&self.packing.numbers[place..])?;
        self.align_numbers();
        self.packing.seen.push((key.0, key.1, key.2, place));
        Ok(Packed(place))
    }

    /// Packs a matrix row after row.
    pub fn pack_rows(&mut self, matrix: MatRef<'_, f64>) -> Result<Packed, Error> {
        self.check_matrix(matrix)?;
        let place = self.packing.numbers.len();
        for row in 0..matrix.nrows() {
            for column in 0..matrix.ncols() {
                let number = self.check_cell(matrix, row, column)?;
                self.packing.numbers.push(number);
            }
        }
        self.align_numbers();
        Ok(Packed(place))
    }

    /// A number of a matrix, which must be finite.
    fn check_cell(&self, matrix: MatRef<'_, f64>, row: usize, column: usize) -> Result<f64, Error> {
        let number = matrix[(row, column)];
        if number.is_finite() {
            return Ok(number);
        }
        Err(Error::NotFinite {
            statement: self.statement(),
            what: format!("row {row} of the matrix in {}", self.part()),
            index: Some(column),
            value: number,
        })
    }

    /// Packs numbers that the crate has computed.
    pub fn pack_numbers(&mut self, numbers: impl IntoIterator<Item = f64>) -> Packed {
        let (place, numbers) = (self.packing.numbers.len(), numbers.into_iter());
        if self.reserves(numbers.size_hint().0) {
            self.packing.numbers.extend(numbers);
            self.align_numbers();
        }
        Packed(place)
    }

    /// Makes room among the packed data for `length` constants, which `fold` computes.
    pub fn reserve(&mut self, length: usize) -> Packed {
        let place = self.packing.numbers.len();
        if self.reserves(length) {
            self.packing.numbers.resize(place + length, 0.0);
            self.align_numbers();
        }
        Packed(place)
    }

    /// Packs columns of a matrix in panels of [`BLOCK_ROWS`] rows, each column by column. The last panel ends with rows
    /// of zeros up to a whole line.
    pub fn pack_panels(&mut self, matrix: MatRef<'_, f64>, columns: &[usize]) -> Result<Packed, Error> {
        self.check_matrix(matrix)?;
        let place = self.packing.numbers.len();
        for rows in self.row_firsts(matrix.nrows()).chunks(BLOCK_ROWS) {
            for &column in columns {
                for &row in rows {
                    let number = self.check_cell(matrix, row, column)?;
                    self.packing.numbers.push(number);
                }
                self.align_numbers();
            }
        }
        Ok(Packed(place))
    }

    /// Packs indices into `length` elements of what messages call `what`.
    pub fn pack_indices_of<I: Index>(
        &mut self,
        what: impl Fn() -> String,
        indices: &[I],
        length: usize,
    ) -> Result<PackedIndices, Error> {
        let place = self.packing.indices.len();
        for (position, &index) in indices.iter().enumerate() {
            let index = self.check_index_of(&what, Some(position), index, length)?;
            self.packing.indices.push(index);
        }
        self.align_indices();
        Ok(PackedIndices(place))
    }

    /// Packs indices that the crate has computed. One that 32 bits do not hold is a claim that is too large.
    pub fn pack_own_indices(&mut self, indices: impl IntoIterator<Item = usize>) -> PackedIndices {
        let place = self.packing.indices.len();
        for index in indices {
            let packed = u32::try_from(index).unwrap_or_else(|_| {
                self.exceed();
                0
            });
            self.packing.indices.push(packed);
        }
        self.align_indices();
        PackedIndices(place)
    }

    /// Checks that the cells of a matrix can be packed, of which a matrix that repeats a row may have any number.
    pub(crate) fn check_matrix(&mut self, matrix: MatRef<'_, f64>) -> Result<(), Error> {
        self.check_reserved(matrix.nrows().saturating_mul(matrix.ncols().max(1)))
    }

    /// Checks that there is memory for this many more numbers.
    fn check_reserved(&mut self, length: usize) -> Result<(), Error> {
        if self.reserves(length) { Ok(()) } else { self.check_claims() }
    }

    /// True if there is memory for this many more numbers; where there is not, the claim is too large.
    fn reserves(&mut self, length: usize) -> bool {
        let length = length.saturating_add(BLOCK_ROWS);
        let is_there = length <= MOST && self.packing.numbers.try_reserve(length).is_ok();
        if !is_there {
            self.exceed();
        }
        is_there
    }

    /// One more line, as after numbers: a register of indices may begin at any element.
    fn align_indices(&mut self) {
        let end = self.packing.indices.len() + MAX_LANES;
        self.packing.indices.resize(end.next_multiple_of(MAX_LANES), 0);
    }

    fn align_numbers(&mut self) {
        let end = self.packing.numbers.len().next_multiple_of(MAX_LANES);
        self.packing.numbers.resize(end, 0.0);
    }
}
