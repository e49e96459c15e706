//! Models in which a discrete variable is summed out, as they run: what [`marginalise`](crate::model::Marginalise::marginalise) makes.
//!
//! With zᵢ one of K values, independent of the other elements given everything else, and lᵢₖ the sum of the log densities of all rows that
//! read zᵢ, where zᵢ = k:
//!
//!   log p(y) = Σᵢ log Σₖ exp lᵢₖ,   ∂ log p(y)/∂θ = Σᵢ Σₖ rᵢₖ ∂lᵢₖ/∂θ   with   rᵢₖ = exp lᵢₖ / Σⱼ exp lᵢⱼ,
//!
//! Fisher's identity: rᵢₖ is p(zᵢ = k | y). So the statements that mention z are evaluated K times with all elements equal to k, which tells
//! lᵢₖ, and for a gradient K times more, each row with the adjoint rᵢₖ. They are the statements of the model as it is written, in a scope of their
//! own; the sum itself has no derivative. A row that cannot be with zᵢ = k has no weight, and is a masked lane.

#[cfg(feature = "random")]
mod observed;
mod scope;
#[cfg(feature = "random")]
mod summed;
mod table;

pub use scope::{Pass, Summing};
#[cfg(feature = "random")]
pub use summed::{Recovered, SummedOut, VisitSummed};
pub(crate) use table::Table;

use super::{BoundModel, Edges, Level, Tally, Totals};
use crate::conjugacy::{Factors, Kinds};
#[cfg(feature = "random")]
use crate::drawing::{Observations, Simulation, Sites};
use crate::error::Error;
use crate::name::{Name, VarSet};
use crate::scope::Scope;
use crate::shape::Shape;
use crate::simd::{Blocks, Frame, Pack, Packed, Slot, for_lanes};
use core::marker::PhantomData;
use pulp::Simd;
#[cfg(feature = "random")]
use scope::blanket;
use scope::{is_known, is_of_role, is_wanted, moving};
use table::{Number, Values, Weight, Weights};

/// The model `M` in which `Var`, of the shape `Sh`, is summed out.
#[derive(Clone, Debug)]
pub struct Marginal<Var, Sh, M> {
    pub(crate) model: M,
    pub(crate) slot: Slot,
    /// The first value.
    pub(crate) lowest: f64,
    pub(crate) table: Table,
    /// The elements that have been given values, and NaN for the others, if there are any.
    pub(crate) known: Option<Packed>,
    pub(crate) name: PhantomData<fn() -> (Var, Sh)>,
}

/// True if definitions depend on the variable.
const fn has_definitions<Var: Name, M: BoundModel>() -> bool {
    moving::<Var, M>().len() > 1
}

impl<Var: Name, Sh: Shape, M: BoundModel> Marginal<Var, Sh, M> {
    const SELF: VarSet = VarSet::of(Var::VAR);

    /// The blocks of the elements.
    #[inline(always)]
    fn blocks<S: Simd>(&self, simd: S) -> Blocks<S> {
        Blocks::new(simd, if const { Sh::IS_SCALAR } { 1 } else { self.table.length }, false)
    }

    /// Gives all elements the value with this number, and computes the definitions that depend on them.
    #[inline(always)]
    fn set<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, number: usize) {
        let value = Pack::splat(simd, self.lowest + number as f64);
        if const { Sh::IS_SCALAR } {
            frame.set_value(self.slot, value);
        } else {
            for block in self.blocks(simd) {
                for_lanes!(lane in block => { frame.set_values(self.slot, lane, value); });
            }
        }
        if const { has_definitions::<Var, M>() } {
            self.model.define::<C, S>(simd, frame);
        }
    }

    /// Leaves lᵢₖ in the table, and tells the terms of data alone.
    #[inline(always)]
    fn fill<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> f64 {
        let mut constant = 0.0;
        for number in 0..self.table.count {
            self.set::<Pass<Var, M, C, false>, S>(simd, frame, number);
            let row = self.table.row(number);
            let shared = if const { Sh::IS_SCALAR } {
                let mut values = Number::new(simd);
                self.model.score_rows::<Pass<Var, M, C, false>, S, _>(simd, frame, &mut values);
                constant = values.constant;
                frame.set_scratch(row, Pack::splat(simd, values.sum()));
                Pack::zero(simd)
            } else {
                let mut values = Values::new(simd, frame, row, self.table.length);
                self.model.score_rows::<Pass<Var, M, C, false>, S, _>(simd, frame, &mut values);
                constant = values.constant;
                values.shared()
            };
            frame.set_scratch(self.table.shared(number), shared);
            if let Some(known) = self.known {
                self.keep_known(simd, frame, known, number);
            }
        }
        constant
    }

    /// Makes this value impossible for the elements that have another.
    #[inline(always)]
    fn keep_known<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, known: Packed, number: usize) {
        let value = self.lowest + number as f64;
        for block in self.blocks(simd) {
            for_lanes!(lane in block => {
                let given = frame.packed(simd, known.element(lane.index));
                let place = self.table.row(number).element(lane.index);
                let is_other = given.eq(given) & !given.eq(value);
                frame.set_scratch(place, is_other.select(f64::NEG_INFINITY, frame.scratch(simd, place)));
            });
        }
    }

    /// Makes weights of the row of a value, and tells their sum. The tally has weights of its own, if this sum is inside of another.
    #[inline(always)]
    fn weigh<S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        number: usize,
        tally: &T,
    ) -> Pack<S> {
        let mut sum = Pack::zero(simd);
        let (row, scales) = (self.table.row(number), self.table.row(self.table.count));
        for block in self.blocks(simd) {
            for_lanes!(lane in block => {
                let place = row.element(lane.index);
                let weight = frame.scratch(simd, place) * frame.scratch(simd, scales.element(lane.index));
                // Of elements for which nothing is possible it is NaN.
                let mut weight = weight.gt(0.0).select(weight, 0.0);
                if let Some(outer) = tally.weight(frame, lane) {
                    weight = weight * outer;
                }
                frame.set_scratch(place, weight);
                sum = lane.accumulate(sum, weight);
            });
        }
        Pack::splat(simd, sum.sum())
    }

    /// Adds the sum over the variable, and passes adjoints on.
    #[inline(always)]
    fn sum<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        if !tally.takes(self.table.length) {
            return;
        }
        let constant = self.fill::<C, S>(simd, frame);
        tally.add_constant(constant);
        for block in self.blocks(simd) {
            for_lanes!(lane in block => {
                let values = self.table.add_up(frame, lane);
                tally.add_rows(frame, lane, values);
            });
        }
        if const { !(C::SETS.gradient && T::GOES_BACK) } {
            return;
        }
        for number in 0..self.table.count {
            let sum = self.weigh(simd, frame, number, tally);
            if sum.first() <= 0.0 {
                continue;
            }
            self.set::<Pass<Var, M, C, true>, S>(simd, frame, number);
            if const { Sh::IS_SCALAR } {
                self.model.score_rows::<Pass<Var, M, C, true>, S, _>(simd, frame, &mut Weight(sum));
            } else {
                let mut weights = Weights::new(self.table.row(number), self.table.length, sum);
                self.model.score_rows::<Pass<Var, M, C, true>, S, _>(simd, frame, &mut weights);
            }
            if const { has_definitions::<Var, M>() } {
                self.model.propagate::<Pass<Var, M, C, true>, S>(simd, frame);
            }
        }
    }
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundModel for Marginal<Var, Sh, M> {
    const LHS: VarSet = M::LHS;
    const PARTS: VarSet = M::PARTS;
    const FLAT: VarSet = M::FLAT;
    const DEFINED: VarSet = M::DEFINED;
    const ALL: VarSet = M::ALL;
    const EDGES: Edges = M::EDGES;
    const HELD: VarSet = M::HELD;
    const PARTLY: VarSet = M::PARTLY;
    const KINDS: Kinds = M::KINDS.without(&Self::SELF);
    const HAS_EVIDENCE: bool = M::HAS_EVIDENCE;
    const IS_GLUED: bool = true;
    const HAS_DENSITY: bool = M::HAS_DENSITY;
    const FACTORS: Factors = M::FACTORS.summed_over(Var::VAR);
    type Needs<C: Scope> = super::glue::Both<M::Needs<Summing<Var, M, C>>, M::Needs<Pass<Var, M, C, false>>>;
    #[cfg(feature = "random")]
    type Inexact<Root: BoundModel> = M::Inexact<Root>;

    fn count<C: Scope>() -> usize {
        M::count::<Summing<Var, M, C>>() + M::count::<Pass<Var, M, C, false>>()
    }

    fn fold(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        // A value that is inside the support stands there, whatever asks for it.
        for element in 0..self.table.length {
            frame.set_numbers(self.slot.element(element), &[self.lowest]);
        }
        self.model.fold(frame)
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
        if const { is_known::<Var, C>() } {
            self.model.define::<C, S>(simd, frame);
        } else {
            self.model.define::<Summing<Var, M, C>, S>(simd, frame);
        }
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        if const { is_known::<Var, C>() } {
            return self.model.score::<C, S>(simd, frame, totals);
        }
        self.model.score::<Summing<Var, M, C>, S>(simd, frame, totals);
        if const { is_wanted::<Var, M, C>() } && is_of_role::<Var, M, C>() {
            self.sum::<C, S, _>(simd, frame, totals);
        }
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        if const { is_known::<Var, C>() } {
            return self.model.score_rows::<C, S, T>(simd, frame, tally);
        }
        self.model.score_rows::<Summing<Var, M, C>, S, T>(simd, frame, tally);
        if const { is_wanted::<Var, M, C>() } {
            self.sum::<C, S, T>(simd, frame, tally);
        }
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        if const { is_known::<Var, C>() } {
            self.model.propagate::<C, S>(simd, frame);
        } else {
            self.model.propagate::<Summing<Var, M, C>, S>(simd, frame);
        }
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        self.model.pull_back::<Summing<Var, M, C>, S>(simd, frame, level);
    }

    #[cfg(feature = "random")]
    fn visit_summed<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        visitor: &mut impl VisitSummed,
    ) {
        if const { is_known::<Var, C>() } {
            return self.model.visit_summed::<C, S>(simd, frame, visitor);
        }
        self.fill::<C, S>(simd, frame);
        for block in self.blocks(simd) {
            for_lanes!(lane in block => { self.table.add_up(frame, lane); });
        }
        for number in 0..self.table.count {
            self.weigh(simd, frame, number, &Totals::new(simd));
        }
        let (slot, lowest, table) = (self.slot, self.lowest, self.table);
        let (is_scalar, blanket) = (Sh::IS_SCALAR, blanket::<Var, M>());
        visitor.visit(&SummedOut { name: Var::NAME, is_scalar, blanket, slot, lowest, table }, frame);
        self.model.define::<Recovered<Var, C>, S>(simd, frame);
        self.model.visit_summed::<Recovered<Var, C>, S>(simd, frame, visitor);
    }

    #[cfg(feature = "random")]
    fn sites(&self, sites: &mut impl Sites) {
        self.model.sites(sites);
        sites.remove(Var::NAME);
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.model.simulate(simulation, frame)
    }

    #[cfg(feature = "random")]
    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        self.observe_rows(observations, frame);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.model.unconstrain(frame, point)
    }
}
