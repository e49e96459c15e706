//! A data matrix in panels, for η = X β and β̄ = Xᵀ η̄ block by block.
//!
//! `compile()` packs X into panels of [`BLOCK_ROWS`] rows, each stored column by column, so that every
//! access is to the next cache line. A block's rows of η are computed when the block begins, its lanes are
//! read and their adjoints stored, and Xᵀη̄ is computed when the block ends, while the panel is still in
//! the first-level cache: X is streamed from memory once per gradient. The sums over rows are kept in one
//! register for each column, and reduced once at the end.
//!
//! The speed of a large matrix is that of memory. So its columns of small whole numbers are packed as
//! [codes], in a quarter of the memory, and its columns of numbers that fit 32 bits in half of it. Columns
//! are packed in this order: numbers of 64 bits, of 32 bits, codes; `order` holds the original column of
//! each packed one.

mod codes;
mod columns;
mod rows;

use crate::compiler::Compiler;
use crate::error::Error;
use crate::frame::{Frame, PackedIndices, Scratch, Slot};
use crate::simd::{BLOCK_ROWS, Block, MAX_LANES, Pack};
use codes::Codes;
use columns::{Columns, Doubles, Singles};
use faer::MatRef;
use pulp::Simd;

/// A packed matrix, and the memory of its products with one vector.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Panels {
    doubles: Columns<Doubles>,
    singles: Columns<Singles>,
    codes: Codes,
    /// The columns of the matrix in the order in which they are packed.
    order: PackedIndices,
    /// β in the packed order.
    coefficients: Scratch,
    /// η for the block's rows.
    product: Scratch,
    /// η̄ for the block's rows.
    residual: Scratch,
    /// The sums of β̄, one register for each column.
    gradient: Scratch,
}

impl Panels {
    /// Packs a matrix.
    pub fn bind(compiler: &mut Compiler, matrix: MatRef<'_, f64>) -> Result<Self, Error> {
        Self::bind_columns(compiler, matrix, &(0..matrix.ncols()).collect::<Vec<_>>())
    }

    /// Packs some columns of a larger matrix, given as the matrix of these columns and their places in the
    /// larger one.
    pub fn bind_columns(
        compiler: &mut Compiler,
        matrix: MatRef<'_, f64>,
        places: &[usize],
    ) -> Result<Self, Error> {
        let (numbers, whole) = worth_it(compiler, matrix, (0..matrix.ncols()).collect(), codes::is_code);
        let (doubles, singles) = worth_it(compiler, matrix, numbers, columns::is_single);
        let packed = doubles.iter().chain(&singles).chain(&whole);
        let order = compiler.pack_own_indices(packed.map(|&column| places[column]));
        Ok(Self {
            doubles: Columns::<Doubles>::bind(compiler, matrix, &doubles)?,
            singles: Columns::<Singles>::bind(compiler, matrix, &singles),
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
        self.doubles.count + self.singles.count + self.codes.columns
    }

    /// Returns η in a register of rows that begins with the row `in_block` of the block.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn product<S: Simd>(&self, simd: S, frame: &Frame<'_>, in_block: usize) -> Pack<S> {
        frame.scratch(simd, self.product.element(in_block))
    }

    /// The working memory of η for the block's rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn products(&self) -> Scratch {
        self.product
    }

    /// The working memory of η̄ for the block's rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn residuals(&self) -> Scratch {
        self.residual
    }

    /// Stores η̄ for a register of rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn set_residual<S: Simd>(&self, frame: &mut Frame<'_>, in_block: usize, adjoints: Pack<S>) {
        frame.set_scratch(self.residual.element(in_block), adjoints);
    }

    /// Copies β into working memory in the packed order.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn load(&self, frame: &mut Frame<'_>, vector: Slot) {
        for place in 0..self.count() {
            let column = frame.index(self.order, place);
            let coefficient = frame.number(vector.element(column));
            frame.set_scratch_number(self.coefficients.element(place), coefficient);
        }
    }

    /// Sets the sums of β̄ to zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn start_gradient<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        for place in 0..self.count() {
            frame.set_scratch(self.gradient.element(place * MAX_LANES), Pack::zero(simd));
        }
    }

    /// Adds the sums to the adjoints of β.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn add_gradient<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, vector: Slot) {
        for place in 0..self.count() {
            let column = frame.index(self.order, place);
            let sum = frame.scratch(simd, self.gradient.element(place * MAX_LANES)).sum();
            frame.add_adjoint_number(vector.element(column), sum);
        }
    }

    /// Computes η for a block's rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn multiply<S: Simd>(&self, frame: &mut Frame<'_>, block: Block<S>) {
        let coefficients = self.coefficients;
        self.doubles.multiply(frame, block, coefficients, self.product);
        let coefficients = coefficients.element(self.doubles.count);
        self.singles.multiply(frame, block, coefficients, self.product);
        let coefficients = coefficients.element(self.singles.count);
        self.codes.add_product(frame, block, coefficients, self.product);
    }

    /// Adds Xᵀη̄ for a block's rows to the sums of β̄.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn multiply_transposed<S: Simd>(&self, frame: &mut Frame<'_>, block: Block<S>) {
        let gradient = self.gradient;
        self.doubles.multiply_transposed(frame, block, self.residual, gradient);
        let gradient = gradient.element(self.doubles.count * MAX_LANES);
        self.singles.multiply_transposed(frame, block, self.residual, gradient);
        let gradient = gradient.element(self.singles.count * MAX_LANES);
        self.codes.add_transposed(frame, block, self.residual, gradient);
    }
}

/// The number of entries, a megabyte as numbers of 64 bits, from which on packing in less memory is worth
/// the operations that unpack it.
const ENTRIES: usize = 1 << 17;

/// Divides columns into those that stay as they are, and those whose numbers all have a property with which
/// they need less memory. The latter are empty unless they have enough entries.
fn worth_it(
    compiler: &Compiler,
    matrix: MatRef<'_, f64>,
    columns: Vec<usize>,
    property: fn(f64) -> bool,
) -> (Vec<usize>, Vec<usize>) {
    let rows = compiler.context().row_count(matrix.nrows());
    if !compiler.rewrites() || rows * columns.len() < ENTRIES {
        return (columns, Vec::new());
    }
    let (narrow, wide): (Vec<_>, Vec<_>) =
        columns.iter().partition(|&&column| matrix.col(column).iter().all(|&number| property(number)));
    if rows * narrow.len() < ENTRIES { (columns, Vec::new()) } else { (wide, narrow) }
}

/// Records for `explain` the number of a matrix's columns that are packed in less memory, and the way `what`
/// in which they are packed.
fn note(compiler: &mut Compiler, columns: &[usize], matrix: MatRef<'_, f64>, what: &str) {
    compiler.note(format!(
        "{} of the {} columns of a matrix are {what} of their memory",
        columns.len(),
        matrix.ncols()
    ));
}
