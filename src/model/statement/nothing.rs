//! Functions that replace a pass which a constant leaves out.

use crate::frame::Frame;
use crate::model::rows::Points;
use pulp::Simd;

/// Computes nothing, or passes nothing on.
#[inline(always)]
pub(crate) fn no_pass<M, S: Simd>(_: &M, _: S, _: &mut Frame<'_>) {}

/// Counts no statement.
pub(crate) fn no_count() -> usize {
    0
}

/// Scores nothing.
#[inline(always)]
pub(crate) fn no_score<M, S: Simd, T>(_: &M, _: S, _: &mut Frame<'_>, _: &mut T) {}

/// Scores nothing at several points.
#[inline(always)]
pub(crate) fn no_score_of_points<M, S: Simd>(_: &M, _: S, _: &mut Points<'_, S>) {}
