//! Σᵢ eᵢ of an expression, with ēᵢ = 1: what an [`BoundIncrement`](crate::model::BoundIncrement) and a law
//! made of distributions add to the log density.

use crate::compiler::Compiler;
use crate::contract::node::{Node, Visit, is_active, sweep};
use crate::contract::scope::Scope;
use crate::error::Error;
use crate::frame::{Frame, Packed};
use crate::model::BoundVariable;
use crate::model::statement::ActiveRows;
use crate::model::statement::tally::{Tally, weighted};
use crate::name::Var;
use crate::shape::{Shape, Sides};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// The rows that are summed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    length: usize,
    /// The number of rows of the data that each row stands for; all one if they are not merged.
    weights: Option<Packed>,
    /// The rows that count.
    kept: ActiveRows,
}

impl Sum {
    /// The sum over all of `length` rows.
    pub fn new(length: usize, weights: Option<Packed>) -> Self {
        Self { length, weights, kept: ActiveRows::all(length) }
    }

    /// The number of rows.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The sum over the rows alone that are left to a law of `target`, a variable with these sides, which
    /// `is_elementwise` or one of all elements together.
    pub fn without_set(
        self,
        target: Option<Var>,
        sides: Sides,
        is_elementwise: bool,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        Ok(Self { kept: ActiveRows::bind(target, sides, self.length, is_elementwise, compiler)?, ..self })
    }

    /// The number of observations that a row stands for: 0 where it does not count.
    pub fn counts(&self, frame: &Frame<'_>, row: usize) -> f64 {
        match self.weights {
            _ if !self.kept.has(frame, row) => 0.0,
            Some(weights) => frame.packed_number(weights.element(row)),
            None => 1.0,
        }
    }

    /// True if no row counts in a scope.
    #[inline(always)]
    pub fn is_empty<C: Scope, Target: BoundVariable>(&self) -> bool {
        self.kept.is_empty::<C, Target>()
    }

    /// Adds the elements of a node, the log densities of `Target`, and passes on their adjoints.
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
            let is_gone = weight.is_some_and(|weight| weight.first() <= 0.0);
            if const { T::GOES_BACK && is_active::<C, N>() } && !is_gone {
                let adjoint = weight.unwrap_or(value.constant(1.0));
                term.backward::<C, S>(&mut state, frame, lane, tape, adjoint);
            }
        } else {
            let mut score = Score::<T, C, Target> { tally, sum: self, statement: PhantomData };
            sweep::<C, S, N, _>(term, &mut state, simd, frame, self.length, &mut score);
        }
        if const { T::GOES_BACK && is_active::<C, N>() } {
            term.end::<C, S>(state, simd, frame);
        }
    }
}

/// Adds values to the tally, and gives each its weight as adjoint.
struct Score<'a, T, C, Target> {
    tally: &'a mut T,
    sum: Sum,
    statement: PhantomData<(C, Target)>,
}

impl<S: Simd, T: Tally<S>, C: Scope, Target: BoundVariable> Visit<S> for Score<'_, T, C, Target> {
    const BACKWARD: bool = T::GOES_BACK && C::SETS.gradient;

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
