//! How the rows of a statement are cut, where they are not gone through in one pass.

use crate::compiler::Compiler;
use crate::simd::BLOCK_ROWS;

/// The bytes of data in a run of rows: two of them, the one that is evaluated and the one that comes next,
/// are half of a second-level cache of a megabyte.
const RUN: usize = 256 << 10;

/// Statements with fewer rows are not split: waking a thread takes as long as thousands of rows.
#[cfg(feature = "rayon")]
const SHORT: usize = 4096;

/// The sizes of the pieces of a statement's rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The number of rows that are evaluated at each of several points before the next ones are.
    pub run: usize,
    /// The number of parts that are evaluated at the same time.
    #[cfg(feature = "rayon")]
    pub parts: usize,
}

impl Compiler {
    /// The cut of the statement that is being bound, whose data have been packed, into pieces of its `rows`
    /// rows; into parts only if it `is_split`.
    pub(crate) fn cut(&mut self, rows: usize, _is_split: bool) -> Cut {
        Cut {
            run: self.rows_of_run(rows),
            #[cfg(feature = "rayon")]
            parts: if _is_split { self.parts_of(rows) } else { 1 },
        }
    }

    /// The number of rows of a run: whole blocks, so that panels of matrices are not cut.
    fn rows_of_run(&self, rows: usize) -> usize {
        let bytes = self.packing.bytes() - self.packed_before;
        let rows = RUN.checked_div(bytes.div_ceil(rows.max(1))).unwrap_or(rows);
        (rows / BLOCK_ROWS).max(1) * BLOCK_ROWS
    }

    /// Into how many parts a statement of `rows` rows is split.
    #[cfg(feature = "rayon")]
    fn parts_of(&mut self, rows: usize) -> usize {
        if rows < SHORT || self.options.parts < 2 {
            return 1;
        }
        self.has_parts = true;
        self.options.parts
    }
}
