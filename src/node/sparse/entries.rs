//! The packed entries of a sparse matrix: ηᵢ = Σ xᵢⱼ βⱼ over the entries of row i, and β̄ⱼ = Σ xᵢⱼ η̄ᵢ over those
//! of column j.
//!
//! Entries stand block after block of [`BLOCK_ROWS`] rows, row after row (CSR: Saad, Iterative Methods for
//! Sparse Linear Systems, section 3.4). In a block rows are sorted by their number of entries, so that the
//! loop over a row's entries has one length for many rows, and its branch is predicted. A block's entries
//! are read twice, the second time from the first-level cache: X is streamed from memory once per gradient.
//!
//! A column is 16 bits wide if all are. Entries that are all 1, as those of factors, have no values.
//!
//! Rows one after the other with one column in common, as where data are sorted by a factor, would each wait
//! for the sum that the one before has stored. So where there are many, sums of a column are kept
//! [`COPIES`] times, by turns.

use super::rows::Rows;
use crate::compiler::Compiler;
use crate::frame::{Frame, Packed, PackedIndices, Scratch, Slot};
use crate::simd::{BLOCK_ROWS, Block, mul_add};
use monomorph_macros::inlined;
use pulp::Simd;

/// The sums of one column, if there are several.
const COPIES: usize = 4;

/// The entries that a row has at least whose products are added up as several sums.
const LONG: usize = 8;

/// The sums of a long row: as many additions as are begun before one has ended.
const SUMS: usize = 4;

/// Packed entries, and the vector with which they are multiplied.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entries {
    count: usize,
    columns: usize,
    /// True if columns have 16 bits.
    is_narrow: bool,
    /// True if all values are 1, and none is packed.
    is_unit: bool,
    values: Packed,
    indices: PackedIndices,
    /// The rows of each block in their order, counted in the block. Those without entries come last.
    rows: PackedIndices,
    /// The first run of each block, and its first entry.
    blocks: PackedIndices,
    /// The rows of each run, and the number of entries that each of them has.
    runs: PackedIndices,
    /// The sums of each column, column after column, if there are several.
    sums: Option<Scratch>,
}

/// Entries while they are packed.
#[derive(Default)]
struct Lists {
    values: Vec<f64>,
    indices: Vec<usize>,
    rows: Vec<usize>,
    blocks: Vec<usize>,
    runs: Vec<usize>,
    /// The short rows that have a column in common with the one before.
    conflicts: usize,
}

impl Lists {
    /// Adds a block, given the entries of its rows.
    fn add_block(&mut self, block: &[Vec<(usize, f64)>]) {
        self.blocks.extend([self.runs.len() / 2, self.values.len()]);
        let mut order: Vec<usize> = (0..block.len()).collect();
        order.sort_by_key(|&row| core::cmp::Reverse(block[row].len()));
        let mut before: &[(usize, f64)] = &[];
        for rows in order.chunk_by(|&a, &b| block[a].len() == block[b].len()) {
            let length = block[rows[0]].len();
            if length > 0 {
                self.runs.extend([rows.len(), length]);
            }
            for &row in rows {
                self.rows.push(row);
                let own = &block[row];
                let is_in = |entry: &(usize, f64)| before.binary_search_by_key(&entry.0, |it| it.0).is_ok();
                self.conflicts += usize::from(length < LONG && own.iter().any(is_in));
                before = own;
                self.indices.extend(own.iter().map(|entry| entry.0));
                self.values.extend(own.iter().map(|entry| entry.1));
            }
        }
    }
}

impl Entries {
    /// Packs the entries of these rows in the columns that are wanted.
    pub fn pack(compiler: &mut Compiler, matrix: &Rows, rows: &[usize], is_wanted: &[bool]) -> Self {
        let mut lists = Lists::default();
        for rows in rows.chunks(BLOCK_ROWS) {
            let wanted = |row: &usize| {
                matrix.row(*row).iter().copied().filter(|&(column, _)| is_wanted[column]).collect()
            };
            lists.add_block(&rows.iter().map(wanted).collect::<Vec<_>>());
        }
        lists.blocks.extend([lists.runs.len() / 2, lists.values.len()]);
        let (count, columns) = (lists.values.len(), is_wanted.len());
        if count == 0 {
            return Self { columns, ..Self::default() };
        }
        let is_unit = lists.values.iter().all(|&value| value == 1.0);
        let is_narrow = columns <= 1 << 16;
        // Several sums are worth their memory where there are more entries to add.
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

    /// A description of what is packed.
    pub fn describe(&self) -> String {
        let values = if self.is_unit { ", all of them 1" } else { "" };
        format!("a sparse matrix has {} entries by rows{values}", self.count)
    }
}

#[inlined]
impl Entries {
    /// Starts the sums of β̄.
    pub fn start_gradient(&self, frame: &mut Frame<'_>) {
        if let Some(sums) = self.sums {
            (0..COPIES * self.columns).for_each(|place| frame.set_scratch_number(sums.element(place), 0.0));
        }
    }

    /// Adds the sums to β̄.
    pub fn add_gradient(&self, frame: &mut Frame<'_>, vector: Slot) {
        let Some(sums) = self.sums else { return };
        for column in 0..self.columns {
            let first = sums.element(COPIES * column);
            let sum = (0..COPIES).map(|copy| frame.scratch_number(first.element(copy))).sum();
            frame.add_adjoint_number(vector.element(column), sum);
        }
    }

    /// Adds X β of a block's rows to their product.
    pub fn add_product<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        vector: Slot,
        product: Scratch,
    ) {
        match (self.count, self.is_narrow, self.is_unit) {
            (0, ..) => {}
            (_, true, true) => self.multiply::<true, true, S>(frame, block, vector, product),
            (_, true, false) => self.multiply::<true, false, S>(frame, block, vector, product),
            (_, false, true) => self.multiply::<false, true, S>(frame, block, vector, product),
            (_, false, false) => self.multiply::<false, false, S>(frame, block, vector, product),
        }
    }

    /// Adds Xᵀη̄ of a block's rows to β̄.
    pub fn add_transposed<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        vector: Slot,
        residual: Scratch,
    ) {
        match (self.count, self.is_narrow, self.is_unit) {
            (0, ..) => {}
            (_, true, true) => self.transposed::<true, true, S>(frame, block, vector, residual),
            (_, true, false) => self.transposed::<true, false, S>(frame, block, vector, residual),
            (_, false, true) => self.transposed::<false, true, S>(frame, block, vector, residual),
            (_, false, false) => self.transposed::<false, false, S>(frame, block, vector, residual),
        }
    }

    fn multiply<const NARROW: bool, const UNIT: bool, S: Simd>(
        &self,
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

    /// Σ xⱼ βⱼ over entries.
    fn sum<const NARROW: bool, const UNIT: bool, S: Simd>(
        &self,
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
        &self,
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
                for own in entry..entry + length {
                    let column = self.column::<NARROW>(frame, own);
                    let number = |frame: &Frame<'_>| frame.packed_number(self.values.element(own));
                    let value = if const { UNIT } { 1.0 } else { number(frame) };
                    match self.sums {
                        Some(sums) => {
                            let sum = sums.element(COPIES * column + place % COPIES);
                            let added = mul_add::<S>(value, adjoint, frame.scratch_number(sum));
                            frame.set_scratch_number(sum, added);
                        }
                        None => frame.add_adjoint_number(vector.element(column), value * adjoint),
                    }
                }
                entry += length;
                place += 1;
            }
        }
    }

    /// The runs of a block, and its first entry.
    fn runs<S: Simd>(&self, frame: &Frame<'_>, block: Block<S>) -> (core::ops::Range<usize>, usize) {
        let number = 2 * (block.start / BLOCK_ROWS);
        let [start, entry, end] = [0, 1, 2].map(|part| frame.index(self.blocks, number + part));
        (start..end, entry)
    }

    /// The column of an entry.
    fn column<const NARROW: bool>(&self, frame: &Frame<'_>, entry: usize) -> usize {
        if const { NARROW } {
            frame.narrow_index(self.indices, entry)
        } else {
            frame.index(self.indices, entry)
        }
    }
}
