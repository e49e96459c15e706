//! A term of the log density that is no distribution, as it runs: `increment(e)` adds Σᵢ eᵢ, with ēᵢ = 1.

#[cfg(feature = "random")]
use super::Blame;
use super::law::NeedsOf;
use super::nothing::no_score;
use super::{BoundModel, Edges, Observed, RowElements, Sum, Tally, Totals};
use crate::binding::Context;
use crate::conjugacy::Factors;
#[cfg(feature = "random")]
use crate::drawing::Unknown;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::BoundNode;
use crate::rewrite::Rows;
use crate::scope::{Scope, keeps_statement};
use crate::shape::Scalar;
use pulp::Simd;
use std::sync::Arc;

/// The statement `increment(term)`.
#[derive(Clone, Debug)]
pub struct Increment<N> {
    pub(crate) term: N,
    pub(crate) sum: Sum,
    /// The rows that are evaluated, if they are not those of the data: `precompute` names elements of the
    /// data by them, and drops them.
    pub(crate) rows: Option<Arc<Rows>>,
    /// The elements to which the rows belong, if a variable that is marginalised does not have one row an
    /// element.
    pub(crate) owners: Option<RowElements>,
    /// The statement as a reader would write it.
    pub(crate) text: String,
}

erase! {
    [N: Erase] Increment<N> => Increment<N::Erased>, [N], { term, sum, rows, owners, text };
}

/// The placeholder for the variable of a statement that has none: no parameter.
type NoVariable = Observed<Scalar>;

impl<N: BoundNode> Increment<N> {
    #[inline(always)]
    fn score_kept<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        self.sum.score::<C, S, N, NoVariable, T>(&self.term, simd, frame, tally);
    }

    /// Tells the tally the rows of a statement that the scope keeps.
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

impl<N: BoundNode> BoundModel for Increment<N> {
    const LHS: VarSet = VarSet::EMPTY;
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = N::VARS;
    const HAS_EVIDENCE: bool = true;
    const FACTORS: Factors = N::FACTORS;
    const EDGES: Edges = Edges::NONE;
    type Needs<C: Scope> = NeedsOf<N, C>;
    #[cfg(feature = "random")]
    type Inexact<Root: BoundModel> = Unknown<Self, NoVariable, Root>;

    fn count<C: Scope>() -> usize {
        usize::from(const { keeps_statement::<C>(&N::VARS, &VarSet::EMPTY) })
    }

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        let context = Context::of(&self.text).with_rows(self.rows.take());
        self.term.precompute(&context, frame)
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        let score = const {
            if keeps_statement::<C>(&N::VARS, &VarSet::EMPTY) {
                Self::score_kept::<C, S, Totals<S>>
            } else {
                no_score
            }
        };
        score(self, simd, frame, totals);
    }

    #[cfg(feature = "random")]
    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        let mut totals = Totals::new(pulp::Scalar::new());
        self.score::<C, pulp::Scalar>(pulp::Scalar::new(), frame, &mut totals);
        blame.hear(&self.text, const { &Self::ALL }, totals.sum(), frame);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        let score = const {
            if keeps_statement::<C>(&N::VARS, &VarSet::EMPTY) && !T::COUPLES_ELEMENTS {
                Self::score_kept_rows::<C, S, T>
            } else {
                no_score
            }
        };
        score(self, simd, frame, tally);
    }
}
