//! The passes of a sum, and the sum of what they have left in the table. The maths is in the [folder](super).
//!
//! Where a constant chooses between passes, it chooses between functions, `let pass = const { if … { f } else { g } }`. The compiler instantiates the one that is
//! chosen. It would look at both branches of an `if const`, each with passes of the sums inside of this one: three sums took 42 seconds, and take 1.4.

use super::Marginal;
use super::scope::{Joining, Pass, is_of_role, moving};
use super::tallies::{Joint, Number, Values, Weight, Weights};
use crate::name::{Name, VarSet};
use crate::scope::Scope;
use crate::shape::Shape;
use crate::simd::{Blocks, Frame, Lane, Pack, Packed, Scratch, for_lanes};
use crate::statement::{BoundModel, Tally, Totals};
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
        let define = const { if has_definitions::<Var, M>() { M::define::<C, S> } else { nothing::<M, S> } };
        define(&self.model, simd, frame);
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
        let fill =
            const { if Sh::IS_SCALAR { Self::fill_number::<C, S> } else { Self::fill_vector::<C, S> } };
        let (shared, constant) = fill(self, simd, frame, row);
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
        let go_back =
            const { if Sh::IS_SCALAR { Self::go_back_number::<C, S> } else { Self::go_back_vector::<C, S> } };
        go_back(self, simd, frame, number, sum);
        let propagate = const {
            if has_definitions::<Var, M>() {
                M::propagate::<Pass<Var, M, C, true>, S>
            } else {
                nothing::<M, S>
            }
        };
        propagate(&self.model, simd, frame);
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
        let sum = const {
            match (Self::INTEGRAL.is_some(), Self::IS_JOINED) {
                (true, _) => Self::integrate::<C, S, T>,
                (_, false) => Self::sum_elements::<C, S, T>,
                (_, true) if C::SETS.gradient && T::GOES_BACK => Self::sum_joined::<C, S, T, true>,
                (_, true) => Self::sum_joined::<C, S, T, false>,
            }
        };
        sum(self, simd, frame, tally);
        let go_back = const {
            if !Self::INTEGRAL.is_some() && C::SETS.gradient && T::GOES_BACK {
                Self::go_back_through_values::<C, S, T>
            } else {
                Self::no_sum::<S, T>
            }
        };
        go_back(self, simd, frame, tally);
    }

    /// Adds the sum over elements that their law ties: the law makes it of the table, and goes backward.
    #[inline(always)]
    fn sum_joined<C: Scope, S: Simd, T: Tally<S>, const BACKWARD: bool>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        let constant = self.fill::<C, S>(simd, frame);
        tally.add_constant(constant);
        self.model.score_rows::<Joining<Var, M, C, BACKWARD>, S, _>(simd, frame, &mut Joint(tally));
    }

    /// Adds the sums over elements that are independent.
    #[inline(always)]
    fn sum_elements<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        let constant = self.fill::<C, S>(simd, frame);
        tally.add_constant(constant);
        for block in self.blocks(simd) {
            for_lanes!(lane in block => {
                let values = self.table.add_up(frame, lane);
                tally.add_rows(frame, lane, values);
            });
        }
    }

    /// Does nothing, where there is nothing to sum or no way backward.
    #[inline(always)]
    pub(super) fn no_sum<S: Simd, T: Tally<S>>(&self, _: S, _: &mut Frame<'_>, _: &mut T) {}

    /// Adds the sum if it has the role that the scope keeps.
    #[inline(always)]
    pub(super) fn sum_of_role<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        if is_of_role::<Var, M, C>() {
            self.sum::<C, S, _>(simd, frame, totals);
        }
    }

    /// [`fill_row`](Self::fill_row) of a number: what all elements share, and the terms of data alone.
    #[inline(always)]
    fn fill_number<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, row: Scratch) -> (Pack<S>, f64) {
        let mut values = Number::new(simd);
        self.model.score_rows::<Pass<Var, M, C, false>, S, _>(simd, frame, &mut values);
        frame.set_scratch(row, Pack::splat(simd, values.sum()));
        (Pack::zero(simd), values.constant)
    }

    /// [`fill_row`](Self::fill_row) of a vector.
    #[inline(always)]
    fn fill_vector<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, row: Scratch) -> (Pack<S>, f64) {
        let mut values = Values::new(simd, frame, row, self.table.length);
        self.model.score_rows::<Pass<Var, M, C, false>, S, _>(simd, frame, &mut values);
        (values.shared(), values.constant)
    }

    /// [`go_back`](Self::go_back) from a number.
    #[inline(always)]
    fn go_back_number<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, _: usize, sum: Pack<S>) {
        self.model.score_rows::<Pass<Var, M, C, true>, S, _>(simd, frame, &mut Weight(sum));
    }

    /// [`go_back`](Self::go_back) from a vector.
    #[inline(always)]
    fn go_back_vector<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, number: usize, sum: Pack<S>) {
        let mut weights = Weights::new(self.table.row(number), self.table.length, sum);
        self.model.score_rows::<Pass<Var, M, C, true>, S, _>(simd, frame, &mut weights);
    }

    /// Goes backward once for each value, with the weights of the elements that have it.
    #[inline(always)]
    fn go_back_through_values<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
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

/// Computes nothing, where no definition depends on the variable.
#[inline(always)]
fn nothing<M: BoundModel, S: Simd>(_: &M, _: S, _: &mut Frame<'_>) {}
