//! Σᵢ eᵢ of an expression, with ēᵢ = 1: what an [`Increment`](super::Increment) and a law made of distributions add to the
//! log density. Equal rows are merged into one with a weight, and rows that pick by index are sorted.

use super::{Scope, Totals};
use crate::compile::Compiler;
use crate::error::Error;
use crate::node::{Node, Visit, is_active, sweep};
use crate::rewrite::{Goal, Outcome, Rows};
use crate::shape::Shape;
use crate::simd::{Frame, Lane, Pack, Packed};
use pulp::Simd;

/// The rows that are summed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    length: usize,
    /// How many rows of the data each is; all one if they are not merged.
    weights: Option<Packed>,
    /// The number under which the compiler keeps the rows; 0 if they are those of the data.
    kept: usize,
}

impl Default for Sum {
    fn default() -> Self {
        Self { length: 1, weights: None, kept: 0 }
    }
}

impl Sum {
    /// Binds the expression, with the rows that are best.
    pub fn bind<N: Node>(term: &mut N, compiler: &mut Compiler) -> Result<Self, Error> {
        let length = term.length().unwrap_or(1);
        if let Some(rows) = rows(term, compiler, length) {
            compiler.explain(Outcome::Rewritten(rows.describe(length)));
            let weights = (rows.goal == Goal::Merged)
                .then(|| compiler.pack_numbers(rows.members().map(|members| members.len() as f64)));
            let length = rows.len();
            compiler.with_rows(rows, |compiler| term.bind(compiler))?;
            return Ok(Self { length, weights, kept: compiler.last_rows() });
        }
        term.bind(compiler)?;
        compiler.check_not_empty(term)?;
        Ok(Self { length: term.length().unwrap_or(1), weights: None, kept: 0 })
    }

    /// A compiler for messages about these rows.
    pub fn compiler(self, compiler: &Compiler, text: String) -> Compiler {
        compiler.at_rows(text, self.kept)
    }

    /// Adds the elements of an expression to the log density, and passes on their adjoints.
    #[inline(always)]
    pub fn score<C: Scope, S: Simd, N: Node>(
        self,
        term: &N,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        let mut state = term.begin::<C, S>(simd, frame);
        if const { N::Shape::IS_SCALAR } {
            let lane = Lane::scalar(simd);
            let (value, tape) = term.forward::<C, S>(&state, frame, lane);
            totals.add(value);
            if const { is_active::<C, N>() } {
                term.backward::<C, S>(&mut state, frame, lane, tape, value.constant(1.0));
            }
        } else if const { C::GRADIENT } {
            let mut score = Score::<S, true> { totals, weights: self.weights };
            sweep::<C, S, N, _>(term, &mut state, simd, frame, self.length, &mut score);
        } else {
            let mut score = Score::<S, false> { totals, weights: self.weights };
            sweep::<C, S, N, _>(term, &mut state, simd, frame, self.length, &mut score);
        }
        if const { is_active::<C, N>() } {
            term.end::<C, S>(state, simd, frame);
        }
    }
}

impl Sum {
    /// Adds each row to the sum of its own; nothing of a number that is no sum of rows.
    #[inline(always)]
    pub fn score_rows<C: Scope, S: Simd, N: Node>(
        self,
        term: &N,
        simd: S,
        frame: &mut Frame<'_>,
        sums: &mut [f64],
    ) {
        if const { N::Shape::IS_SCALAR } && sums.len() != 1 {
            return;
        }
        let mut state = term.begin::<C, S>(simd, frame);
        if const { N::Shape::IS_SCALAR } {
            let (value, _) = term.forward::<C, S>(&state, frame, Lane::scalar(simd));
            sums[0] += value.first();
        } else {
            sweep::<C, S, N, _>(term, &mut state, simd, frame, self.length, &mut EachRow(sums));
        }
    }
}

/// Adds each row to the sum of its own.
struct EachRow<'a>(&'a mut [f64]);

impl<S: Simd> Visit<S> for EachRow<'_> {
    const BACKWARD: bool = false;

    #[inline(always)]
    fn visit(&mut self, _: &mut Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S> {
        add_each(self.0, lane, value);
        value
    }
}

/// Adds the lanes of a register to the sums of its rows.
#[inline(always)]
pub(super) fn add_each<S: Simd>(sums: &mut [f64], lane: Lane<S>, value: Pack<S>) {
    let values = value.to_array();
    let rows = sums.iter_mut().skip(lane.index).take(Pack::<S>::LANES);
    for (sum, value) in rows.zip(values) {
        *sum += value;
    }
}

/// Other rows than those of the data, if there are better ones.
fn rows<N: Node>(term: &N, compiler: &Compiler, length: usize) -> Option<Rows> {
    let is_possible = N::HAS_ROWS && !N::Shape::IS_SCALAR && !N::Shape::IS_MATRIX && !N::VARS.is_empty();
    if !is_possible || !compiler.rewrites() || length == 0 {
        return None;
    }
    let merged = Rows::merged(length, &|row, key| term.key(row, key));
    merged.or_else(|| Rows::sorted(length, &|row, key| term.key(row, key)))
}

/// Adds values to the log density, and gives each its weight as adjoint.
struct Score<'a, S: Simd, const BACKWARD: bool> {
    totals: &'a mut Totals<S>,
    weights: Option<Packed>,
}

impl<S: Simd, const BACKWARD: bool> Visit<S> for Score<'_, S, BACKWARD> {
    const BACKWARD: bool = BACKWARD;

    #[inline(always)]
    fn visit(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S> {
        let weight = match self.weights {
            Some(weights) => frame.packed(lane.simd, weights.element(lane.index)),
            None => value.constant(1.0),
        };
        self.totals.add_lanes(lane, value * weight);
        weight
    }
}
