//! Models in which a variable has a value, as they run.

use crate::contract::conjugacy::Factors;
use crate::contract::scope::{Scope, Sets};
use crate::contract::transform::Totals;
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::{Observations, Simulation};
use crate::model::facts::{Level, ModelFacts};
use crate::model::held::Evidence;
use crate::model::marginalised::VisitSummed;
use crate::model::rows::{Points, Tally};
use crate::model::statement::{Blame, BoundModel, Schedule, Scheduled, Sites};
use crate::name::{Name, VarSet};
use crate::sealed::{Sealed, sealed};
use core::marker::PhantomData;
use pulp::Simd;

/// The model `M` in which `Var` has a value.
#[derive(Clone, Debug)]
pub struct BoundHeld<How, Var, M> {
    pub(crate) model: M,
    pub(crate) name: PhantomData<fn() -> (How, Var)>,
}

/// The scope `C` in which `Var` has a value.
pub struct Holding<How, Var, C>(PhantomData<(How, Var, C)>);

impl<How: Evidence, Var: Name, C: Scope> Sealed for Holding<How, Var, C> {}

impl<How: Evidence, Var: Name, C: Scope> Scope for Holding<How, Var, C> {
    const SETS: Sets = Sets {
        held: &added::<Var>(C::SETS.held, How::IS_WHOLE),
        partly: &added::<Var>(C::SETS.partly, How::HAS_STATEMENT && !How::IS_WHOLE),
        dropped: &added::<Var>(C::SETS.dropped, !How::HAS_STATEMENT && How::IS_WHOLE),
        dropped_partly: &added::<Var>(C::SETS.dropped_partly, !How::HAS_STATEMENT && !How::IS_WHOLE),
        ..C::SETS
    };
}

/// Returns the set with the variable added if `belongs` is true.
const fn added<Var: Name>(set: &VarSet, belongs: bool) -> VarSet {
    if belongs { set.union(&VarSet::of(Var::VAR)) } else { *set }
}

/// Returns the set without the variable if the variable has a value as a whole.
const fn left<How: Evidence, Var: Name>(set: &VarSet) -> VarSet {
    if How::IS_WHOLE { set.without(&VarSet::of(Var::VAR)) } else { *set }
}

impl<How: Evidence, Var: Name, M: BoundModel> BoundModel for BoundHeld<How, Var, M> {
    const FACTS: &'static ModelFacts = &ModelFacts {
        lhs: &left::<How, Var>(M::FACTS.lhs),
        parts: &left::<How, Var>(M::FACTS.parts),
        flat: &left::<How, Var>(M::FACTS.flat),
        defined: &left::<How, Var>(M::FACTS.defined),
        held: &added::<Var>(M::FACTS.held, How::IS_WHOLE),
        partly: &added::<Var>(M::FACTS.partly, !How::IS_WHOLE),
        kinds: if How::IS_WHOLE { &M::FACTS.kinds.without(&VarSet::of(Var::VAR)) } else { M::FACTS.kinds },
        edges: if How::IS_WHOLE { &M::FACTS.edges.without_dependent(Var::VAR) } else { M::FACTS.edges },
        has_evidence: How::HAS_STATEMENT || M::FACTS.has_evidence,
        is_glued: false,
        ..*M::FACTS
    };
    const FACTORS: Factors = if How::IS_WHOLE { M::FACTORS.without_definition(Var::VAR) } else { M::FACTORS };
    type Needs<C: Scope> = M::Needs<Holding<How, Var, C>>;
    type Inexact<Root: BoundModel> = M::Inexact<Root>;

    fn count<C: Scope>() -> usize {
        M::count::<Holding<How, Var, C>>()
    }

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.model.precompute(frame)
    }

    fn drop_constants(&mut self) {
        self.model.drop_constants();
    }

    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        level: Level,
        totals: &mut Totals<S>,
    ) {
        self.model.constrain::<Holding<How, Var, C>, S>(simd, frame, level, totals);
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.model.define::<Holding<How, Var, C>, S>(simd, frame);
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        self.model.score::<Holding<How, Var, C>, S>(simd, frame, totals);
    }

    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        self.model.score_points::<Holding<How, Var, C>, S>(simd, points);
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.model.propagate::<Holding<How, Var, C>, S>(simd, frame);
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        self.model.pull_back::<Holding<How, Var, C>, S>(simd, frame, level);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        self.model.score_rows::<Holding<How, Var, C>, S, T>(simd, frame, tally);
    }

    fn visit_summed<C: Scope, S: Simd, V: VisitSummed>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        visitor: &mut V,
    ) {
        self.model.visit_summed::<Holding<How, Var, C>, S, V>(simd, frame, visitor);
    }

    fn sites<T: Sites>(&self, sites: &mut T) {
        self.model.sites(sites);
        if How::IS_WHOLE {
            sites.remove(Var::NAME);
        }
    }

    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        self.model.blame::<Holding<How, Var, C>>(blame, frame);
    }

    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        if How::IS_WHOLE {
            simulation.hold(Var::VAR, How::HAS_STATEMENT);
        }
        self.model.simulate(simulation, frame)
    }

    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        observations.hold(Var::VAR, How::HAS_STATEMENT, How::IS_WHOLE);
        self.model.observe(observations, frame);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.model.unconstrain(frame, point)
    }
}

impl<How: Evidence, Var: Name, M: BoundModel> Scheduled for BoundHeld<How, Var, M> {
    fn schedule<C: Scope>(&self, schedule: &mut Schedule) {
        self.model.schedule::<Holding<How, Var, C>>(schedule);
    }
}

sealed! {
    [How, Var, M] BoundHeld<How, Var, M>;
}
