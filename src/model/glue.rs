//! Two models joined as one, as they run.

use crate::compiler::Compiler;
use crate::contract::conjugacy::Factors;
use crate::contract::scope::{Scope, keeps};
use crate::contract::sketch::Sketch;
use crate::contract::transform::Totals;
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::{Observations, Simulation};
use crate::model::facts::{Level, ModelFacts};
use crate::model::marginalised::VisitSummed;
use crate::model::rows::{Points, Tally};
use crate::model::statement::{
    Blame, Both, BoundModel, Model, Schedule, Scheduled, Sites, no_score, outline,
};
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use pulp::Simd;

/// The statements of `left`, followed by those of `right`.
#[derive(Clone, Copy, Debug)]
#[must_use = "a statement has no effect outside a model that is compiled"]
pub struct GlueNode<L, R> {
    left: L,
    right: R,
}

/// Does not compile if the two models cannot be joined.
#[track_caller]
pub(crate) const fn check<L: Model, R: Model>() {
    let both = L::FACTS.lhs.union(L::FACTS.defined).common(&R::FACTS.lhs.union(R::FACTS.defined));
    // Parts of one parameter may stand in both models, since only `compile()` knows which elements they are;
    // and its `flat()` in one of them.
    let parts = L::FACTS.parts.union(L::FACTS.flat).common(&R::FACTS.parts.union(R::FACTS.flat));
    let twice = both.without(&parts.without(&L::FACTS.flat.common(R::FACTS.flat))).first();
    VarSet::complain(twice, "stands on the left of two statements").refuse();
    let early = L::FACTS.edges.first_mentioned(R::FACTS.defined);
    VarSet::complain(early, "stands in a definition that comes before its own").refuse();
}

impl<L: Model, R: Model> GlueNode<L, R> {
    /// Joins two models. It is a compile-time error if both have a statement for the same variable, or if a
    /// definition of `left` mentions a definition of `right`.
    #[inline(never)]
    pub fn new(left: L, right: R) -> Self {
        const { check::<L, R>() }
        Self { left, right }
    }
}

impl<L: Model, R: Model> Model for GlueNode<L, R> {
    type Bound = BoundGlueNode<L::Bound, R::Bound>;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        #[expect(
            clippy::question_mark,
            reason = "`?` is three times as much to translate, for each statement"
        )]
        let left = match self.left.bind(compiler) {
            Ok(left) => left,
            Err(error) => return Err(error),
        };
        match self.right.bind(compiler) {
            Ok(right) => Ok(BoundGlueNode { left, right }),
            Err(error) => Err(error),
        }
    }

    fn sketch(&self, sketch: &mut Sketch) {
        self.left.sketch(sketch);
        self.right.sketch(sketch);
    }
}

/// The statements of `left`, followed by those of `right`.
#[derive(Clone, Debug)]
pub struct BoundGlueNode<L, R> {
    pub(crate) left: L,
    pub(crate) right: R,
}

/// Returns the function that scores the rows of a part, if the scope keeps any of its statements.
const fn rows_of<M: BoundModel, C: Scope, S: Simd, T: Tally<S>>() -> fn(&M, S, &mut Frame<'_>, &mut T) {
    if M::FACTS.has_density && keeps::<C>(M::FACTS.all) { M::score_rows::<C, S, T> } else { no_score }
}

impl<L: BoundModel, R: BoundModel> BoundModel for BoundGlueNode<L, R> {
    const FACTS: &'static ModelFacts = &ModelFacts {
        lhs: &L::FACTS.lhs.union(R::FACTS.lhs),
        parts: &L::FACTS.parts.union(R::FACTS.parts),
        flat: &L::FACTS.flat.union(R::FACTS.flat),
        defined: &L::FACTS.defined.union(R::FACTS.defined),
        all: &L::FACTS.all.union(R::FACTS.all),
        edges: &L::FACTS.edges.then(R::FACTS.edges),
        held: &L::FACTS.held.union(R::FACTS.held),
        partly: &L::FACTS.partly.union(R::FACTS.partly),
        kinds: &L::FACTS.kinds.union(R::FACTS.kinds),
        summed: &L::FACTS.summed.union(R::FACTS.summed),
        whole: &L::FACTS.whole.union(R::FACTS.whole),
        has_evidence: L::FACTS.has_evidence || R::FACTS.has_evidence,
        is_glued: true,
        has_density: L::FACTS.has_density || R::FACTS.has_density,
    };
    const FACTORS: Factors = L::FACTORS.then(&R::FACTORS);
    type Needs<C: Scope> = Both<L::Needs<C>, R::Needs<C>>;
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
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        outline::score_points::<C, S, _>(&self.left, simd, points);
        outline::score_points::<C, S, _>(&self.right, simd, points);
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

    fn visit_summed<C: Scope, S: Simd, V: VisitSummed>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        visitor: &mut V,
    ) {
        self.left.visit_summed::<C, S, V>(simd, frame, visitor);
        self.right.visit_summed::<C, S, V>(simd, frame, visitor);
    }

    fn sites<T: Sites>(&self, sites: &mut T) {
        self.left.sites(sites);
        self.right.sites(sites);
    }

    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        self.left.blame::<C>(blame, frame);
        self.right.blame::<C>(blame, frame);
    }

    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.left.simulate(simulation, frame)?;
        self.right.simulate(simulation, frame)
    }

    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        self.left.observe(observations, frame);
        self.right.observe(observations, frame);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.left.unconstrain(frame, point)?;
        self.right.unconstrain(frame, point)
    }
}

impl<L: BoundModel, R: BoundModel> Scheduled for BoundGlueNode<L, R> {
    fn schedule<C: Scope>(&self, schedule: &mut Schedule) {
        self.left.schedule::<C>(schedule);
        self.right.schedule::<C>(schedule);
    }
}

sealed! {
    [L, R] GlueNode<L, R>;
    [L, R] BoundGlueNode<L, R>;
}
