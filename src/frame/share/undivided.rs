//! The share of a frame in a log density that is not divided into parts: everything. It takes no memory,
//! and code that reads it is compiled as if there were no parts.

use super::Range;

/// The only part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share;

impl Share {
    /// The only part.
    pub(crate) const WHOLE: Self = Self;

    /// False: a frame has everything.
    pub(crate) const MAY_BE_PART: bool = false;

    /// The number of the part.
    #[inline(always)]
    pub(crate) const fn number(self) -> usize {
        0
    }

    /// The number of all parts.
    #[inline(always)]
    pub(crate) const fn count(self) -> usize {
        1
    }
}

/// The columns of a row that are computed: all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns;

impl Columns {
    /// All columns.
    pub const ALL: Self = Self;

    /// All columns; the argument is not used.
    #[inline(always)]
    pub fn between(_: Range) -> Self {
        Self
    }

    /// All columns; the argument is not used.
    #[inline(always)]
    pub fn only(self, _: bool) -> Self {
        self
    }

    /// The range of all elements in a row of `length` elements.
    #[inline(always)]
    pub fn of(self, length: usize) -> Range {
        (0, length)
    }
}

/// The share that a frame evaluates: everything.
#[derive(Clone, Copy, Debug)]
pub(in crate::frame) struct Own {
    /// The part of the log density.
    pub share: Share,
    /// The share of the series that an operation adds up.
    pub series: Share,
    /// The columns that are computed.
    pub columns: Columns,
}

impl Own {
    /// The share of a frame that evaluates the only part: all elements, series and columns.
    pub const fn of(share: Share) -> Self {
        Self { share, series: share, columns: Columns::ALL }
    }

    /// Does nothing: the only share has all elements.
    #[inline(always)]
    pub fn sum_some(&mut self, _: Range, _: usize) {}

    /// Does nothing: sums run over the values of all elements.
    #[inline(always)]
    pub fn sum_all(&mut self) {}

    /// The range of all `length` elements, over whose values a sum runs.
    #[inline(always)]
    pub fn summed(&self, length: usize) -> Range {
        (0, length)
    }
}
