//! The passes of a sum, and the sum of what they have left in the table. The maths is in the [folder](super).

use super::Marginal;
use super::scope::{Joining, Pass, moving};
use super::tallies::{Joint, Number, Values, Weight, Weights};
use crate::name::{Name, VarSet};
use crate::scope::Scope;
use crate::shape::Shape;
use crate::simd::{Blocks, Frame, Lane, Pack, Packed, for_lanes};
#[cfg(feature = "random")]
use crate::statement::Totals;
use crate::statement::{BoundModel, Tally};
use pulp::Simd;

/// True if definitions depend on the variable.
const fn has_definitions<Var: Name, M: BoundModel>() -> bool {
    moving::<Var, M>().len() > 1
}

impl<Var: Name, Sh: Shape, M: BoundModel> Marginal<Var, Sh, M> {
    /// True if the law of the variable ties its elements.
    pub(crate) const IS_JOINED: bool = !Sh::IS_SCALAR && M::FACTORS.has_chain(Var::VAR);
    pub(super) const SELF: VarSet = VarSet::of(Var::VAR);

    /// The blocks of the elements.
    #[inline(always)]
    pub(super) fn blocks<S: Simd>(&self, simd: S) -> Blocks<S> {
        Blocks::new(simd, if const { Sh::IS_SCALAR } { 1 } else { self.table.length }, false)
    }

    /// Gives the elements of a register their values.
    #[inline(always)]
    pub(super) fn set_lane<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>) {
        if const { Sh::IS_SCALAR } {
            frame.set_value(self.slot, Pack::splat(lane.simd, values.first()));
        } else {
            frame.set_values(self.slot, lane, values);
        }
    }

    /// Computes the definitions that depend on the variable.
    #[inline(always)]
    pub(super) fn define_again<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        if const { has_definitions::<Var, M>() } {
            self.model.define::<C, S>(simd, frame);
        }
    }

    /// Gives all elements the value with this number, and computes the definitions that depend on them.
    #[inline(always)]
    pub(super) fn set<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, number: usize) {
        let value = Pack::splat(simd, self.lowest + number as f64);
        for block in self.blocks(simd) {
            for_lanes!(lane in block => { self.set_lane(frame, lane, value); });
        }
        self.define_again::<C, S>(simd, frame);
    }

    /// Leaves the log density of what reads each element in a row of the table, and tells the terms of data alone.
    #[inline(always)]
    pub(super) fn fill_row<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, number: usize) -> f64 {
        let row = self.table.row(number);
        let (shared, constant) = if const { Sh::IS_SCALAR } {
            let mut values = Number::new(simd);
            self.model.score_rows::<Pass<Var, M, C, false>, S, _>(simd, frame, &mut values);
            frame.set_scratch(row, Pack::splat(simd, values.sum()));
            (Pack::zero(simd), values.constant)
        } else {
            let mut values = Values::new(simd, frame, row, self.table.length);
            self.model.score_rows::<Pass<Var, M, C, false>, S, _>(simd, frame, &mut values);
            (values.shared(), values.constant)
        };
        frame.set_scratch(self.table.shared(number), shared);
        constant
    }

    /// Goes backward through what reads the variable, with the weights in a row of the table and their sum.
    #[inline(always)]
    pub(super) fn go_back<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        number: usize,
        sum: Pack<S>,
    ) {
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

    /// Leaves lᵢₖ in the table, and tells the terms of data alone.
    #[inline(always)]
    pub(super) fn fill<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> f64 {
        let mut constant = 0.0;
        for number in 0..self.table.count {
            self.set::<Pass<Var, M, C, false>, S>(simd, frame, number);
            constant = self.fill_row::<C, S>(simd, frame, number);
            if let Some(known) = self.known {
                self.keep_known(simd, frame, known, number);
            }
            if const { Self::IS_JOINED } {
                for block in self.blocks(simd) {
                    for_lanes!(lane in block => { self.table.settle(frame, lane, number); });
                }
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
    pub(super) fn weigh<S: Simd, T: Tally<S>>(
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

    /// Leaves the probabilities of the values of each element in the table.
    #[cfg(feature = "random")]
    #[inline(always)]
    pub(super) fn find_probabilities<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        self.fill::<C, S>(simd, frame);
        let mut totals = Totals::new(simd);
        if const { Self::IS_JOINED } {
            // It computes what the law reads.
            self.model.score_rows::<Joining<Var, M, C, false>, S, _>(simd, frame, &mut Joint(&mut totals));
            return;
        }
        for block in self.blocks(simd) {
            for_lanes!(lane in block => { self.table.add_up(frame, lane); });
        }
        for number in 0..self.table.count {
            self.weigh(simd, frame, number, &totals);
        }
    }

    /// The sum of the weights of a value.
    #[inline(always)]
    fn sum_of_weights<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, number: usize) -> Pack<S> {
        let (mut sum, row) = (Pack::zero(simd), self.table.row(number));
        for block in self.blocks(simd) {
            for_lanes!(lane in block => {
                sum = lane.accumulate(sum, frame.scratch(simd, row.element(lane.index)));
            });
        }
        Pack::splat(simd, sum.sum())
    }

    /// Adds the sum over the variable, and passes adjoints on.
    #[inline(always)]
    pub(super) fn sum<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        if !tally.takes(if const { Self::IS_JOINED } { 1 } else { self.table.length }) {
            return;
        }
        if const { Self::INTEGRAL.is_some() } {
            return self.integrate::<C, S, T>(simd, frame, tally);
        }
        let constant = self.fill::<C, S>(simd, frame);
        tally.add_constant(constant);
        if const { Self::IS_JOINED && C::SETS.gradient && T::GOES_BACK } {
            self.model.score_rows::<Joining<Var, M, C, true>, S, _>(simd, frame, &mut Joint(tally));
        } else if const { Self::IS_JOINED } {
            self.model.score_rows::<Joining<Var, M, C, false>, S, _>(simd, frame, &mut Joint(tally));
        } else {
            for block in self.blocks(simd) {
                for_lanes!(lane in block => {
                    let values = self.table.add_up(frame, lane);
                    tally.add_rows(frame, lane, values);
                });
            }
        }
        if const { !(C::SETS.gradient && T::GOES_BACK) } {
            return;
        }
        for number in 0..self.table.count {
            let sum = if const { Self::IS_JOINED } {
                self.sum_of_weights(simd, frame, number)
            } else {
                self.weigh(simd, frame, number, tally)
            };
            if sum.first() <= 0.0 {
                continue;
            }
            self.set::<Pass<Var, M, C, true>, S>(simd, frame, number);
            self.go_back::<C, S>(simd, frame, number, sum);
        }
    }
}
