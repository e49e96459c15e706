//! A data matrix in panels, for η = X β and β̄ = Xᵀ η̄ block by block.
//!
//! `compile()` packs X into panels of [`BLOCK_ROWS`] rows, each stored column by column, so that every access
//! is to the next cache line. A block's rows of η are computed when the block begins, its lanes are consumed
//! and their adjoints stored, and Xᵀη̄ is taken when the block ends, while the panel is still in the
//! first-level cache: X is streamed from memory once per gradient. The sums over rows are kept one register a
//! column, and reduced once at the end.
//!
//! A large matrix waits for memory. So its columns of small whole numbers are packed as [codes], in a quarter
//! of the memory; they stand behind the others, and `order` tells which they are.

mod codes;

use crate::compiler::Compiler;
use crate::error::Error;
use crate::frame::{Frame, Packed, PackedIndices, Scratch, Slot};
use crate::simd::{BLOCK_ROWS, Block, MAX_LANES, Pack};
use codes::Codes;
use faer::MatRef;
use pulp::Simd;

/// A packed matrix, and the memory of its products with one vector.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Panels {
    /// The columns that are packed as numbers.
    columns: usize,
    numbers: Packed,
    codes: Codes,
    /// The columns of the matrix in their order, first the numbers.
    order: PackedIndices,
    /// β in that order.
    coefficients: Scratch,
    /// η of the block's rows.
    product: Scratch,
    /// η̄ of the block's rows.
    residual: Scratch,
    /// β̄, one register a column.
    gradient: Scratch,
}

impl Panels {
    /// Packs a matrix.
    pub fn bind(compiler: &mut Compiler, matrix: MatRef<'_, f64>) -> Result<Self, Error> {
        Self::bind_columns(compiler, matrix, &(0..matrix.ncols()).collect::<Vec<_>>())
    }

    /// Packs a matrix of columns of a larger one, given which these are.
    pub fn bind_columns(
        compiler: &mut Compiler,
        matrix: MatRef<'_, f64>,
        places: &[usize],
    ) -> Result<Self, Error> {
        let (numbers, whole) = codes::divide(compiler, matrix);
        let order = compiler.pack_own_indices(numbers.iter().chain(&whole).map(|&column| places[column]));
        Ok(Self {
            columns: numbers.len(),
            numbers: compiler.pack_panels(matrix, &numbers)?,
            codes: Codes::bind(compiler, matrix, &whole),
            order,
            coefficients: compiler.scratch(matrix.ncols()),
            product: compiler.scratch(BLOCK_ROWS),
            residual: compiler.scratch(BLOCK_ROWS),
            gradient: compiler.scratch(matrix.ncols() * MAX_LANES),
        })
    }

    /// The number of all columns.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn count(&self) -> usize {
        self.columns + self.codes.columns
    }

    /// The rows of η in a register that begins with the row `in_block` of the block.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn product<S: Simd>(&self, simd: S, frame: &Frame<'_>, in_block: usize) -> Pack<S> {
        frame.scratch(simd, self.product.element(in_block))
    }

    /// The place of η of the block's rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn products(&self) -> Scratch {
        self.product
    }

    /// The place of η̄ of the block's rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn residuals(&self) -> Scratch {
        self.residual
    }

    /// Stores η̄ of a register of rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn set_residual<S: Simd>(&self, frame: &mut Frame<'_>, in_block: usize, adjoints: Pack<S>) {
        frame.set_scratch(self.residual.element(in_block), adjoints);
    }

    /// Takes β.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn load(&self, frame: &mut Frame<'_>, vector: Slot) {
        for place in 0..self.count() {
            let column = frame.index(self.order, place);
            let coefficient = frame.number(vector.element(column));
            frame.set_scratch_number(self.coefficients.element(place), coefficient);
        }
    }

    /// Starts the sums of β̄.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn start_gradient<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        for place in 0..self.count() {
            frame.set_scratch(self.gradient.element(place * MAX_LANES), Pack::zero(simd));
        }
    }

    /// Adds the sums to β̄.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn add_gradient<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, vector: Slot) {
        for place in 0..self.count() {
            let column = frame.index(self.order, place);
            let sum = frame.scratch(simd, self.gradient.element(place * MAX_LANES)).sum();
            frame.add_adjoint_number(vector.element(column), sum);
        }
    }

    /// η of a block's rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn multiply<S: Simd>(&self, frame: &mut Frame<'_>, block: Block<S>) {
        let panel = self.panel(block);
        let step = REGISTERS * Pack::<S>::LANES;
        let mut row = 0;
        while row + step <= panel.1 {
            self.multiply_rows::<REGISTERS, S>(block.simd, frame, panel, row);
            row += step;
        }
        while row < panel.1 {
            self.multiply_rows::<1, S>(block.simd, frame, panel, row);
            row += Pack::<S>::LANES;
        }
        let coefficients = self.coefficients.element(self.columns);
        self.codes.add_product(frame, block, coefficients, self.product);
    }

    /// Adds Xᵀη̄ of a block's rows to β̄.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn multiply_transposed<S: Simd>(&self, frame: &mut Frame<'_>, block: Block<S>) {
        let panel = self.panel(block);
        let step = REGISTERS * Pack::<S>::LANES;
        // The lanes stop with the rows, the panel with a whole line.
        let end = (block.end - block.start).next_multiple_of(Pack::<S>::LANES);
        let mut row = 0;
        while row + step <= end {
            self.multiply_rows_transposed::<REGISTERS, S>(block.simd, frame, panel, row);
            row += step;
        }
        while row < end {
            self.multiply_rows_transposed::<1, S>(block.simd, frame, panel, row);
            row += Pack::<S>::LANES;
        }
        let gradient = self.gradient.element(self.columns * MAX_LANES);
        self.codes.add_transposed(frame, block, self.residual, gradient);
    }

    /// The panel of a block: where it starts, and its height in rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn panel<S: Simd>(&self, block: Block<S>) -> (Packed, usize) {
        let height = (block.end - block.start).next_multiple_of(MAX_LANES);
        (self.numbers.element(block.start * self.columns), height)
    }

    /// η in `REGISTERS` registers of rows, from `row` of the panel on.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn multiply_rows<const REGISTERS: usize, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        row: usize,
    ) {
        let mut product = [Pack::zero(simd); REGISTERS];
        for column in 0..self.columns {
            let coefficient = Pack::splat(simd, frame.scratch_number(self.coefficients.element(column)));
            let rows = panel.element(column * height + row);
            for (register, sum) in product.iter_mut().enumerate() {
                let x = frame.packed(simd, rows.element(register * Pack::<S>::LANES));
                *sum = x.mul_add(coefficient, *sum);
            }
        }
        for (register, sum) in product.into_iter().enumerate() {
            frame.set_scratch(self.product.element(row + register * Pack::<S>::LANES), sum);
        }
    }

    /// Adds Xᵀη̄ of `REGISTERS` registers of rows to β̄.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn multiply_rows_transposed<const REGISTERS: usize, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        row: usize,
    ) {
        let mut residual = [Pack::zero(simd); REGISTERS];
        for (register, r) in residual.iter_mut().enumerate() {
            *r = frame.scratch(simd, self.residual.element(row + register * Pack::<S>::LANES));
        }
        for column in 0..self.columns {
            let place = self.gradient.element(column * MAX_LANES);
            let rows = panel.element(column * height + row);
            let mut sum = frame.scratch(simd, place);
            frame.bring(rows, REGISTERS * Pack::<S>::LANES, self.columns);
            for (register, r) in residual.iter().enumerate() {
                let x = frame.packed(simd, rows.element(register * Pack::<S>::LANES));
                sum = x.mul_add(*r, sum);
            }
            frame.set_scratch(place, sum);
        }
    }
}

/// The registers of rows that are worked on at once.
const REGISTERS: usize = 8;
