//! The packed entries of a sparse matrix: ηᵢ = Σ xᵢⱼ βⱼ over the entries of row i, and β̄ⱼ = Σ xᵢⱼ η̄ᵢ over
//! the entries of column j.
//!
//! Entries stand block after block of [`BLOCK_ROWS`] rows, row after row (CSR: Saad, Iterative Methods for
//! Sparse Linear Systems, section 3.4). In a block rows are sorted by their number of entries, so that the
//! loop over a row's entries has one length for many rows, and its branch is predicted. A block's entries
//! are read twice, the second time from the first-level cache: X is streamed from memory once per gradient.
//!
//! A column index takes 16 bits if all do. If all entries are 1, as those of factors are, no values are
//! packed.
//!
//! If many consecutive rows have a column in common, as in data that are sorted by a factor, each would
//! wait for the sum that the row before has stored. In this case each column has [`COPIES`] sums, which are
//! used in turn.
//!
//! Unsorted rows of one to ten entries took 13 ns a row of one entry at 100 000 rows, and sorted ones 3.3,
//! because of the branch at the end of a row. Rows side by side in lanes lost: see `docs/tried.md`.

use super::lists::{LONG, Lists};
use super::rows::Rows;
use crate::compiler::Compiler;
use crate::frame::{Frame, Packed, PackedIndices, Scratch, Slot};
use crate::simd::{BLOCK_ROWS, Block, mul_add};
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of sums for each column, if columns have several.
const COPIES: usize = 4;

/// The number of sums for a long row: as many additions as can begin before one has ended.
const SUMS: usize = 4;

/// Packed entries, and the vector with which they are multiplied.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entries {
    count: usize,
    columns: usize,
    /// True if column indices take 16 bits.
    is_narrow: bool,
    /// True if all values are 1, and none are packed.
    is_unit: bool,
    values: Packed,
    indices: PackedIndices,
    /// The rows of each block in packed order, counted in the block. Rows without entries come last.
    rows: PackedIndices,
    /// The number of the first run of each block, and of its first entry.
    blocks: PackedIndices,
    /// For each run the number of its rows, and the number of entries in each of them.
    runs: PackedIndices,
    /// The sums of each column, column after column, if columns have several.
    sums: Option<Scratch>,
}

impl Entries {
    /// Packs the entries of these rows in the columns that are wanted.
    pub fn pack(compiler: &mut Compiler, matrix: &Rows, rows: &[usize], is_wanted: &[bool]) -> Self {
        let lists = Lists::of(matrix, rows, is_wanted);
        let (count, columns) = (lists.values.len(), is_wanted.len());
        if count == 0 {
            return Self { columns, ..Self::default() };
        }
        let is_unit = lists.values.iter().all(|&value| value == 1.0);
        let is_narrow = columns <= 1 << 16;
        // Several sums are worth their memory if there are more entries to add than sums.
        let is_spread = 4 * lists.conflicts > rows.len() && 2 * COPIES * columns < count;
        Self {
            count,
            columns,
            is_narrow,
            is_unit,
            values: if is_unit { Packed::default() } else { compiler.pack_numbers(lists.values) },
            indices: match is_narrow {
                true => compiler.pack_narrow_indices(&lists.indices),
                false => compiler.pack_own_indices(lists.indices),
            },
            rows: compiler.pack_narrow_indices(&lists.rows),
            blocks: compiler.pack_own_indices(lists.blocks),
            runs: compiler.pack_own_indices(lists.runs),
            sums: is_spread.then(|| compiler.scratch(COPIES * columns)),
        }
    }

    /// A description of the packed entries for `explain`.
    pub fn describe(&self) -> String {
        let values = if self.is_unit { ", all of them 1" } else { "" };
        format!("a sparse matrix has {} entries by rows{values}", self.count)
    }
}

#[inlined]
impl Entries {
    /// Sets the sums of β̄ to zero.
    pub fn start_gradient(&self, frame: &mut Frame<'_>) {
        if let Some(sums) = self.sums {
            (0..COPIES * self.columns).for_each(|place| frame.set_scratch_number(sums.element(place), 0.0));
        }
    }

    /// Adds the sums to the adjoints of β.
    pub fn add_gradient(&self, frame: &mut Frame<'_>, vector: Slot) {
        let Some(sums) = self.sums else { return };
        for column in 0..self.columns {
            let first = sums.element(COPIES * column);
            let sum = (0..COPIES).map(|copy| frame.scratch_number(first.element(copy))).sum();
            frame.add_adjoint_number(vector.element(column), sum);
        }
    }

    /// Adds X β for a block's rows to their product.
    pub fn add_product<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        vector: Slot,
        product: Scratch,
    ) {
        // Local copies show the compiler that stores change neither `self` nor the addresses in the frame.
        let (own, frame) = (*self, &mut frame.lend());
        match (own.count, own.is_narrow, own.is_unit) {
            (0, ..) => {}
            (_, true, true) => own.multiply::<true, true, S>(frame, block, vector, product),
            (_, true, false) => own.multiply::<true, false, S>(frame, block, vector, product),
            (_, false, true) => own.multiply::<false, true, S>(frame, block, vector, product),
            (_, false, false) => own.multiply::<false, false, S>(frame, block, vector, product),
        }
    }

    /// Adds Xᵀη̄ for a block's rows to β̄.
    pub fn add_transposed<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        vector: Slot,
        residual: Scratch,
    ) {
        // Local copies show the compiler that stores change neither `self` nor the addresses in the frame.
        let (own, frame) = (*self, &mut frame.lend());
        match (own.count, own.is_narrow, own.is_unit) {
            (0, ..) => {}
            (_, true, true) => own.transposed::<true, true, S>(frame, block, vector, residual),
            (_, true, false) => own.transposed::<true, false, S>(frame, block, vector, residual),
            (_, false, true) => own.transposed::<false, true, S>(frame, block, vector, residual),
            (_, false, false) => own.transposed::<false, false, S>(frame, block, vector, residual),
        }
    }

    fn multiply<const NARROW: bool, const UNIT: bool, S: Simd>(
        self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        vector: Slot,
        product: Scratch,
    ) {
        let (runs, mut entry) = self.runs(frame, block);
        let mut place = block.start;
        for run in runs {
            let [rows, length] = [0, 1].map(|part| frame.index(self.runs, 2 * run + part));
            for _ in 0..rows {
                let sum = self.sum::<NARROW, UNIT, S>(frame, vector, entry, length);
                let row = product.element(frame.narrow_index(self.rows, place));
                frame.set_scratch_number(row, frame.scratch_number(row) + sum);
                entry += length;
                place += 1;
            }
        }
    }

    /// Returns Σ xⱼ βⱼ over the entries of a row.
    fn sum<const NARROW: bool, const UNIT: bool, S: Simd>(
        self,
        frame: &Frame<'_>,
        vector: Slot,
        first: usize,
        length: usize,
    ) -> f64 {
        let add = |sum: f64, entry: usize| {
            let coefficient = frame.number(vector.element(self.column::<NARROW>(frame, entry)));
            if const { UNIT } {
                return sum + coefficient;
            }
            mul_add::<S>(frame.packed_number(self.values.element(entry)), coefficient, sum)
        };
        let (mut entry, end) = (first, first + length);
        let mut total = 0.0;
        if length >= LONG {
            let mut sums = [0.0; SUMS];
            while entry + SUMS <= end {
                for (place, sum) in sums.iter_mut().enumerate() {
                    *sum = add(*sum, entry + place);
                }
                entry += SUMS;
            }
            total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        }
        while entry < end {
            total = add(total, entry);
            entry += 1;
        }
        total
    }

    fn transposed<const NARROW: bool, const UNIT: bool, S: Simd>(
        self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        vector: Slot,
        residual: Scratch,
    ) {
        let (runs, mut entry) = self.runs(frame, block);
        let mut place = block.start;
        for run in runs {
            let [rows, length] = [0, 1].map(|part| frame.index(self.runs, 2 * run + part));
            for _ in 0..rows {
                let row = frame.narrow_index(self.rows, place);
                let adjoint = frame.scratch_number(residual.element(row));
                let entries = entry..entry + length;
                match self.sums {
                    Some(sums) => {
                        let sums = sums.element(place % COPIES);
                        for entry in entries {
                            let column = self.column::<NARROW>(frame, entry);
                            let sum = sums.element(COPIES * column);
                            let value = self.value::<UNIT>(frame, entry);
                            let added = mul_add::<S>(value, adjoint, frame.scratch_number(sum));
                            frame.set_scratch_number(sum, added);
                        }
                    }
                    None => {
                        for entry in entries {
                            let column = self.column::<NARROW>(frame, entry);
                            let added = self.value::<UNIT>(frame, entry) * adjoint;
                            frame.add_adjoint_number(vector.element(column), added);
                        }
                    }
                }
                entry += length;
                place += 1;
            }
        }
    }

    /// The runs of a block, and the number of its first entry.
    fn runs<S: Simd>(self, frame: &Frame<'_>, block: Block<S>) -> (core::ops::Range<usize>, usize) {
        let number = 2 * (block.start / BLOCK_ROWS);
        let [start, entry, end] = [0, 1, 2].map(|part| frame.index(self.blocks, number + part));
        (start..end, entry)
    }

    /// The value of an entry.
    fn value<const UNIT: bool>(self, frame: &Frame<'_>, entry: usize) -> f64 {
        if const { UNIT } { 1.0 } else { frame.packed_number(self.values.element(entry)) }
    }

    /// The column of an entry.
    fn column<const NARROW: bool>(self, frame: &Frame<'_>, entry: usize) -> usize {
        if const { NARROW } {
            frame.narrow_index(self.indices, entry)
        } else {
            frame.index(self.indices, entry)
        }
    }
}
