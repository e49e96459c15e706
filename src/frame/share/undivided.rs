//! The share of a frame, where no log density is divided into parts: everything, which takes no memory, so
//! that what asks for it is compiled to what nobody has divided.

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

/// The columns that are computed of a row: all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns;

impl Columns {
    /// All columns.
    pub const ALL: Self = Self;

    /// All columns, of which nobody asks for some.
    #[inline(always)]
    pub fn between(_: Range) -> Self {
        Self
    }

    /// All columns.
    #[inline(always)]
    pub fn only(self, _: bool) -> Self {
        self
    }

    /// The elements of a row of `length`.
    #[inline(always)]
    pub fn of(self, length: usize) -> Range {
        (0, length)
    }
}

/// What a frame evaluates: everything.
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
    /// Everything that a part evaluates.
    pub const fn of(share: Share) -> Self {
        Self { share, series: share, columns: Columns::ALL }
    }

    /// Does nothing: all elements are some.
    #[inline(always)]
    pub fn sum_some(&mut self, _: Range, _: usize) {}

    /// Does nothing: sums go over the values of all elements.
    #[inline(always)]
    pub fn sum_all(&mut self) {}

    /// All of `length` elements, over whose values a sum goes.
    #[inline(always)]
    pub fn summed(&self, length: usize) -> Range {
        (0, length)
    }
}
