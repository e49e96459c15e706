//! Two models as one, as they run.

use super::nothing::no_score;
#[cfg(feature = "random")]
use super::{Blame, VisitSummed};
use super::{BoundModel, Edges, Level, Schedule, Scheduled, Tally, Totals, outline};
use crate::conjugacy::{Factors, Kinds};
#[cfg(feature = "random")]
use crate::drawing::Sites;
#[cfg(feature = "random")]
use crate::drawing::{Observations, Simulation};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::{VarSet, Variables};
use crate::scope::{Scope, keeps};
use core::marker::PhantomData;
use pulp::Simd;

/// `left` and then `right`.
#[derive(Clone, Debug)]
pub struct GlueNode<L, R> {
    pub(crate) left: L,
    pub(crate) right: R,
}

/// The variables of either list.
pub struct Both<A, B>(PhantomData<fn() -> (A, B)>);

impl<A: Variables, B: Variables> Variables for Both<A, B> {
    const SET: VarSet = A::SET.union(&B::SET);
}

/// The function that scores the rows of a part, if the scope keeps any of its statements.
const fn rows_of<M: BoundModel, C: Scope, S: Simd, T: Tally<S>>() -> fn(&M, S, &mut Frame<'_>, &mut T) {
    if M::HAS_DENSITY && keeps::<C>(&M::ALL) { M::score_rows::<C, S, T> } else { no_score }
}

impl<L: BoundModel, R: BoundModel> BoundModel for GlueNode<L, R> {
    const LHS: VarSet = L::LHS.union(&R::LHS);
    const PARTS: VarSet = L::PARTS.union(&R::PARTS);
    const FLAT: VarSet = L::FLAT.union(&R::FLAT);
    const DEFINED: VarSet = L::DEFINED.union(&R::DEFINED);
    const ALL: VarSet = L::ALL.union(&R::ALL);
    const HELD: VarSet = L::HELD.union(&R::HELD);
    const PARTLY: VarSet = L::PARTLY.union(&R::PARTLY);
    const KINDS: Kinds = L::KINDS.union(&R::KINDS);
    const SUMMED: VarSet = L::SUMMED.union(&R::SUMMED);
    const WHOLE: VarSet = L::WHOLE.union(&R::WHOLE);
    const HAS_EVIDENCE: bool = L::HAS_EVIDENCE || R::HAS_EVIDENCE;
    const IS_GLUED: bool = true;
    const HAS_DENSITY: bool = L::HAS_DENSITY || R::HAS_DENSITY;
    const FACTORS: Factors = L::FACTORS.then(&R::FACTORS);
    const EDGES: Edges = L::EDGES.then(&R::EDGES);
    type Needs<C: Scope> = Both<L::Needs<C>, R::Needs<C>>;
    #[cfg(feature = "random")]
    type Inexact<Root: BoundModel> = (L::Inexact<Root>, R::Inexact<Root>);

    fn count<C: Scope>() -> usize {
        L::count::<C>() + R::count::<C>()
    }

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        #[expect(
            clippy::question_mark,
            reason = "`?` is three times as much to translate, for each statement"
        )]
        if let Err(error) = self.left.precompute(frame) {
            return Err(error);
        }
        self.right.precompute(frame)
    }

    fn drop_constants(&mut self) {
        self.left.drop_constants();
        self.right.drop_constants();
    }

    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        level: Level,
        totals: &mut Totals<S>,
    ) {
        outline::constrain::<false, C, S, _>(&self.left, simd, frame, level, totals);
        outline::constrain::<false, C, S, _>(&self.right, simd, frame, level, totals);
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        outline::define::<false, C, S, _>(&self.left, simd, frame);
        outline::define::<false, C, S, _>(&self.right, simd, frame);
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        outline::score::<false, C, S, _>(&self.left, simd, frame, totals);
        outline::score::<false, C, S, _>(&self.right, simd, frame, totals);
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        outline::propagate::<false, C, S, _>(&self.right, simd, frame);
        outline::propagate::<false, C, S, _>(&self.left, simd, frame);
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        outline::pull_back::<false, C, S, _>(&self.right, simd, frame, level);
        outline::pull_back::<false, C, S, _>(&self.left, simd, frame, level);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        let score_left = const { rows_of::<L, C, S, T>() };
        let score_right = const { rows_of::<R, C, S, T>() };
        score_left(&self.left, simd, frame, tally);
        score_right(&self.right, simd, frame, tally);
    }

    #[cfg(feature = "random")]
    fn visit_summed<C: Scope, S: Simd, V: VisitSummed>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        visitor: &mut V,
    ) {
        self.left.visit_summed::<C, S, V>(simd, frame, visitor);
        self.right.visit_summed::<C, S, V>(simd, frame, visitor);
    }

    #[cfg(feature = "random")]
    fn sites<T: Sites>(&self, sites: &mut T) {
        self.left.sites(sites);
        self.right.sites(sites);
    }

    #[cfg(feature = "random")]
    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        self.left.blame::<C>(blame, frame);
        self.right.blame::<C>(blame, frame);
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.left.simulate(simulation, frame)?;
        self.right.simulate(simulation, frame)
    }

    #[cfg(feature = "random")]
    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        self.left.observe(observations, frame);
        self.right.observe(observations, frame);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.left.unconstrain(frame, point)?;
        self.right.unconstrain(frame, point)
    }
}

impl<L: BoundModel, R: BoundModel> Scheduled for GlueNode<L, R> {
    fn schedule<C: Scope>(&self, schedule: &mut Schedule) {
        self.left.schedule::<C>(schedule);
        self.right.schedule::<C>(schedule);
    }
}
