//! The share of a frame in a log density that is evaluated in parts: which rows, elements and series it has.
//! Without the feature `rayon` there is one part, and this is the place where the two differ.

#[cfg(feature = "rayon")]
mod divided;
#[cfg(not(feature = "rayon"))]
mod undivided;

use super::Frame;
use crate::simd::BLOCK_ROWS;
#[cfg(feature = "rayon")]
pub(super) use divided::Own;
#[cfg(feature = "rayon")]
pub use divided::Share;
use monomorph_macros::inlined;
#[cfg(not(feature = "rayon"))]
pub(super) use undivided::Own;
#[cfg(not(feature = "rayon"))]
pub use undivided::Share;

/// The first of some elements, and the one behind the last.
type Range = (usize, usize);

#[inlined(all)]
impl Frame<'_> {
    /// The part of the log density that is evaluated here.
    pub(crate) fn share(&self) -> Share {
        self.own.share
    }

    /// Goes over to a sum over the values of some elements; over those of all, if it is nothing.
    pub(crate) fn sum_some(&mut self, elements: Option<Range>) {
        self.own.set_summed(elements);
    }

    /// The elements, of `length`, over whose values a sum goes: the first and the one behind the last. The
    /// rows of statements that belong to them have the same numbers.
    pub(crate) fn summed(&self, length: usize) -> Range {
        self.own.summed().unwrap_or((0, length))
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
        self.own.set_columns(
            columns.map(|(start, end)| (start / BLOCK_ROWS * BLOCK_ROWS, end.next_multiple_of(BLOCK_ROWS))),
        );
    }

    /// Goes over to whole rows. The columns that were computed before.
    pub(crate) fn take_columns(&mut self) -> Option<Range> {
        let columns = self.own.columns();
        self.own.set_columns(None);
        columns
    }

    /// The elements, of `length`, that are computed of a row.
    pub(crate) fn stored(&self, length: usize) -> Range {
        self.own.columns().map_or((0, length), |(start, end)| (start.min(length), end.min(length)))
    }
}
