//! A term of the log density that is no distribution: `increment(e)` adds Σᵢ eᵢ, with ēᵢ = 1.

use super::sum::Sum;
use super::{Edges, Factors, Model, Totals};
use crate::compile::Compiler;
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::graph::{Part, Sketch};
use crate::model::equation::NeedsOf;
use crate::name::VarSet;
use crate::node::{Constant, Node};
#[cfg(feature = "random")]
use crate::predict::exact::Unknown;
use crate::scope::{Scope, keeps_statement};
use crate::simd::Frame;
use pulp::Simd;

/// The statement `increment(term)`.
#[derive(Clone, Copy, Debug)]
pub struct Increment<N> {
    term: N,
    sum: Sum,
    /// The statement as the user wrote it, where the macro knows it.
    source: Option<&'static str>,
}

/// Adds the expression to the log density; of a vector, the sum of its elements.
pub fn increment<Term: IntoExpr>(term: Term) -> Increment<Term::Node> {
    Increment { term: term.into_expr().0, sum: Sum::default(), source: None }
}

impl<N: Node> Increment<N> {
    /// The statement with its text, for messages.
    pub fn written(self, source: Option<&'static str>) -> Self {
        Self { source, ..self }
    }

    /// The statement as a reader would write it.
    fn text(&self) -> String {
        if let Some(source) = self.source {
            return source.to_owned();
        }
        let mut text = String::from("increment(");
        self.term.describe(&mut text);
        text + ")"
    }
}

impl<N: Node> Model for Increment<N> {
    const LHS: VarSet = VarSet::EMPTY;
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = N::VARS;
    const HAS_EVIDENCE: bool = true;
    const FACTORS: Factors = N::FACTORS;
    const EDGES: Edges = Edges::NONE;
    type Needs<C: Scope> = NeedsOf<N, C>;
    #[cfg(feature = "random")]
    type Inexact<Root: Model> = Unknown<Self, Constant, Root>;

    fn count<C: Scope>() -> usize {
        usize::from(const { keeps_statement::<C>(&N::VARS, &VarSet::EMPTY) })
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        compiler.start_statement(self.text());
        self.sum = Sum::bind(&mut self.term, compiler)?;
        Ok(())
    }

    fn sketch(&self, sketch: &mut Sketch) {
        sketch.increments(Part::of(&self.term), self.text());
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        let compiler = &self.sum.compiler(compiler, self.text());
        self.term.fold(compiler, frame)
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        if const { keeps_statement::<C>(&N::VARS, &VarSet::EMPTY) } {
            self.sum.score::<C, S, N, Constant>(&self.term, simd, frame, totals);
        }
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, sums: &mut [f64]) {
        if const { keeps_statement::<C>(&N::VARS, &VarSet::EMPTY) } {
            self.sum.score_rows::<C, S, N, Constant>(&self.term, simd, frame, sums);
        }
    }
}
