//! A term of the log density that is no distribution: `increment(e)` adds Σᵢ eᵢ, with ēᵢ = 1.

use super::{Edges, Model, Scope, Totals, keeps};
use crate::compile::Compiler;
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::model::equation::NeedsOf;
use crate::name::VarSet;
use crate::node::{Node, Visit, is_active, sweep};
use crate::shape::Shape;
use crate::simd::{Frame, Lane, Pack};
use pulp::Simd;

/// The statement `increment(term)`.
#[derive(Clone, Copy, Debug)]
pub struct Increment<N> {
    term: N,
}

/// Adds the expression to the log density; of a vector, the sum of its elements.
pub fn increment<Term: IntoExpr>(term: Term) -> Increment<Term::Node> {
    Increment { term: term.into_expr().0 }
}

impl<N: Node> Increment<N> {
    /// The statement as a reader would write it.
    fn text(&self) -> String {
        let mut text = String::from("increment(");
        self.term.describe(&mut text);
        text + ")"
    }
}

/// Adds values to the log density, and gives each the adjoint 1.
struct Score<'a, S: Simd, const BACKWARD: bool>(&'a mut Totals<S>);

impl<S: Simd, const BACKWARD: bool> Visit<S> for Score<'_, S, BACKWARD> {
    const BACKWARD: bool = BACKWARD;

    #[inline(always)]
    fn visit(&mut self, _: &mut Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S> {
        self.0.add_lanes(lane, value);
        value.constant(1.0)
    }
}

/// Adds the elements of an expression to the log density, and passes on their adjoints, 1.
#[inline(always)]
pub(super) fn score<C: Scope, S: Simd, N: Node>(
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
    } else {
        let length = term.length().unwrap_or(1);
        if const { C::GRADIENT } {
            let mut score = Score::<S, true>(totals);
            sweep::<C, S, N, _>(term, &mut state, simd, frame, length, &mut score);
        } else {
            let mut score = Score::<S, false>(totals);
            sweep::<C, S, N, _>(term, &mut state, simd, frame, length, &mut score);
        }
    }
    if const { is_active::<C, N>() } {
        term.end::<C, S>(state, simd, frame);
    }
}

impl<N: Node> Model for Increment<N> {
    const LHS: VarSet = VarSet::EMPTY;
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = N::VARS;
    const EDGES: Edges = Edges::NONE;
    type Needs<C: Scope> = NeedsOf<N, C>;

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        compiler.start_statement(self.text());
        self.term.bind(compiler)?;
        compiler.check_not_empty(&self.term)
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        let compiler = &compiler.at_statement(self.text());
        self.term.fold(compiler, frame)
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        if const { keeps::<C>(&N::VARS) } {
            score::<C, S, N>(&self.term, simd, frame, totals);
        }
    }
}
