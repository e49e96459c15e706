//! The share of a frame in a log density that is evaluated in parts: which rows, elements and series it has.
//! Without the feature `rayon` there is one part, and this is the place where the two differ.

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

/// The first of some elements, and the one behind the last.
type Range = (usize, usize);

#[inlined(all)]
impl Frame<'_> {
    /// The part of the log density that is evaluated here.
    pub(crate) fn share(&self) -> Share {
        self.own.share
    }

    /// Goes over to a sum over the values of some elements, of `length`.
    pub(crate) fn sum_some(&mut self, elements: Range, length: usize) {
        self.own.sum_some(elements, length);
    }

    /// Goes over to a sum over the values of all elements.
    pub(crate) fn sum_all(&mut self) {
        self.own.sum_all();
    }

    /// The elements, of `length`, over whose values a sum goes: the first and the one behind the last. The
    /// rows of statements that belong to them have the same numbers.
    pub(crate) fn summed(&self, length: usize) -> Range {
        self.own.summed(length)
    }

    /// Goes over to a statement of which a share of the series is evaluated.
    pub(crate) fn take_series(&mut self, series: Share) {
        self.own.series = series;
    }

    /// The share of the series that an operation adds up.
    pub(crate) fn series(&self) -> Share {
        self.own.series
    }

    /// Goes over to rows of which these columns are computed.
    pub(crate) fn set_columns(&mut self, columns: Columns) {
        self.own.columns = columns;
    }

    /// Goes over to whole rows. The columns that were computed before.
    pub(crate) fn take_columns(&mut self) -> Columns {
        core::mem::replace(&mut self.own.columns, Columns::ALL)
    }

    /// The elements, of `length`, that are computed of a row.
    pub(crate) fn stored(&self, length: usize) -> Range {
        self.own.columns.of(length)
    }
}
