//! Columns of numbers in panels: η = X β and β̄ = Xᵀ η̄ of a block of rows.
//!
//! A column of a block stands in consecutive words, up to a whole line of memory. What a word holds, one
//! number of 64 bits or two of 32, is a type, [`Cell`]. Numbers that are read from files, instruments and
//! images often have 32 bits; a conversion to 64 is exact, and one operation for a register.

use super::note;
use crate::compiler::Compiler;
use crate::error::Error;
use crate::frame::{Frame, Packed, Scratch};
use crate::simd::{Block, MAX_LANES, Pack};
use core::marker::PhantomData;
use faer::MatRef;
use monomorph_macros::inlined;
use pulp::Simd;

/// What the words of a column hold.
pub(crate) trait Cell: Copy {
    /// How many numbers stand in a word.
    const IN_A_WORD: usize;

    /// Whether these columns are the first of a product, which begins with zero.
    const BEGINS: bool;

    /// The numbers of a register of rows, from `row` of the column on.
    fn read<S: Simd>(frame: &Frame<'_>, simd: S, column: Packed, row: usize) -> Pack<S>;
}

/// One number of 64 bits a word.
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

/// Two numbers of 32 bits a word.
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

/// Whether a number is one of 32 bits.
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
    /// Packs columns of a matrix, all of them numbers of 32 bits.
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
    /// X β of a block's rows: begins their product, or adds to it.
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
        let step = REGISTERS * Pack::<S>::LANES;
        let mut row = 0;
        while row + step <= panel.1 {
            self.multiply_rows::<REGISTERS, S>(
                block.simd,
                frame,
                panel,
                coefficients,
                product.element(row),
                row,
            );
            row += step;
        }
        while row < panel.1 {
            self.multiply_rows::<1, S>(block.simd, frame, panel, coefficients, product.element(row), row);
            row += Pack::<S>::LANES;
        }
    }

    /// Adds Xᵀη̄ of a block's rows to the sums of the columns.
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
        let step = REGISTERS * Pack::<S>::LANES;
        // The lanes stop with the rows, the panel with a whole line.
        let end = (block.end - block.start).next_multiple_of(Pack::<S>::LANES);
        let mut row = 0;
        while row + step <= end {
            self.multiply_rows_transposed::<REGISTERS, S>(block.simd, frame, panel, residual, gradient, row);
            row += step;
        }
        while row < end {
            self.multiply_rows_transposed::<1, S>(block.simd, frame, panel, residual, gradient, row);
            row += Pack::<S>::LANES;
        }
    }

    /// Whether nothing is to be done. Columns that begin a product do so without columns too.
    fn is_nothing(&self) -> bool {
        !C::BEGINS && self.count == 0
    }

    /// The panel of a block: where it starts, and its height in rows.
    fn panel<S: Simd>(&self, block: Block<S>) -> (Packed, usize) {
        let height = (block.end - block.start).next_multiple_of(MAX_LANES * C::IN_A_WORD);
        (self.cells.element(block.start / C::IN_A_WORD * self.count), height)
    }

    /// η in `REGISTERS` registers of rows, from `row` of the panel on.
    fn multiply_rows<const REGISTERS: usize, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        coefficients: Scratch,
        product: Scratch,
        row: usize,
    ) {
        let mut sums = [Pack::zero(simd); REGISTERS];
        if !C::BEGINS {
            for (register, sum) in sums.iter_mut().enumerate() {
                *sum = frame.scratch(simd, product.element(register * Pack::<S>::LANES));
            }
        }
        for column in 0..self.count {
            let coefficient = Pack::splat(simd, frame.scratch_number(coefficients.element(column)));
            let cells = panel.element(column * height / C::IN_A_WORD);
            for (register, sum) in sums.iter_mut().enumerate() {
                let x = C::read(frame, simd, cells, row + register * Pack::<S>::LANES);
                *sum = x.mul_add(coefficient, *sum);
            }
        }
        for (register, sum) in sums.into_iter().enumerate() {
            frame.set_scratch(product.element(register * Pack::<S>::LANES), sum);
        }
    }

    /// Adds Xᵀη̄ of `REGISTERS` registers of rows to β̄.
    fn multiply_rows_transposed<const REGISTERS: usize, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        residual: Scratch,
        gradient: Scratch,
        row: usize,
    ) {
        let mut residuals = [Pack::zero(simd); REGISTERS];
        for (register, r) in residuals.iter_mut().enumerate() {
            *r = frame.scratch(simd, residual.element(row + register * Pack::<S>::LANES));
        }
        for column in 0..self.count {
            let place = gradient.element(column * MAX_LANES);
            let cells = panel.element(column * height / C::IN_A_WORD);
            let mut sum = frame.scratch(simd, place);
            let words = REGISTERS * Pack::<S>::LANES / C::IN_A_WORD;
            frame.bring(cells.element(row / C::IN_A_WORD), words, self.count, C::IN_A_WORD);
            for (register, r) in residuals.iter().enumerate() {
                let x = C::read(frame, simd, cells, row + register * Pack::<S>::LANES);
                sum = x.mul_add(*r, sum);
            }
            frame.set_scratch(place, sum);
        }
    }
}

/// The registers of rows that are worked on at once.
const REGISTERS: usize = 8;
