//! The share of a frame in a log density that is evaluated in parts: which rows, elements and series it has.

use super::Frame;
use crate::simd::BLOCK_ROWS;
use monomorph_macros::inlined;

/// The place of a part among all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub(crate) number: usize,
    pub(crate) count: usize,
}

impl Share {
    /// The only part.
    pub(crate) const WHOLE: Self = Self { number: 0, count: 1 };
}

/// The first of some elements, and the one behind the last.
type Range = (usize, usize);

/// What a frame evaluates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own {
    pub share: Share,
    /// The elements over whose values a sum goes; all if there is nothing.
    summed: Option<Range>,
    /// The share of the series that an operation adds up.
    series: Share,
    /// The columns, of a matrix of such an operation, that are computed; all if there is nothing.
    columns: Option<Range>,
}

impl Own {
    /// Everything that a part evaluates.
    pub const fn of(share: Share) -> Self {
        Self { share, summed: None, series: Share::WHOLE, columns: None }
    }
}

#[inlined(all)]
impl Frame<'_> {
    /// The part of the log density that is evaluated here.
    pub(crate) fn share(&self) -> Share {
        self.own.share
    }

    /// Goes over to a sum over the values of some elements; over those of all, if it is nothing.
    pub(crate) fn sum_some(&mut self, elements: Option<Range>) {
        self.own.summed = elements;
    }

    /// The elements over whose values a sum goes, if it does not go over those of all.
    pub(super) fn some_summed(&self) -> Option<Range> {
        self.own.summed
    }

    /// Goes over to a statement of which a share of the series is evaluated.
    pub(crate) fn take_series(&mut self, series: Share) {
        self.own.series = series;
    }

    /// The share of the series that an operation adds up.
    pub(crate) fn series(&self) -> Share {
        self.own.series
    }

    /// Goes over to rows of which some columns alone are computed; whole blocks, so that panels are not cut.
    pub(crate) fn set_columns(&mut self, columns: Option<Range>) {
        self.own.columns =
            columns.map(|(start, end)| (start / BLOCK_ROWS * BLOCK_ROWS, end.next_multiple_of(BLOCK_ROWS)));
    }

    /// Goes over to whole rows. The columns that were computed before.
    pub(crate) fn take_columns(&mut self) -> Option<Range> {
        self.own.columns.take()
    }

    /// The elements, of `length`, that are computed of a row.
    pub(crate) fn stored(&self, length: usize) -> Range {
        self.own.columns.map_or((0, length), |(start, end)| (start.min(length), end.min(length)))
    }
}
