//! The pieces into which the rows of a statement are divided, if it is not evaluated in one pass.

use crate::compiler::Compiler;
use crate::frame::{Frame, Share};
use crate::simd::BLOCK_ROWS;

/// The number of bytes of data in a run of rows: they stay in a first-level cache while all points are
/// evaluated, and the next run is prefetched. For a wide matrix a run is one block, in the second-level
/// cache.
const RUN: usize = 32 << 10;

/// The pieces in which a statement is evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The number of rows that are evaluated at all points before the next rows are.
    pub run: usize,
    /// The part of the log density to which the whole statement belongs; `None` if each part evaluates some
    /// rows.
    part: Option<usize>,
    /// The number of rows in a unit that is never divided: the rows of a panel of a matrix, or the elements
    /// of a vector.
    grain: usize,
}

/// The way in which the parts of a log density share a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Split {
    /// One part evaluates the statement.
    Not,
    /// Each part evaluates some rows.
    Rows,
    /// Each part evaluates some vectors with this number of elements, which are rows of the statement.
    Vectors(usize),
    /// Each part evaluates some of the series that an operation adds up.
    Series,
}

impl Compiler {
    /// Divides the statement that is being bound, whose data have been packed, into pieces of its `rows`
    /// rows, or among parts according to `split`.
    pub(crate) fn cut(&mut self, rows: usize, split: Split) -> Cut {
        Cut {
            run: self.rows_of_run(rows),
            part: self.part_of_statement(rows, split),
            grain: if let Split::Vectors(width) = split { width.max(1) } else { BLOCK_ROWS },
        }
    }

    /// Divides the sum over a marginalised variable of `length` elements, whose statements have been bound.
    /// Each statement is evaluated for `count` values, forward and backward.
    pub(crate) fn cut_of_sum(&mut self, length: usize, count: usize, is_split: bool) -> Cut {
        Cut { run: length, part: self.part_of_sum(length, count, is_split), grain: BLOCK_ROWS }
    }

    /// The number of rows of a run: whole blocks, so that panels of matrices are not divided.
    fn rows_of_run(&self, rows: usize) -> usize {
        let bytes = self.packing.bytes() - self.packed_before;
        let rows = RUN.checked_div(bytes.div_ceil(rows.max(1))).unwrap_or(rows);
        (rows / BLOCK_ROWS).max(1) * BLOCK_ROWS
    }
}

impl Cut {
    /// The share of the series that the frame's part evaluates; `None` if it evaluates nothing.
    #[inline(always)]
    pub fn series(&self, frame: &Frame<'_>) -> Option<Share> {
        let share = frame.share();
        match self.part {
            _ if share.count() == 1 => Some(share),
            Some(part) => (part == share.number()).then_some(Share::WHOLE),
            None => Some(share),
        }
    }

    /// The range of the rows, out of `length`, that the frame's part evaluates: the first row and the row
    /// after the last; `None` if the part has nothing to evaluate. Terms that rows share are evaluated with
    /// row 0, even if there are no rows.
    #[inline(always)]
    pub fn rows(&self, frame: &Frame<'_>, length: usize) -> Option<(usize, usize)> {
        let share = frame.share();
        match self.part {
            _ if share.count() == 1 => Some((0, length)),
            Some(part) => (part == share.number()).then_some((0, length)),
            None => {
                let height = length.div_ceil(share.count()).next_multiple_of(self.grain);
                let (start, end) = (share.number() * height, (share.number() + 1) * height);
                (start == 0 || start < length).then_some((start, length.min(end)))
            }
        }
    }
}
