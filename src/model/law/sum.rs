//! Σᵢ eᵢ of an expression, with ēᵢ = 1: the sum that a [`BoundIncrement`](crate::model::BoundIncrement) or a
//! law composed of distributions adds to the log density.

use crate::compiler::{Compiler, Cut, Split};
use crate::contract::node::{Node, Visit, is_active, sweep_over};
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::error::Error;
use crate::frame::{Frame, Packed, Share};
use crate::model::law::ActiveRows;
use crate::model::rows::{
    Points, Rows, Tally, score_each_point, score_run_by_run, score_some_rows, weighted,
};
use crate::model::statement::BoundVariable;
use crate::name::Var;
use crate::shape::{Sides, Tag};
use crate::simd::{Blocks, Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// The rows that are summed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    length: usize,
    /// The number of rows of the data that each row stands for; all one if they are not merged.
    weights: Option<Packed>,
    /// The rows that contribute to the density.
    kept: ActiveRows,
    /// The pieces into which the rows are cut.
    cut: Cut,
}

impl Sum {
    /// Returns the sum over all of `length` rows.
    pub fn new(length: usize, weights: Option<Packed>, cut: Cut) -> Self {
        Self { length, weights, kept: ActiveRows::all(length), cut }
    }

    /// The number of rows.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the sum over the active rows only, for a law of `target`, a variable with these sides; the
    /// law `is_elementwise`, or ties all elements together.
    pub fn without_set(
        self,
        target: Option<Var>,
        sides: Sides,
        is_elementwise: bool,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        Ok(Self { kept: ActiveRows::bind(target, sides, self.length, is_elementwise, compiler)?, ..self })
    }

    /// Returns the number of observations that a row stands for: 0 if it is inactive.
    pub fn counts(&self, frame: &Frame<'_>, row: usize) -> f64 {
        match self.weights {
            _ if !self.kept.has(frame, row) => 0.0,
            Some(weights) => frame.packed_number(weights.element(row)),
            None => 1.0,
        }
    }

    /// Returns true if no row is active in a scope.
    #[inline(always)]
    pub fn is_empty<C: Scope, Target: BoundVariable>(&self) -> bool {
        self.kept.is_empty::<C, Target>()
    }

    /// Returns true if the first row is among the rows that are evaluated in the frame.
    #[inline(always)]
    pub fn has_first_row(&self, frame: &Frame<'_>) -> bool {
        self.cut.rows(frame, self.length).is_some_and(|(start, _)| start == 0)
    }

    /// Adds the elements of a node, which are log densities of `Target`, and passes on their adjoints.
    #[inline(always)]
    pub fn score<C: Scope, S: Simd, N: Node, Target: BoundVariable, T: Tally<S>>(
        self,
        term: &N,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        if !tally.takes(self.length) || self.kept.is_empty::<C, Target>() {
            return;
        }
        let mut state = term.begin::<C, S>(simd, frame);
        if const { N::Shape::IS_SCALAR } {
            let lane = Lane::scalar(simd);
            let (value, tape) = term.forward::<C, S>(&state, frame, lane);
            tally.add_number(value);
            let weight = tally.weight(frame, lane);
            let is_gone = weight.map(Pack::first).is_some_and(|weight| weight == 0.0 || weight.is_nan());
            if const { T::HAS_ADJOINT && is_active::<C, N>() } && !is_gone {
                let adjoint = weight.unwrap_or(value.constant(1.0));
                term.backward::<C, S>(&mut state, frame, lane, tape, adjoint);
            }
        } else {
            let mut score = Score::<T, C, Target> { tally, sum: self, statement: PhantomData };
            let (start, end) = frame.summed(self.length);
            let blocks = Blocks::between(simd, start, end, const { N::FACTS.blocked });
            sweep_over::<C, S, N, _>(term, &mut state, frame, blocks, &mut score);
        }
        if const { T::HAS_ADJOINT && is_active::<C, N>() } {
            term.end::<C, S>(state, simd, frame);
        }
    }

    /// Returns the way in which parts may share the rows of a node.
    pub const fn split<N: Node>() -> Split {
        match Self::has_parts::<N>() {
            true => Split::Rows,
            false if N::FACTS.has_series => Split::Series,
            false => Split::Not,
        }
    }

    /// Returns true if there may be enough rows of a node to split them.
    const fn has_parts<N: Node>() -> bool {
        !N::Shape::IS_SCALAR && !N::Shape::IS_MATRIX && N::Shape::LENGTH.is_none()
    }

    /// Adds the elements of a node, or a part of them, to the log density, and passes on their adjoints.
    #[inline(always)]
    pub fn score_all<C: Scope, S: Simd, N: Node, Target: BoundVariable>(
        self,
        term: &N,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        if !Share::MAY_BE_PART {
            return self.score::<C, S, N, Target, _>(term, simd, frame, totals);
        }
        if const { N::FACTS.has_series } {
            let Some(series) = self.cut.series(frame) else { return };
            frame.take_series(series);
            self.score::<C, S, N, Target, _>(term, simd, frame, totals);
            return frame.take_series(Share::WHOLE);
        }
        let Some(some) = self.cut.rows(frame, self.length) else { return };
        if const { Self::has_parts::<N>() } {
            if !self.kept.is_empty::<C, Target>() {
                let rows = RowsOf::<N, Target, C> { sum: self, term, statement: PhantomData };
                score_some_rows(&rows, some, simd, frame, totals);
            }
            return;
        }
        self.score::<C, S, N, Target, _>(term, simd, frame, totals);
    }

    /// Adds the elements of a node at several points, and passes on their adjoints.
    #[inline(always)]
    pub fn score_points<C: Scope, S: Simd, N: Node, Target: BoundVariable>(
        self,
        term: &N,
        simd: S,
        points: &mut Points<'_, S>,
    ) {
        let score = const {
            if N::Shape::IS_SCALAR {
                Self::score_one_by_one::<C, S, N, Target>
            } else {
                Self::score_runs::<C, S, N, Target>
            }
        };
        score(self, term, simd, points);
    }

    #[inline(always)]
    fn score_one_by_one<C: Scope, S: Simd, N: Node, Target: BoundVariable>(
        self,
        term: &N,
        simd: S,
        points: &mut Points<'_, S>,
    ) {
        score_each_point(term, simd, points, |term, simd, frame, totals| {
            self.score_all::<C, S, N, Target>(term, simd, frame, totals);
        });
    }

    #[inline(always)]
    fn score_runs<C: Scope, S: Simd, N: Node, Target: BoundVariable>(
        self,
        term: &N,
        simd: S,
        points: &mut Points<'_, S>,
    ) {
        if !self.kept.is_empty::<C, Target>() {
            let rows = RowsOf::<N, Target, C> { sum: self, term, statement: PhantomData };
            if let Some(some) = points.rows(&self.cut, self.length) {
                score_run_by_run(&rows, some, self.cut.run, simd, points);
            }
        }
    }
}

/// The rows of a sum in a scope.
struct RowsOf<'a, N, Target, C> {
    sum: Sum,
    term: &'a N,
    statement: PhantomData<fn() -> (Target, C)>,
}

impl<N: Node, Target: BoundVariable, C: Scope> Rows for RowsOf<'_, N, Target, C> {
    type Pass<S: Simd> = N::State<S>;
    const BLOCKED: bool = N::FACTS.blocked;

    #[inline(always)]
    fn begin<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, _: &mut Totals<S>, _: bool) -> N::State<S> {
        self.term.begin::<C, S>(simd, frame)
    }

    #[inline(always)]
    fn go<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
        state: &mut N::State<S>,
        blocks: Blocks<S>,
    ) {
        let mut score = Score::<_, C, Target> { tally: totals, sum: self.sum, statement: PhantomData };
        sweep_over::<C, S, N, _>(self.term, state, frame, blocks, &mut score);
    }

    #[inline(always)]
    fn end<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, _: &mut Totals<S>, state: N::State<S>) {
        if const { is_active::<C, N>() } {
            self.term.end::<C, S>(state, simd, frame);
        }
    }
}

/// Adds values to the tally, and returns the weight of each as its adjoint.
struct Score<'a, T, C, Target> {
    tally: &'a mut T,
    sum: Sum,
    statement: PhantomData<(C, Target)>,
}

impl<S: Simd, T: Tally<S>, C: Scope, Target: BoundVariable> Visit<S> for Score<'_, T, C, Target> {
    const BACKWARD: bool = T::HAS_ADJOINT && C::SETS.gradient;

    #[inline(always)]
    fn lane(&self, frame: &Frame<'_>, lane: Lane<S>) -> Lane<S> {
        let lane = self.sum.kept.lane::<C, Target, S>(frame, lane);
        weighted(lane, self.tally.weight(frame, lane))
    }

    #[inline(always)]
    fn visit(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S> {
        let weight = match self.sum.weights {
            Some(weights) => frame.packed(lane.simd, weights.element(lane.index)),
            None => value.constant(1.0),
        };
        self.tally.add_rows(frame, lane, value * weight);
        match self.tally.weight(frame, lane) {
            Some(adjoint) => weight * adjoint,
            None => weight,
        }
    }
}
