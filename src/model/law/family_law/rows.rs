//! The observations of a statement as [`Rows`], which can be evaluated in runs.

use super::FamilyLaw;
use super::pass::Pass;
use crate::compiler::Split;
use crate::contract::family::{Family, PerLane, PerLaneOfSmall, Stage};
use crate::contract::node::Tuple;
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::law::Plan;
use crate::model::rows::{Points, Rows, score_each_point, score_run_by_run, score_some_rows};
use crate::model::statement::{BoundLaw, BoundVariable};
use crate::shape::Shape;
use crate::simd::{Block, Blocks};
use core::marker::PhantomData;
use pulp::Simd;

/// The types that determine how rows are evaluated, without a value.
type Said<Target, C, InRows> = PhantomData<fn() -> (Target, C, InRows)>;

/// The observations of a statement in a scope; the stage `InRows` determines how its rows are evaluated.
struct RowsOf<'a, F, Target, A, Sh, C, InRows> {
    law: &'a FamilyLaw<F, A, Sh>,
    statement: Said<Target, C, InRows>,
}

impl<F: Family, Target: BoundVariable, A: Tuple, Sh: Shape, C: Scope, InRows: Stage> Rows
    for RowsOf<'_, F, Target, A, Sh, C, InRows>
{
    type Pass<S: Simd> = Pass<A, S>;
    const BLOCKED: bool = A::FACTS.blocked && !FamilyLaw::<F, A, Sh>::HAS_VECTORS_APART;

    #[inline(always)]
    fn begin<S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
        is_first: bool,
    ) -> Pass<A, S> {
        self.law.begin_pass::<C, S, _>(simd, frame, totals, is_first)
    }

    #[inline(always)]
    fn go<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
        pass: &mut Pass<A, S>,
        blocks: Blocks<S>,
    ) {
        if const { !FamilyLaw::<F, A, Sh>::HAS_VECTORS_APART } {
            return self.law.pass_over::<Target, C, InRows, S, _>(frame, totals, pass, blocks);
        }
        let (simd, width) = (blocks.simd(), self.law.width.max(1));
        for vectors in blocks {
            for start in (vectors.start..vectors.end).step_by(width) {
                let vector = Blocks::once(Block { simd, start, end: start + width });
                self.law.pass_over::<Target, C, InRows, S, _>(frame, totals, pass, vector);
            }
        }
    }

    #[inline(always)]
    fn end<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>, pass: Pass<A, S>) {
        self.law.end_pass::<C, S, _>(simd, frame, totals, pass);
    }
}

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// True if there may be enough observations to cut them into runs of rows.
    pub(crate) const HAS_ROWS_TO_CUT: bool =
        A::EACH[0].is_data() && Sh::LENGTH.is_none() && !Sh::IS_SCALAR && !Sh::IS_MATRIX && !Self::HAS_TOTALS;

    /// True for a law of vectors that are rows of a matrix.
    const HAS_VECTORS_APART: bool = Self::HAS_TOTALS && Sh::IS_MATRIX;

    /// True if there may be enough observations to share them between parts: elements or vectors, also of a
    /// matrix.
    pub(crate) const HAS_ROWS_TO_SHARE: bool =
        Self::HAS_ROWS_TO_CUT || (A::EACH[0].is_data() && Sh::LENGTH.is_none() && Sh::IS_MATRIX);

    /// Returns the way in which parts may share a statement that is not a sum of squares, with vectors of
    /// `width` elements.
    pub(crate) const fn split(width: usize) -> Split {
        match Self::HAS_ROWS_TO_SHARE {
            true if Self::HAS_VECTORS_APART => Split::Vectors(width),
            true => Split::Rows,
            false => Split::Not,
        }
    }

    #[inline(always)]
    fn rows_of<Target, C, InRows>(&self) -> RowsOf<'_, F, Target, A, Sh, C, InRows> {
        RowsOf { law: self, statement: PhantomData }
    }

    /// Scores some rows; if the first row is among them, adds the terms of data alone.
    #[inline(always)]
    pub(crate) fn score_some<Target: BoundVariable, C: Scope, S: Simd>(
        &self,
        some: (usize, usize),
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        if some.0 == 0 {
            totals.add_plain(self.constant);
        }
        if const { F::FACTS.has_large_counts } && self.counts_are_small {
            let rows = self.rows_of::<Target, C, PerLaneOfSmall<A>>();
            score_some_rows(&rows, some, simd, frame, totals);
        } else {
            let rows = self.rows_of::<Target, C, PerLane<A>>();
            score_some_rows(&rows, some, simd, frame, totals);
        }
    }

    /// Scores the statement at several points: in runs of rows, or one point after the other if rows are not
    /// cut.
    #[inline(always)]
    pub(crate) fn score_points_of<Target: BoundVariable, C: Scope, S: Simd>(
        &self,
        simd: S,
        points: &mut Points<'_, S>,
    ) {
        let score = const {
            match Self::AFFINE_SQUARE {
                _ if !Self::HAS_ROWS_TO_CUT => Self::score_one_by_one::<Target, C, S>,
                Some(_) => Self::score_points_or_squares::<Target, C, S>,
                None => Self::score_points_by_counts::<Target, C, S>,
            }
        };
        score(self, simd, points);
    }

    #[inline(always)]
    fn score_one_by_one<Target: BoundVariable, C: Scope, S: Simd>(
        &self,
        simd: S,
        points: &mut Points<'_, S>,
    ) {
        score_each_point(self, simd, points, <Self as BoundLaw<Target>>::score::<C, S>);
    }

    /// Scores a statement that `compile()` may have rewritten as squares.
    #[inline(always)]
    fn score_points_or_squares<Target: BoundVariable, C: Scope, S: Simd>(
        &self,
        simd: S,
        points: &mut Points<'_, S>,
    ) {
        if let Plan::Squares(_) = self.plan {
            self.score_one_by_one::<Target, C, S>(simd, points);
        } else {
            self.score_points_by_counts::<Target, C, S>(simd, points);
        }
    }

    #[inline(always)]
    fn score_points_by_counts<Target: BoundVariable, C: Scope, S: Simd>(
        &self,
        simd: S,
        points: &mut Points<'_, S>,
    ) {
        if self.kept.is_empty::<C, Target>() {
            return;
        }
        let Some(some) = points.rows(&self.cut, self.length()) else { return };
        if some.0 == 0 {
            points.each().for_each(|point| point.totals.add_plain(self.constant));
        }
        let score_small = const {
            if F::FACTS.has_large_counts {
                Self::score_runs::<Target, C, PerLaneOfSmall<A>, S>
            } else {
                Self::score_runs::<Target, C, PerLane<A>, S>
            }
        };
        if const { F::FACTS.has_large_counts } && self.counts_are_small {
            score_small(self, some, simd, points);
        } else {
            self.score_runs::<Target, C, PerLane<A>, S>(some, simd, points);
        }
    }

    #[inline(always)]
    fn score_runs<Target: BoundVariable, C: Scope, InRows: Stage, S: Simd>(
        &self,
        some: (usize, usize),
        simd: S,
        points: &mut Points<'_, S>,
    ) {
        score_run_by_run(&self.rows_of::<Target, C, InRows>(), some, self.cut.run, simd, points);
    }
}
