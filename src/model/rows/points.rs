//! Several points in one pass over the rows of a statement.
//!
//! Rows come in runs of 32 kB, which fit in a first-level cache; runs of 256 kB were not faster at any width.
//! A run is evaluated at each point before the next run is read, so that data larger than the caches are
//! loaded from memory once for all points; meanwhile each point [prefetches](crate::frame::Ahead) a share of
//! the next run. The sums of each point are added in the order of a pass for this point alone, so they have
//! the same bits.

use super::Rows;
use crate::compiler::Cut;
use crate::contract::transform::Totals;
use crate::frame::{Ahead, Frame, Share};
use crate::simd::Blocks;
use pulp::Simd;

/// The maximum number of points that share a pass.
pub use monomorph_base::density::MAX_POINTS;

/// A point that is evaluated together with others: its own memory, and its log density so far.
pub struct Point<'a, S: Simd> {
    /// The point's memory.
    pub(crate) frame: Frame<'a>,
    /// The point's log density so far.
    pub(crate) totals: Totals<S>,
}

/// Points that are evaluated together.
pub struct Points<'a, S: Simd>([Option<Point<'a, S>>; MAX_POINTS]);

impl<'a, S: Simd> Points<'a, S> {
    /// Returns a set without points.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        Self([const { None }; MAX_POINTS])
    }

    /// Puts a point in a place, if the place exists.
    #[inline(always)]
    pub(crate) fn put(&mut self, place: usize, point: Point<'a, S>) {
        if let Some(room) = self.0.get_mut(place) {
            *room = Some(point);
        }
    }

    /// Returns the range of the rows, of `length`, that are evaluated at the points; `None` if no row is.
    #[inline(always)]
    pub(crate) fn rows(&mut self, cut: &Cut, length: usize) -> Option<(usize, usize)> {
        if !Share::MAY_BE_PART {
            return Some((0, length));
        }
        cut.rows(&self.each().next()?.frame, length)
    }

    /// Returns the points in their order.
    #[inline(always)]
    pub(crate) fn each(&mut self) -> impl Iterator<Item = &mut Point<'a, S>> {
        self.0.iter_mut().flatten()
    }
}

/// Calls `score` for one point after the other.
#[inline(always)]
pub(crate) fn score_each_point<M, S: Simd>(
    statement: &M,
    simd: S,
    points: &mut Points<'_, S>,
    score: impl Fn(&M, S, &mut Frame<'_>, &mut Totals<S>),
) {
    for point in points.each() {
        let mut totals = point.totals.clone();
        let mut frame = point.frame.lend();
        score(statement, simd, &mut frame, &mut totals);
        point.totals = totals;
    }
}

/// Scores rows at all points, from `first` to before `length`, `run` rows at a time.
#[inline(always)]
pub(crate) fn score_run_by_run<R: Rows, S: Simd>(
    rows: &R,
    (first, length): (usize, usize),
    run: usize,
    simd: S,
    points: &mut Points<'_, S>,
) {
    let mut passes = [const { None::<R::Pass<S>> }; MAX_POINTS];
    for (point, pass) in points.each().zip(&mut passes) {
        *pass = Some(rows.begin(simd, &mut point.frame, &mut point.totals, first == 0));
    }
    let (mut start, count) = (first, points.each().count());
    while start < length {
        let end = length.min(start + run);
        for (number, (point, slot)) in points.each().zip(&mut passes).enumerate() {
            let Some(mut pass) = slot.take() else { continue };
            // Local copies, to which nothing else has a reference, stay in registers.
            let (mut totals, mut frame) = (point.totals.clone(), point.frame.lend());
            if count > 1 && end < length {
                frame.set_ahead(Ahead::new(run, number, count));
            }
            let blocks = Blocks::between(simd, start, end, const { R::BLOCKED });
            rows.go(&mut frame, &mut totals, &mut pass, blocks);
            point.totals = totals;
            *slot = Some(pass);
        }
        start = end;
    }
    for (point, pass) in points.each().zip(passes) {
        if let Some(pass) = pass {
            rows.end(simd, &mut point.frame, &mut point.totals, pass);
        }
    }
}
