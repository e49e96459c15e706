//! Models in which a variable is marginalised, as they run: the results of
//! [`marginalise`](crate::model::Marginalise::marginalise). For a continuous variable the sum is an
//! [integral].
//!
//! With zᵢ one of K values, independent of the other elements given everything else, and lᵢₖ the sum of the
//! log densities of all rows that read zᵢ, where zᵢ = k:
//!
//!   log p(y) = Σᵢ log Σₖ exp lᵢₖ,   ∂ log p(y)/∂θ = Σᵢ Σₖ rᵢₖ ∂lᵢₖ/∂θ   with   rᵢₖ = exp lᵢₖ / Σⱼ exp lᵢⱼ,
//!
//! Fisher's identity: rᵢₖ is p(zᵢ = k | y). So the statements that mention z are evaluated K times with all
//! elements equal to k, which gives lᵢₖ, and for a gradient K times more, each row with the adjoint rᵢₖ.
//! They are the statements of the model as it is written, in a scope of their own; the sum itself has no
//! derivative. If the law of z ties its elements, as the law of a Markov chain does, it computes log p(y)
//! and rᵢₖ from the table, by the forward–backward algorithm. A row that is impossible with zᵢ = k has no
//! weight, and is a masked lane.

mod backward;
mod integral;
mod joint;
mod laplace;
mod observed;
mod scope;
mod sum;
mod summed;
mod tallies;
mod term;
pub(super) mod written;

pub(crate) use joint::{ElementGroups, NO_ELEMENT, joint_scratch};
pub(crate) use laplace::{Plan, laplace_passes, laplace_scratch};
#[cfg_attr(doc, doc(hidden))]
pub use scope::{CoupledMarginal, Pass, Slope, Summing};
pub(crate) use scope::{integral_of, joint_of, own};
#[cfg_attr(doc, doc(hidden))]
pub use summed::Recovered;
#[cfg_attr(doc, doc(hidden))]
pub use term::MarginalTerm;

use crate::compiler::{Cut, Joined};
use crate::contract::conjugacy::Factors;
use crate::contract::node::Undefined;
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::error::Error;
use crate::frame::{Frame, Packed, Scratch, Slot};
use crate::model::drawing::{Observations, Simulation};
use crate::model::facts::{Level, ModelFacts};
use crate::model::marginalised::{Beside, Table, VisitSummed};
use crate::model::rows::{Points, Tally, score_each_point};
use crate::model::statement::{Blame, Both, BoundModel, Schedule, Scheduled, Sites, no_count, no_score};
use crate::name::Name;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Extent, Shape};
use core::marker::PhantomData;
use pulp::{Scalar, Simd};
use scope::{is_known, is_of_role, is_wanted, keeps_sums};
use std::sync::Arc;

/// The model `M` in which `Var`, of the shape `Sh`, is marginalised.
#[derive(Clone, Debug)]
pub struct BoundMarginal<Var, Sh, M> {
    pub(crate) model: M,
    pub(crate) slot: Slot,
    /// The arrangement of the elements.
    pub(crate) extent: Extent,
    /// The first value; for a continuous variable, a value inside its support.
    pub(crate) lowest: f64,
    pub(crate) table: Table,
    /// The elements that depend on each other, if they have multivariate normal distributions.
    pub(crate) groups: ElementGroups,
    /// The pattern of the second derivatives by the elements, if they are integrated over by a Laplace
    /// approximation.
    pub(crate) plan: Option<Arc<Plan>>,
    /// The other variables of an approximation over several variables.
    pub(crate) beside: Vec<Beside>,
    /// The place of the number of failed searches for a mode.
    pub(crate) failures: Option<Scratch>,
    /// The places of the arguments of the law that ties the elements, if there is one.
    pub(crate) joined: Option<Joined>,
    /// The given values of elements, and NaN for the other elements, if any element has a given value.
    pub(crate) known: Option<Packed>,
    /// The parts of the log density between which the sum's elements are cut.
    pub(crate) cut: Cut,
    pub(crate) name: PhantomData<fn() -> (Var, Sh)>,
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundModel for BoundMarginal<Var, Sh, M> {
    const FACTS: &'static ModelFacts = &ModelFacts {
        kinds: &M::FACTS.kinds.without(&Self::SELF),
        summed: &M::FACTS.summed.union(&Self::SELF),
        is_glued: true,
        ..*M::FACTS
    };
    const FACTORS: Factors = M::FACTORS.summed_over(&own::<Var>());
    type Needs<C: Scope> = Both<M::Needs<Summing<Var, M, C>>, M::Needs<Pass<Var, M, C, false>>>;
    type Inexact<Root: BoundModel> = M::Inexact<Root>;

    fn count<C: Scope>() -> usize {
        let count: fn() -> usize =
            const { if is_wanted::<Var, M, C>() { Self::count_summed::<C> } else { no_count } };
        M::count::<Summing<Var, M, C>>() + count()
    }

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        // The elements have a value inside the support, for every statement that reads them.
        for element in 0..self.table.length {
            frame.set_numbers(self.slot.element(element), &[self.lowest]);
        }
        for block in self.plan.iter().flat_map(|plan| &plan.blocks) {
            (0..block.length).for_each(|element| frame.set_numbers(block.place.element(element), &[0.0]));
        }
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
        self.model.constrain::<Summing<Var, M, C>, S>(simd, frame, level, totals);
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.model.define::<Summing<Var, M, C>, S>(simd, frame);
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        self.model.score::<Summing<Var, M, C>, S>(simd, frame, totals);
        let sum = const { if is_wanted::<Var, M, C>() { Self::sum_of_role::<C, S> } else { no_score } };
        sum(self, simd, frame, totals);
    }

    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        self.model.score_points::<Summing<Var, M, C>, S>(simd, points);
        let sum = const { if is_wanted::<Var, M, C>() { Self::sum_of_role::<C, S> } else { no_score } };
        score_each_point(self, simd, points, sum);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        self.model.score_rows::<Summing<Var, M, C>, S, T>(simd, frame, tally);
        let sum = const {
            if is_wanted::<Var, M, C>() && !T::COUPLES_ELEMENTS && keeps_sums::<C>() {
                Self::sum::<C, S, T>
            } else {
                no_score
            }
        };
        sum(self, simd, frame, tally);
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.model.propagate::<Summing<Var, M, C>, S>(simd, frame);
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        self.model.pull_back::<Summing<Var, M, C>, S>(simd, frame, level);
    }

    fn blame<C: Scope>(&self, blame: &mut Blame<'_>, frame: &mut Frame<'_>) {
        self.model.blame::<Summing<Var, M, C>>(blame, frame);
        let sum = const {
            if is_wanted::<Var, M, C>() { Self::sum::<C, Scalar, Totals<Scalar>> } else { no_score }
        };
        if const { is_wanted::<Var, M, C>() } && is_of_role::<Var, M, C>() {
            let mut totals = Totals::new(Scalar::new());
            sum(self, Scalar::new(), frame, &mut totals);
            let text = format!("{} marginalised", Var::NAME);
            blame.record((&text, Undefined::NONE), M::FACTS.all, totals.sum(), frame);
        }
    }

    fn visit_summed<C: Scope, S: Simd, V: VisitSummed>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        visitor: &mut V,
    ) {
        let visit = const { if is_known::<Var, C>() { no_score } else { Self::visit_own::<C, S, V> } };
        visit(self, simd, frame, visitor);
        self.model.visit_summed::<Recovered<Var, C>, S, V>(simd, frame, visitor);
    }

    fn sites<T: Sites>(&self, sites: &mut T) {
        self.model.sites(sites);
        match const { Var::APPROXIMATED } {
            None => sites.remove(Var::NAME),
            Some(vars) => vars.iter().for_each(|var| sites.remove(var.name())),
        }
    }

    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.model.simulate(simulation, frame)
    }

    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        self.observe_rows(observations, frame);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.model.unconstrain(frame, point)
    }
}

impl<Var: Name, Sh: Shape, M: BoundModel> Scheduled for BoundMarginal<Var, Sh, M> {
    fn schedule<C: Scope>(&self, schedule: &mut Schedule) {
        self.model.schedule::<Summing<Var, M, C>>(schedule);
        let push = const { if is_wanted::<Var, M, C>() { Self::push_term::<C> } else { Self::push_nothing } };
        push(self, schedule);
    }
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    fn push_term<C: Scope>(&self, schedule: &mut Schedule) {
        schedule.push_term::<_, C>(&MarginalTerm(self.clone()));
    }

    fn push_nothing(&self, _: &mut Schedule) {}

    /// Returns the number of statements inside the sum if the sum is kept; it is kept as a whole or not at
    /// all.
    fn count_summed<C: Scope>() -> usize {
        if is_of_role::<Var, M, C>() { M::count::<Pass<Var, M, C, false>>() } else { 0 }
    }
}

sealed! {
    [Var, Sh, M] BoundMarginal<Var, Sh, M>;
}
