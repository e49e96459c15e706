//! Columns of small whole numbers, such as 0 and 1, counts, or answers from 1 to 5: four numbers in the
//! memory of one.
//!
//! A word of 64 bits holds four codes c = x + 2¹² of 13 bits each. When all bits outside the field k are
//! cleared, and the exponent of 2⁵² is set, the word is the number 2⁵² + c 2¹³ᵏ, so that a subtraction,
//! which is exact, leaves x 2¹³ᵏ. The sums are divided by this power of two. So an entry costs one or two
//! integer operations and one subtraction, and no conversion, which few instruction sets have.
//!
//! The words of a cache line hold 4 × 8 rows: the fields k of its words hold the rows 8 k to 8 k + 7.
//!
//! While the matrix is in the nearest cache, this costs as much as it saves. It takes 0.4 of the time if
//! the matrix comes from memory.

use super::note;
use crate::compiler::Compiler;
use crate::frame::{Frame, Packed, Scratch};
use crate::simd::{Block, MAX_LANES, Pack};
use faer::MatRef;
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of bits of a code.
const BITS: usize = 13;

/// The number of codes in a word.
const FIELDS: usize = 4;

/// The number that is added to an entry to make its code.
const OFFSET: f64 = 4096.0;

/// The number of rows in a cache line of words.
const LINE_ROWS: usize = FIELDS * MAX_LANES;

/// The power of two whose last binary digit has the value 1.
const WHOLE: f64 = (1_u64 << 52) as f64;

/// 2¹³ᵏ, the factor of the field k.
const fn scale(field: usize) -> f64 {
    (1_u64 << (BITS * field)) as f64
}

/// True if a number has a code.
pub(super) fn is_code(number: f64) -> bool {
    (-OFFSET..OFFSET).contains(&number) && number.fract() == 0.0
}

/// Packed columns of codes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Codes {
    pub columns: usize,
    words: Packed,
}

#[inlined]
impl Codes {
    /// Packs columns of a matrix.
    pub fn bind(compiler: &mut Compiler, matrix: MatRef<'_, f64>, columns: &[usize]) -> Self {
        if columns.is_empty() {
            return Self::default();
        }
        note(compiler, columns, matrix, "small whole numbers, in a quarter");
        let line_of = |rows: &[usize], column: usize| {
            let mut line = [0; MAX_LANES];
            for (place, &row) in rows.iter().enumerate() {
                let code = (matrix[(row, column)] + OFFSET) as u64;
                line[place % MAX_LANES] |= code << (BITS * (place / MAX_LANES));
            }
            line.map(f64::from_bits)
        };
        let of_block = |rows: &[usize]| -> Vec<f64> {
            let of_column =
                |&column: &usize| rows.chunks(LINE_ROWS).flat_map(move |rows| line_of(rows, column));
            columns.iter().flat_map(of_column).collect()
        };
        let rows = compiler.context().row_firsts(matrix.nrows());
        let words = rows.blocks().flat_map(|rows| of_block(&rows));
        Self { columns: columns.len(), words: compiler.pack_numbers(words) }
    }

    /// The words of a block, and the number of words that a column has there.
    fn words_of<S: Simd>(&self, block: Block<S>) -> (Packed, usize) {
        let words = self.words.element(block.start / FIELDS * self.columns);
        (words, (block.end - block.start).div_ceil(LINE_ROWS) * MAX_LANES)
    }

    /// Adds X β for a block's rows to their product.
    pub fn add_product<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        coefficients: Scratch,
        product: Scratch,
    ) {
        if self.columns == 0 {
            return;
        }
        let simd = block.simd;
        let (words, length) = self.words_of(block);
        for word in (0..length).step_by(Pack::<S>::LANES) {
            let mut sums = [Pack::zero(simd); FIELDS];
            for column in 0..self.columns {
                let word = frame.packed(simd, words.element(column * length + word));
                let coefficient = Pack::splat(simd, frame.scratch_number(coefficients.element(column)));
                for (field, sum) in sums.iter_mut().enumerate() {
                    *sum = entries(word, field).mul_add(coefficient, *sum);
                }
            }
            for (field, sum) in sums.into_iter().enumerate() {
                let place = product.element(row_of(word, field));
                let total = sum.mul_add(scale(field).recip(), frame.scratch(simd, place));
                frame.set_scratch(place, total);
            }
        }
    }

    /// Adds Xᵀη̄ for a block's rows to the sums of the columns.
    pub fn add_transposed<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        block: Block<S>,
        residual: Scratch,
        gradient: Scratch,
    ) {
        if self.columns == 0 {
            return;
        }
        let simd = block.simd;
        let (words, length) = self.words_of(block);
        // The packed codes after the last row must not count.
        let mut row = (block.end - block.start).next_multiple_of(Pack::<S>::LANES);
        while row < length * FIELDS {
            frame.set_scratch(residual.element(row), Pack::zero(simd));
            row += Pack::<S>::LANES;
        }
        for word in (0..length).step_by(Pack::<S>::LANES) {
            let mut residuals = [Pack::zero(simd); FIELDS];
            for (field, r) in residuals.iter_mut().enumerate() {
                *r = frame.scratch(simd, residual.element(row_of(word, field))) * scale(field).recip();
            }
            for column in 0..self.columns {
                let word = frame.packed(simd, words.element(column * length + word));
                let place = gradient.element(column * MAX_LANES);
                let mut sum = frame.scratch(simd, place);
                for (field, r) in residuals.iter().enumerate() {
                    sum = entries(word, field).mul_add(*r, sum);
                }
                frame.set_scratch(place, sum);
            }
        }
    }
}

/// The row, counted in the block, whose code stands in a field of the word with this number.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn row_of(word: usize, field: usize) -> usize {
    word / MAX_LANES * LINE_ROWS + field * MAX_LANES + word % MAX_LANES
}

/// The entries in a field of some words, times 2¹³ᵏ.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn entries<S: Simd>(words: Pack<S>, field: usize) -> Pack<S> {
    let simd = words.simd;
    let mask = ((1_u64 << BITS) - 1) << (BITS * field);
    let code = simd.and_u64s(words.to_bits(), simd.splat_u64s(mask));
    let number = simd.or_u64s(code, simd.splat_u64s(WHOLE.to_bits()));
    Pack::from_bits(simd, number) - (WHOLE + OFFSET * scale(field))
}
