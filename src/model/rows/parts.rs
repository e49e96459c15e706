//! The log density in parts, each of which evaluates some rows of long statements, and some of the other
//! statements. The parts' sums are added in the order of the parts.

use super::{Point, Points};
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::{Frame, Part, Sums, in_parts};
use crate::simd::MAX_LANES;
use pulp::Simd;

/// The sums of zero rows.
const NOTHING: Sums = ([0.0; MAX_LANES], 0.0);

/// Adds the log density that `score` evaluates to the totals: in parts, if the frame has memory for them.
#[inline(always)]
pub(crate) fn score_in_parts<C: Scope, S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    totals: &mut Totals<S>,
    score: impl Fn(&mut Frame<'_>, Sums) -> Sums + Sync,
) {
    if !frame.has_parts() {
        *totals = Totals::from_parts(simd, score(frame, totals.to_parts()));
        return;
    }
    let run = |[part]: [Option<Part<'_>>; 1]| {
        if let Some(Part { mut frame, sums }) = part {
            *sums = score(&mut frame, NOTHING);
        }
    };
    in_parts([Some(frame)], const { C::SETS.gradient }, &run, |_, sums| {
        totals.add_all(&Totals::from_parts(simd, sums));
    });
}

/// Adds the log densities that `score` evaluates to the totals of some points: in parts, if their frames
/// have memory for them; each part evaluates its rows at all points.
#[inline(always)]
pub(crate) fn score_points_in_parts<S: Simd>(
    simd: S,
    points: &mut Points<'_, S>,
    score: impl Fn(&mut Points<'_, S>) + Sync,
) {
    if !points.each().all(|point| point.frame.has_parts()) {
        return score(points);
    }
    let run = |parts: [Option<Part<'_>>; super::MAX_POINTS]| {
        let (mut own, mut sums) = (Points::none(), [const { None }; super::MAX_POINTS]);
        for (place, part) in parts.into_iter().enumerate() {
            if let Some(Part { frame, sums: of_part }) = part {
                own.put(place, Point { frame, totals: Totals::new(simd) });
                sums[place] = Some(of_part);
            }
        }
        score(&mut own);
        for (point, sums) in own.each().zip(sums.into_iter().flatten()) {
            *sums = point.totals.to_parts();
        }
    };
    let mut totals = [const { None }; super::MAX_POINTS];
    let mut frames = [const { None }; super::MAX_POINTS];
    for ((point, frame), own) in points.each().zip(&mut frames).zip(&mut totals) {
        (*frame, *own) = (Some(&mut point.frame), Some(&mut point.totals));
    }
    in_parts(frames, true, &run, |point, sums| {
        if let Some(totals) = &mut totals[point] {
            totals.add_all(&Totals::from_parts(simd, sums));
        }
    });
}
