//! Statements of many rows, evaluated in runs of rows: for several points that share one pass over the data,
//! and for parts that are evaluated at the same time.

#[cfg(feature = "rayon")]
mod parts;
mod points;
mod row_elements;
mod tally;

use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::simd::Blocks;
#[cfg(feature = "rayon")]
pub(crate) use parts::{score_in_parts, score_points_in_parts};
#[cfg_attr(doc, doc(hidden))]
pub use points::{MAX_POINTS, Point, Points};
pub(crate) use points::{score_each_point, score_run_by_run};
use pulp::Simd;
#[cfg_attr(doc, doc(hidden))]
pub use row_elements::RowElements;
#[cfg_attr(doc, doc(hidden))]
pub use tally::Tally;
pub(crate) use tally::{EachRow, has_weight, weighted};

/// The rows of a statement, in a scope. A pass begins, evaluates the rows in runs, each row once and in
/// order, and ends. Between its beginning and its end nothing else uses the frame's workspace.
pub(crate) trait Rows {
    /// The numbers that are kept from the beginning of a pass to its end.
    type Pass<S: Simd>;

    /// True if rows are evaluated in blocks.
    const BLOCKED: bool;

    /// Begins a pass. The terms that rows share are added in the first of several passes.
    fn begin<S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
        is_first: bool,
    ) -> Self::Pass<S>;

    /// Evaluates some blocks.
    fn go<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
        pass: &mut Self::Pass<S>,
        blocks: Blocks<S>,
    );

    /// Ends a pass.
    fn end<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>, pass: Self::Pass<S>);
}

/// Scores the rows from `start` to before `end`.
#[inline(always)]
pub(crate) fn score_some_rows<R: Rows, S: Simd>(
    rows: &R,
    (start, end): (usize, usize),
    simd: S,
    frame: &mut Frame<'_>,
    totals: &mut Totals<S>,
) {
    // The terms that rows share are added with the first row.
    let mut pass = rows.begin(simd, frame, totals, start == 0);
    let blocks = Blocks::between(simd, start, end, const { R::BLOCKED });
    rows.go(frame, totals, &mut pass, blocks);
    rows.end(simd, frame, totals, pass);
}
