//! The passes of a sum, and the sum of the numbers that they store in the table. The maths is in the
//! [folder](super).
//!
//! Where a constant chooses between passes, it chooses between functions,
//! `let pass = const { if … { f } else { g } }`, so that the compiler visits the chosen one only. It would
//! visit both branches of an `if const`, and in each of them the passes of the sums inside this one, which
//! grows exponentially.

use super::BoundMarginal;
use super::scope::{CoupledMarginal, Pass, is_of_role, moving, own};
use super::tallies::{Joint, Number, Values};
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::{Frame, Packed, Scratch, Share};
use crate::model::rows::Tally;
use crate::model::statement::{BoundModel, no_pass, no_score};
use crate::name::{Name, VarSet};
use crate::shape::Shape;
use crate::simd::{Blocks, Lane, Pack, for_lanes};
use pulp::Simd;

/// Returns true if definitions depend on the variable.
pub(crate) const fn has_definitions<Var: Name, M: BoundModel>() -> bool {
    moving::<Var, M>().len() > 1
}

/// Returns true if the sum has a backward pass.
const fn has_backward<C: Scope, S: Simd, T: Tally<S>>() -> bool {
    C::SETS.gradient && T::HAS_ADJOINT
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// True if the law of the variable ties its elements.
    pub(crate) const IS_JOINED: bool = !Sh::IS_SCALAR && M::FACTORS.has_chain(Var::VAR);
    /// True if all rows that mention the variable contribute to one number.
    pub(crate) const IS_ONE: bool = Sh::IS_SCALAR || Self::JOINT.is_some();
    pub(crate) const SELF: VarSet = own::<Var>();
    /// True if the sum can be evaluated over some elements without the others, each with the rows of its
    /// number.
    pub(crate) const IS_BY_ELEMENTS: bool =
        !Self::IS_JOINED && !Self::IS_ONE && Self::INTEGRAL.is_none() && M::FACTS.summed.is_empty();

    /// Returns the blocks of the elements over which the sum is evaluated.
    #[inline(always)]
    pub(crate) fn blocks<S: Simd>(&self, simd: S, frame: &Frame<'_>) -> Blocks<S> {
        if const { Self::IS_BY_ELEMENTS } {
            let (start, end) = frame.summed(self.table.length);
            return Blocks::between(simd, start, end, false);
        }
        self.all_blocks(simd)
    }

    /// Returns the blocks of all elements, also if the sum is evaluated over some of them.
    #[inline(always)]
    fn all_blocks<S: Simd>(&self, simd: S) -> Blocks<S> {
        Blocks::new(simd, if const { Sh::IS_SCALAR } { 1 } else { self.table.length }, false)
    }

    /// Sets the elements of a register to their values.
    #[inline(always)]
    pub(crate) fn set_lane<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>) {
        if const { Sh::IS_SCALAR } {
            frame.set_value(self.slot, Pack::splat(lane.simd, values.first()));
        } else {
            frame.set_values(self.slot, lane, values);
        }
    }

    /// Computes the definitions that depend on the variable again.
    #[inline(always)]
    pub(crate) fn define_again<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let define = const { if has_definitions::<Var, M>() { M::define::<C, S> } else { no_pass } };
        define(&self.model, simd, frame);
    }

    /// Sets all elements to the value with this number, and computes the definitions that depend on them.
    #[inline(always)]
    pub(crate) fn set<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, number: usize) {
        let value = Pack::splat(simd, self.lowest + number as f64);
        // Terms that are the same in all rows read the first element, which may not be among the sum's
        // elements.
        for block in self.all_blocks(simd) {
            for_lanes!(lane in block => { self.set_lane(frame, lane, value); });
        }
        self.define_again::<C, S>(simd, frame);
    }

    /// Stores the log density of the rows that read each element in a row of the table, and returns the sum
    /// of the terms of data alone.
    #[inline(always)]
    pub(crate) fn fill_row<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, number: usize) -> f64 {
        let row = self.table.row(number);
        let fill =
            const { if Sh::IS_SCALAR { Self::fill_number::<C, S> } else { Self::fill_vector::<C, S> } };
        let (shared, constant) = fill(self, simd, frame, row);
        frame.set_scratch(self.table.shared(number), shared);
        constant
    }

    /// Fills a row as [`fill_row`](Self::fill_row) does, for a scalar: returns the number that all elements
    /// share, and the sum of the terms of data alone.
    #[inline(always)]
    fn fill_number<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, row: Scratch) -> (Pack<S>, f64) {
        let mut values = Number::new(simd);
        self.model.score_rows::<Pass<Var, M, C, false>, S, _>(simd, frame, &mut values);
        frame.set_scratch(row, Pack::splat(simd, values.sum()));
        (Pack::zero(simd), values.constant)
    }

    /// Fills a row as [`fill_row`](Self::fill_row) does, for a vector.
    #[inline(always)]
    fn fill_vector<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, row: Scratch) -> (Pack<S>, f64) {
        let mut values = Values::new(simd, frame, row, self.table.length);
        self.model.score_rows::<Pass<Var, M, C, false>, S, _>(simd, frame, &mut values);
        (values.shared(), values.constant)
    }

    /// Stores lᵢₖ in the table, and returns the sum of the terms of data alone.
    #[inline(always)]
    pub(crate) fn fill<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> f64 {
        let mut constant = 0.0;
        for number in 0..self.table.count {
            self.set::<Pass<Var, M, C, false>, S>(simd, frame, number);
            constant = self.fill_row::<C, S>(simd, frame, number);
            if let Some(known) = self.known {
                self.keep_known(simd, frame, known, number);
            }
            if const { Self::IS_JOINED } {
                for block in self.blocks(simd, frame) {
                    for_lanes!(lane in block => { self.table.add_shared(frame, lane, number); });
                }
            }
        }
        constant
    }

    /// Makes this value impossible for the elements whose given value is another.
    #[inline(always)]
    fn keep_known<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, known: Packed, number: usize) {
        let value = self.lowest + number as f64;
        for block in self.blocks(simd, frame) {
            for_lanes!(lane in block => {
                let given = frame.packed(simd, known.element(lane.index));
                let place = self.table.row(number).element(lane.index);
                let is_other = given.eq(given) & !given.eq(value);
                frame.set_scratch(place, is_other.select(f64::NEG_INFINITY, frame.scratch(simd, place)));
            });
        }
    }

    /// Computes the probabilities of the values of each element in the table.
    #[inline(always)]
    pub(crate) fn find_probabilities<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let find = const { if Self::IS_JOINED { Self::score_law::<C, S> } else { Self::weigh_all::<S> } };
        self.fill::<C, S>(simd, frame);
        find(self, simd, frame);
    }

    /// Computes the arguments of the law that ties the elements.
    #[inline(always)]
    pub(crate) fn score_law<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let mut totals = Totals::new(simd);
        self.model.score_rows::<CoupledMarginal<Var, M, C, false>, S, _>(
            simd,
            frame,
            &mut Joint(&mut totals),
        );
    }

    /// Turns all rows of the table into probabilities.
    #[inline(always)]
    fn weigh_all<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let totals = Totals::new(simd);
        for block in self.blocks(simd, frame) {
            for_lanes!(lane in block => { self.table.add_up(frame, lane); });
        }
        for number in 0..self.table.count {
            self.weigh(simd, frame, number, &totals);
        }
    }

    /// Adds the sum over the variable, and passes adjoints on.
    #[inline(always)]
    pub(crate) fn sum<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        let sum = const {
            if Self::JOINT.is_some() {
                Self::integrate_jointly::<C, S, T>
            } else {
                Self::sum_elements::<C, S, T>
            }
        };
        sum(self, simd, frame, tally);
    }

    /// Adds the sum over independent elements, or over the states of a chain.
    #[inline(always)]
    fn sum_elements<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        if !tally.takes(if const { Self::IS_JOINED } { 1 } else { self.table.length }) {
            return;
        }
        let fill = const {
            if Self::INTEGRAL.is_some() { Self::find_posterior::<C, S> } else { Self::fill::<C, S> }
        };
        let constant = fill(self, simd, frame);
        // The constant belongs to all elements, and is added with the first.
        if frame.summed(self.table.length).0 == 0 {
            tally.add_constant(constant);
        }
        let add = const {
            match (Self::IS_JOINED, has_backward::<C, S, T>()) {
                (false, _) => Self::add_elements::<S, T>,
                (true, false) => Self::add_joined::<C, S, T, false>,
                (true, true) => Self::add_joined::<C, S, T, true>,
            }
        };
        add(self, simd, frame, tally);
        let backward = const {
            match (has_backward::<C, S, T>(), Self::INTEGRAL) {
                (false, _) => no_score,
                (true, None) => Self::backward_through_values::<C, S, T>,
                (true, Some(_)) => Self::backward_through_points::<C, S, T>,
            }
        };
        backward(self, simd, frame, tally);
    }

    /// Adds the sums over independent elements.
    #[inline(always)]
    fn add_elements<S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        for block in self.blocks(simd, frame) {
            for_lanes!(lane in block => {
                let sums = if const { Self::INTEGRAL.is_some() } {
                    frame.scratch(simd, self.table.row(0).element(lane.index))
                } else {
                    self.table.add_up(frame, lane)
                };
                tally.add_rows(frame, lane, sums);
            });
        }
    }

    /// Adds the sum over elements that their law ties: the law computes the sum from the table, and stores
    /// weights in the table in the backward pass.
    #[inline(always)]
    fn add_joined<C: Scope, S: Simd, T: Tally<S>, const BACKWARD: bool>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        self.model.score_rows::<CoupledMarginal<Var, M, C, BACKWARD>, S, _>(simd, frame, &mut Joint(tally));
    }

    /// Adds the sum if it has the role that the scope keeps.
    #[inline(always)]
    pub(crate) fn sum_of_role<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        if Share::MAY_BE_PART {
            let Some(elements) = self.cut.rows(frame, self.table.length) else { return };
            frame.sum_some(elements, self.table.length);
        }
        if is_of_role::<Var, M, C>() {
            self.sum::<C, S, _>(simd, frame, totals);
        }
        frame.sum_all();
    }
}
