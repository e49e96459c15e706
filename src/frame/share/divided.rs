//! The share of a frame, where log densities may be divided into parts.

use super::Range;

/// The place of a part among all.
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

/// What a frame evaluates.
#[derive(Clone, Copy, Debug)]
pub(in crate::frame) struct Own {
    /// The part of the log density.
    pub share: Share,
    /// The elements over whose values a sum goes; all if there is nothing.
    summed: Option<Range>,
    /// The share of the series that an operation adds up.
    pub series: Share,
    /// The columns, of a matrix of such an operation, that are computed; all if there is nothing.
    columns: Option<Range>,
}

impl Own {
    /// Everything that a part evaluates.
    pub const fn of(share: Share) -> Self {
        Self { share, summed: None, series: Share::WHOLE, columns: None }
    }

    /// Sets the elements over whose values a sum goes.
    #[inline(always)]
    pub fn set_summed(&mut self, elements: Option<Range>) {
        self.summed = elements;
    }

    /// The elements over whose values a sum goes; nothing if the sum goes over those of all.
    #[inline(always)]
    pub const fn summed(&self) -> Option<Range> {
        self.summed
    }

    /// Sets the columns that are computed.
    #[inline(always)]
    pub fn set_columns(&mut self, columns: Option<Range>) {
        self.columns = columns;
    }

    /// The columns that are computed; nothing if all are.
    #[inline(always)]
    pub const fn columns(&self) -> Option<Range> {
        self.columns
    }
}
