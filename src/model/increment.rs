//! A term of the log density that is not a distribution, as it runs: `increment(e)` adds Σᵢ eᵢ, with ēᵢ = 1.

use crate::compiler::{Compiler, Context, Rows, StatementNames};
use crate::contract::conjugacy::Factors;
use crate::contract::expression::Expression;
use crate::contract::node::{BoundNode, Node};
use crate::contract::scope::{Scope, keeps_curve, keeps_statement};
use crate::contract::sketch::{ExpressionSketch, Sketch};
use crate::contract::transform::Totals;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::Frame;
use crate::model::drawing::Observations;
use crate::model::exact::Unknown;
use crate::model::facts::ModelFacts;
use crate::model::law::{Sum, Summed};
use crate::model::rows::{Points, RowElements, Tally};
use crate::model::statement::{Blame, BoundModel, Model, NeedsOf, Shared, no_score, no_score_of_points};
use crate::model::variable::Observed;
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use crate::shape::Scalar;
use pulp::Simd;
use std::sync::Arc;

/// The statement `increment(term)`.
#[derive(Clone, Copy, Debug)]
#[must_use = "a statement has no effect outside a model that is compiled"]
pub struct Increment<N> {
    term: N,
    /// The text of the statement as the user wrote it, if it is known.
    source: Option<&'static str>,
}

/// Adds the expression to the log density; for a vector, the sum of its elements.
pub fn increment<Term: IntoExpr>(term: Term) -> Increment<Term::Node> {
    Increment { term: term.into_expr().0, source: None }
}

impl<N: Expression> Increment<N> {
    /// Returns the statement with its source text, for messages.
    pub fn written(self, source: Option<&'static str>) -> Self {
        Self { source, ..self }
    }

    /// Returns the text of the statement, for messages.
    fn text(&self) -> String {
        if let Some(source) = self.source {
            return source.to_owned();
        }
        let mut text = String::from("increment(");
        self.term.describe(&mut text);
        text + ")"
    }
}

impl<N: Expression> Model for Increment<N> {
    type Bound = Shared<BoundIncrement<N::Bound>>;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let erased = Increment { term: self.term.erase(), source: self.source };
        erased.bind_erased(const { &Self::NAMES }, compiler).map(Shared::new)
    }

    fn sketch(&self, sketch: &mut Sketch) {
        sketch.increments(ExpressionSketch::of(&self.term), self.text());
    }
}

impl<N: Expression> Increment<N> {
    /// The names in the statement; the statement is bound without them.
    const NAMES: StatementNames = StatementNames {
        target: None,
        vars: N::VARS,
        crossed: <N::Bound as Node>::FACTS.reads_other_rows,
        quadratic: &<BoundIncrement<N::Bound> as BoundModel>::FACTORS.quadratic(),
    };

    /// Binds the statement; its types have no names.
    fn bind_erased(
        self,
        names: &StatementNames,
        compiler: &mut Compiler,
    ) -> Result<BoundIncrement<N::Bound>, Error> {
        let text = compiler.start_statement(self.text());
        let Summed { term, sum, rows } = Summed::bind(self.term, names, compiler)?;
        let owners = RowElements::bind(sum.length(), names, compiler)?;
        Ok(BoundIncrement { term, sum, rows, owners, text })
    }
}

/// The statement `increment(term)`.
#[derive(Clone, Debug)]
pub struct BoundIncrement<N> {
    pub(crate) term: N,
    pub(crate) sum: Sum,
    /// The rows that are evaluated, if they are not the rows of the data: `precompute` uses them to name
    /// elements of the data in messages, and then drops them.
    pub(crate) rows: Option<Arc<Rows>>,
    /// The elements to which the rows belong, if a marginalised variable does not have one row for each
    /// element.
    pub(crate) owners: Option<RowElements>,
    /// The text of the statement, for messages.
    pub(crate) text: String,
}

erase! {
    [N: Erase] BoundIncrement<N> => BoundIncrement<N::Erased>, [N], { term, sum, rows, owners, text };
}

/// The placeholder for the variable of a statement without one; it is not a parameter.
type NoVariable = Observed<Scalar>;

impl<N: BoundNode> BoundIncrement<N> {
    #[inline(always)]
    fn score_kept<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        self.sum.score::<C, S, N, NoVariable, T>(&self.term, simd, frame, tally);
    }

    #[inline(always)]
    fn score_kept_all<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        self.sum.score_all::<C, S, N, NoVariable>(&self.term, simd, frame, totals);
    }

    #[inline(always)]
    fn score_kept_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        self.sum.score_points::<C, S, N, NoVariable>(&self.term, simd, points);
    }

    /// Adds the rows of a statement that the scope keeps to the tally.
    #[inline(always)]
    fn score_kept_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        if let Some(owners) = &self.owners {
            tally.begin_rows(simd, frame, owners);
        }
        self.score_kept::<C, S, T>(simd, frame, tally);
        if let Some(owners) = &self.owners {
            tally.end_rows(simd, frame, owners);
        }
    }
}

impl<N: BoundNode> BoundModel for BoundIncrement<N> {
    const FACTS: &'static ModelFacts =
        &ModelFacts { all: N::FACTS.vars, has_evidence: true, has_density: true, ..ModelFacts::NONE };
    const FACTORS: Factors = N::FACTORS;
    type Needs<C: Scope> = NeedsOf<N, C>;
    type Inexact<Root: BoundModel> = Unknown<Self, NoVariable, Root>;

    fn count<C: Scope>() -> usize {
        usize::from(const { keeps_statement::<C>(N::FACTS.vars, &VarSet::EMPTY) })
    }

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        let context = Context::of(&self.text).with_rows(self.rows.take());
        self.term.precompute(&context, frame)
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        let score = const {
            if keeps_statement::<C>(N::FACTS.vars, &VarSet::EMPTY) {
                Self::score_kept_all::<C, S>
            } else {
                no_score
            }
        };
        score(self, simd, frame, totals);
    }

    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        let score = const {
            if keeps_statement::<C>(N::FACTS.vars, &VarSet::EMPTY) {
                Self::score_kept_points::<C, S>
            } else {
                no_score_of_points
            }
        };
        score(self, simd, points);
    }

    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        let mut totals = Totals::new(pulp::Scalar::new());
        self.score::<C, pulp::Scalar>(pulp::Scalar::new(), frame, &mut totals);
        blame.record((&self.text, N::FACTS.undefined), const { Self::FACTS.all }, totals.sum(), frame);
    }

    fn observe(&self, observations: &mut Observations, _: &mut Frame<'_>) {
        observations.add_factor(N::FACTS.vars);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        let score = const {
            if keeps_statement::<C>(N::FACTS.vars, &VarSet::EMPTY)
                && keeps_curve::<C>(&<Self as BoundModel>::FACTORS)
                && !T::COUPLES_ELEMENTS
            {
                Self::score_kept_rows::<C, S, T>
            } else {
                no_score
            }
        };
        score(self, simd, frame, tally);
    }
}

sealed! {
    [N] Increment<N>;
    [N] BoundIncrement<N>;
}
