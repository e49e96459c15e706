//! Columns of numbers in panels: η = X β and β̄ = Xᵀ η̄ for a block of rows.
//!
//! A column of a block stands in consecutive words, up to a whole cache line. [`Cell`] is the type of a
//! word's content: one number of 64 bits, or two of 32. Numbers that are read from files, instruments and
//! images often have 32 bits; the conversion to 64 is exact, and is one operation for a register.

use super::note;
use super::rows::{REGISTERS, Rows};
use crate::compiler::Compiler;
use crate::error::Error;
use crate::frame::{Frame, Packed, Scratch};
use crate::simd::{Block, MAX_LANES, Pack};
use core::marker::PhantomData;
use faer::MatRef;
use monomorph_macros::inlined;
use pulp::Simd;

/// The content of the words of a column.
pub(crate) trait Cell: Copy {
    /// The number of numbers in a word.
    const IN_A_WORD: usize;

    /// True if these columns are the first of a product, which begins with zero.
    const BEGINS: bool;

    /// The numbers of a register of rows, from `row` of the column on.
    fn read<S: Simd>(frame: &Frame<'_>, simd: S, column: Packed, row: usize) -> Pack<S>;
}

/// One number of 64 bits in each word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Doubles;

impl Cell for Doubles {
    const IN_A_WORD: usize = 1;
    const BEGINS: bool = true;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn read<S: Simd>(frame: &Frame<'_>, simd: S, column: Packed, row: usize) -> Pack<S> {
        frame.packed(simd, column.element(row))
    }
}

/// Two numbers of 32 bits in each word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Singles;

impl Cell for Singles {
    const IN_A_WORD: usize = 2;
    const BEGINS: bool = false;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn read<S: Simd>(frame: &Frame<'_>, simd: S, column: Packed, row: usize) -> Pack<S> {
        frame.packed_singles(simd, column, row)
    }
}

/// True if a number can be stored in 32 bits without rounding.
pub(super) fn is_single(number: f64) -> bool {
    let single = number as f32;
    single.is_finite() && f64::from(single) == number
}

/// Packed columns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Columns<C> {
    pub count: usize,
    cells: Packed,
    cell: PhantomData<C>,
}

impl Columns<Doubles> {
    /// Packs columns of a matrix.
    pub fn bind(compiler: &mut Compiler, matrix: MatRef<'_, f64>, columns: &[usize]) -> Result<Self, Error> {
        let cells = compiler.pack_panels(matrix, columns)?;
        Ok(Self { count: columns.len(), cells, cell: PhantomData })
    }
}

impl Columns<Singles> {
    /// Packs columns of a matrix whose numbers all fit 32 bits.
    pub fn bind(compiler: &mut Compiler, matrix: MatRef<'_, f64>, columns: &[usize]) -> Self {
        if columns.is_empty() {
            return Self::default();
        }
        note(compiler, columns, matrix, "numbers of 32 bits, in half");
        let word = |pair: &[usize], column: usize| {
            let mut singles = [0.0; 2];
            for (single, &row) in singles.iter_mut().zip(pair) {
                *single = matrix[(row, column)] as f32;
            }
            pulp::bytemuck::cast::<[f32; 2], f64>(singles)
        };
        let of_block = |rows: &[usize]| {
            let mut words: Vec<f64> = Vec::new();
            for &column in columns {
                words.extend(rows.chunks(2).map(|pair| word(pair, column)));
                words.resize(words.len().next_multiple_of(MAX_LANES), 0.0);
            }
            words
        };
        let rows = compiler.context().row_firsts(matrix.nrows());
        let words = rows.blocks().flat_map(|rows| of_block(&rows));
        Self { count: columns.len(), cells: compiler.pack_numbers(words), cell: PhantomData }
    }
}

#[inlined]
impl<C: Cell> Columns<C> {
    /// Computes X β for a block's rows: begins their product, or adds to it.
    pub fn multiply<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        coefficients: Scratch,
        product: Scratch,
    ) {
        if self.is_nothing() {
            return;
        }
        let panel = self.panel(block);
        let registers = panel.1 / Pack::<S>::LANES;
        for first in (0..registers).step_by(REGISTERS) {
            let rows = Rows::<S>::new(block.simd, first, registers - first);
            if rows.count == REGISTERS {
                self.multiply_rows::<true, S>(frame, panel, rows, coefficients, product);
            } else {
                self.multiply_rows::<false, S>(frame, panel, rows, coefficients, product);
            }
        }
    }

    /// Adds Xᵀη̄ for a block's rows to the sums of the columns.
    pub fn multiply_transposed<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        residual: Scratch,
        gradient: Scratch,
    ) {
        if self.is_nothing() {
            return;
        }
        let panel = self.panel(block);
        // The lanes end with the rows, the panel with a whole cache line.
        let registers = (block.end - block.start).div_ceil(Pack::<S>::LANES);
        for first in (0..registers).step_by(REGISTERS) {
            let rows = Rows::<S>::new(block.simd, first, registers - first);
            if rows.count == REGISTERS {
                self.multiply_rows_transposed::<true, S>(frame, panel, rows, residual, gradient);
            } else {
                self.multiply_rows_transposed::<false, S>(frame, panel, rows, residual, gradient);
            }
        }
    }

    /// True if there is nothing to do. Columns that begin a product set it to zero even if there are none.
    fn is_nothing(&self) -> bool {
        !C::BEGINS && self.count == 0
    }

    /// The panel of a block: its first number, and its height in rows.
    fn panel<S: Simd>(&self, block: Block<S>) -> (Packed, usize) {
        let height = (block.end - block.start).next_multiple_of(MAX_LANES * C::IN_A_WORD);
        (self.cells.element(block.start / C::IN_A_WORD * self.count), height)
    }

    /// Computes η in registers of rows; their number is [`REGISTERS`] if `ALL` is true.
    fn multiply_rows<const ALL: bool, S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        rows: Rows<S>,
        coefficients: Scratch,
        product: Scratch,
    ) {
        let simd = rows.simd;
        let mut sums = [Pack::zero(simd); REGISTERS];
        if !C::BEGINS {
            for (register, sum) in sums.iter_mut().enumerate() {
                if rows.has::<ALL>(register) {
                    *sum = frame.scratch(simd, product.element(rows.row(register)));
                }
            }
        }
        for column in 0..self.count {
            let coefficient = Pack::splat(simd, frame.scratch_number(coefficients.element(column)));
            let cells = panel.element(column * height / C::IN_A_WORD);
            for (register, sum) in sums.iter_mut().enumerate() {
                if rows.has::<ALL>(register) {
                    *sum = C::read(frame, simd, cells, rows.row(register)).mul_add(coefficient, *sum);
                }
            }
        }
        for (register, sum) in sums.iter_mut().enumerate() {
            if rows.has::<ALL>(register) {
                frame.set_scratch(product.element(rows.row(register)), *sum);
            }
        }
    }

    /// Adds Xᵀη̄ for registers of rows to β̄; their number is [`REGISTERS`] if `ALL` is true.
    fn multiply_rows_transposed<const ALL: bool, S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        rows: Rows<S>,
        residual: Scratch,
        gradient: Scratch,
    ) {
        let simd = rows.simd;
        let mut residuals = [Pack::zero(simd); REGISTERS];
        for (register, r) in residuals.iter_mut().enumerate() {
            if rows.has::<ALL>(register) {
                *r = frame.scratch(simd, residual.element(rows.row(register)));
            }
        }
        let words = rows.count * Pack::<S>::LANES / C::IN_A_WORD;
        for column in 0..self.count {
            let place = gradient.element(column * MAX_LANES);
            let cells = panel.element(column * height / C::IN_A_WORD);
            let mut sum = frame.scratch(simd, place);
            frame.bring(cells.element(rows.first / C::IN_A_WORD), words, self.count, C::IN_A_WORD);
            for (register, r) in residuals.iter_mut().enumerate() {
                if rows.has::<ALL>(register) {
                    sum = C::read(frame, simd, cells, rows.row(register)).mul_add(*r, sum);
                }
            }
            frame.set_scratch(place, sum);
        }
    }
}
