//! [`BoundLaw`], the law on the right of `|=` as it runs.

use crate::compiler::Context;
use crate::contract::conjugacy::Factors;
use crate::contract::node::{Node, Tuple};
use crate::contract::scope::{Scope, is_summed, keeps};
use crate::contract::transform::Totals;
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS, Slot};
use crate::model::drawing::{Complaint, DrawnLaw};
use crate::model::facts::LawFacts;
use crate::model::rows::{Points, Tally, score_each_point};
use crate::model::statement::{BoundModel, BoundVariable};
use crate::name::{VarSet, Variables};
use crate::sealed::Sealed;
use core::marker::PhantomData;
use pulp::Simd;

/// The law of the variable `Target` as it runs: a statement calls it for the log density and its backward
/// pass. The law holds everything that it reads, including the variable's values.
pub trait BoundLaw<Target: BoundVariable>: DrawnLaw + Sealed + Clone + Send + Sync + 'static {
    /// The facts that are known while the program is compiled.
    const FACTS: LawFacts;

    /// The curves of the log density as a function of single variables. They are not part of the facts,
    /// because the compiler takes longer for them than for all other facts, and only conjugate updates and
    /// draws use them.
    const FACTORS: Factors;

    /// The variables that the law mentions, if the scope keeps its statement.
    type Needs<C: Scope>: Variables;

    /// The complaint that prevents the variable from being drawn in the model `Root`.
    #[doc(hidden)]
    type Undrawn<Root: BoundModel>: Complaint;

    /// Checks data and computes the terms that depend on data alone. `context` names the rows that are
    /// evaluated.
    fn precompute(
        &mut self,
        variable: &Target,
        context: &Context,
        frame: &mut Frame<'_>,
    ) -> Result<(), Error>;

    /// Drops the constant terms that `precompute` has computed.
    fn drop_constants(&mut self) {}

    /// Adds the log density, and passes on adjoints.
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>);

    /// Adds the log density at each of several points, and passes on adjoints.
    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        score_each_point(self, simd, points, Self::score::<C, S>);
    }

    /// Adds each row's log density to the tally, and separately the sum of the terms of data alone, and
    /// passes on the adjoints that the tally returns.
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T);

    /// Returns the places of the law's arguments that are in the workspace.
    fn operands(&self) -> [Slot; MAX_ARGUMENTS];
}

/// The variables `N::VARS` if the scope keeps a statement about them, and none otherwise.
pub struct NeedsOf<N, C>(PhantomData<fn() -> (N, C)>);

impl<N: Node, C: Scope> Variables for NeedsOf<N, C> {
    const SET: VarSet = if keeps::<C>(N::FACTS.vars) && !is_summed::<C>(N::FACTS.vars) {
        *N::FACTS.vars
    } else {
        VarSet::EMPTY
    };
}

/// The variables `A::VARS` of a tuple of nodes if the scope keeps a statement about them, and none
/// otherwise.
pub struct NeedsOfAll<A, C>(PhantomData<fn() -> (A, C)>);

impl<A: Tuple, C: Scope> Variables for NeedsOfAll<A, C> {
    const SET: VarSet = if keeps::<C>(A::FACTS.vars) && !is_summed::<C>(A::FACTS.vars) {
        *A::FACTS.vars
    } else {
        VarSet::EMPTY
    };
}
