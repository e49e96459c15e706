//! The share of a frame in a log density that is evaluated in parts: its rows, elements and series. Without
//! the feature `rayon` there is one part; the files of this folder implement both cases.

#[cfg(feature = "rayon")]
mod divided;
#[cfg(not(feature = "rayon"))]
mod undivided;

use super::Frame;
#[cfg(feature = "rayon")]
use divided as share;
use monomorph_macros::inlined;
#[cfg(not(feature = "rayon"))]
use undivided as share;

pub(crate) use share::Columns;
pub(super) use share::Own;
pub use share::Share;

/// The first of some elements, and the element after the last.
type Range = (usize, usize);

#[inlined(all)]
impl Frame<'_> {
    /// The part of the log density that the frame evaluates.
    pub(crate) fn share(&self) -> Share {
        self.own.share
    }

    /// Limits the sum to the values of some of `length` elements.
    pub(crate) fn sum_some(&mut self, elements: Range, length: usize) {
        self.own.sum_some(elements, length);
    }

    /// Extends the sum to the values of all elements.
    pub(crate) fn sum_all(&mut self) {
        self.own.sum_all();
    }

    /// The range of elements, out of `length`, over whose values a sum runs: the first and the element
    /// after the last. The rows of statements that belong to these elements have the same numbers.
    pub(crate) fn summed(&self, length: usize) -> Range {
        self.own.summed(length)
    }

    /// Sets the share of the series that the next statement evaluates.
    pub(crate) fn take_series(&mut self, series: Share) {
        self.own.series = series;
    }

    /// The share of the series that an operation adds up.
    pub(crate) fn series(&self) -> Share {
        self.own.series
    }

    /// Sets the columns that are computed of the next rows.
    pub(crate) fn set_columns(&mut self, columns: Columns) {
        self.own.columns = columns;
    }

    /// Returns the columns that were computed before, and sets all columns.
    pub(crate) fn take_columns(&mut self) -> Columns {
        core::mem::replace(&mut self.own.columns, Columns::ALL)
    }

    /// The range of computed elements in a row of `length` elements.
    pub(crate) fn stored(&self, length: usize) -> Range {
        self.own.columns.of(length)
    }
}
