//! The share of a frame in a log density that may be divided into parts.

use super::Range;
use crate::simd::BLOCK_ROWS;

/// The number of a part, and the number of all parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    number: usize,
    count: usize,
}

impl Share {
    /// The only part.
    pub(crate) const WHOLE: Self = Self { number: 0, count: 1 };

    /// True: a frame may have a part.
    pub(crate) const MAY_BE_PART: bool = true;

    /// The part `number` of `count`.
    pub(crate) const fn of(number: usize, count: usize) -> Self {
        Self { number, count }
    }

    /// The number of the part.
    #[inline(always)]
    pub(crate) const fn number(self) -> usize {
        self.number
    }

    /// The number of all parts.
    #[inline(always)]
    pub(crate) const fn count(self) -> usize {
        self.count
    }
}

/// The columns of a row, or of a matrix whose columns an operation adds up, that are computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns(Option<Range>);

impl Columns {
    /// All columns.
    pub const ALL: Self = Self(None);

    /// The columns from `start` to `end`, extended to whole blocks, so that panels are not divided.
    #[inline(always)]
    pub fn between((start, end): Range) -> Self {
        Self(Some((start / BLOCK_ROWS * BLOCK_ROWS, end.next_multiple_of(BLOCK_ROWS))))
    }

    /// These columns, or all columns if `are_wanted` is false.
    #[inline(always)]
    pub fn only(self, are_wanted: bool) -> Self {
        if are_wanted { self } else { Self::ALL }
    }

    /// The range of computed elements in a row of `length` elements.
    #[inline(always)]
    pub fn of(self, length: usize) -> Range {
        self.0.map_or((0, length), |(start, end)| (start.min(length), end.min(length)))
    }
}

/// The share that a frame evaluates.
#[derive(Clone, Copy, Debug)]
pub(in crate::frame) struct Own {
    /// The part of the log density.
    pub share: Share,
    /// The elements over whose values a sum runs; `None` for all elements.
    summed: Option<Range>,
    /// The share of the series that an operation adds up.
    pub series: Share,
    /// The columns, of a matrix whose columns an operation adds up, that are computed.
    pub columns: Columns,
}

impl Own {
    /// The share of a frame that evaluates a part: all elements, series and columns of the part.
    pub const fn of(share: Share) -> Self {
        Self { share, summed: None, series: Share::WHOLE, columns: Columns::ALL }
    }

    /// Limits the sum to the values of some of `length` elements.
    #[inline(always)]
    pub fn sum_some(&mut self, elements: Range, length: usize) {
        self.summed = (elements != (0, length)).then_some(elements);
    }

    /// Extends the sum to the values of all elements.
    #[inline(always)]
    pub fn sum_all(&mut self) {
        self.summed = None;
    }

    /// The range of elements, out of `length`, over whose values a sum runs.
    #[inline(always)]
    pub fn summed(&self, length: usize) -> Range {
        self.summed.unwrap_or((0, length))
    }
}
