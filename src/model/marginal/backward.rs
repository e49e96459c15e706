//! The backward pass through a sum: the statements that mention the variable are evaluated once more for
//! each value of the variable, with weights. The maths is in the [folder](super).

use super::BoundMarginal;
use super::scope::Pass;
use super::sum::has_definitions;
use super::tallies::{Weight, Weights};
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::model::rows::Tally;
use crate::model::statement::{BoundModel, no_pass};
use crate::name::Name;
use crate::shape::Shape;
use crate::simd::{Pack, for_lanes};
use pulp::Simd;

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// Runs the backward pass once for each value, with the weights of the elements that have this value.
    #[inline(always)]
    pub(crate) fn backward_through_values<C: Scope, S: Simd, T: Tally<S>>(
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
            self.backward::<C, S>(simd, frame, number, sum);
        }
    }

    /// Replaces the numbers in the table's row of a value by weights, and returns their sum. If this sum is
    /// inside another sum, the tally's weights multiply them.
    #[inline(always)]
    pub(crate) fn weigh<S: Simd, T: Tally<S>>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        number: usize,
        tally: &T,
    ) -> Pack<S> {
        let mut sum = Pack::zero(simd);
        let (row, scales) = (self.table.row(number), self.table.row(self.table.count));
        for block in self.blocks(simd, frame) {
            for_lanes!(lane in block => {
                let place = row.element(lane.index);
                let weight = frame.scratch(simd, place) * frame.scratch(simd, scales.element(lane.index));
                // The weight is NaN for elements for which every value is impossible.
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

    /// Returns the sum of the weights of a value.
    #[inline(always)]
    fn sum_of_weights<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, number: usize) -> Pack<S> {
        let (mut sum, row) = (Pack::zero(simd), self.table.row(number));
        for block in self.blocks(simd, frame) {
            for_lanes!(lane in block => {
                sum = lane.accumulate(sum, frame.scratch(simd, row.element(lane.index)));
            });
        }
        Pack::splat(simd, sum.sum())
    }

    /// Runs the backward pass of the statements that read the variable, with the weights in a row of the
    /// table and their sum.
    #[inline(always)]
    pub(crate) fn backward<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        number: usize,
        sum: Pack<S>,
    ) {
        let backward = const {
            if Self::IS_ONE { Self::backward_number::<C, S> } else { Self::backward_vector::<C, S> }
        };
        backward(self, simd, frame, number, sum);
        let propagate = const {
            if has_definitions::<Var, M>() { M::propagate::<Pass<Var, M, C, true>, S> } else { no_pass }
        };
        propagate(&self.model, simd, frame);
    }

    /// Runs the pass of [`backward`](Self::backward) for the terms that all rows share.
    #[inline(always)]
    fn backward_number<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, _: usize, sum: Pack<S>) {
        self.model.score_rows::<Pass<Var, M, C, true>, S, _>(simd, frame, &mut Weight(sum));
    }

    /// Runs the pass of [`backward`](Self::backward) for a vector.
    #[inline(always)]
    fn backward_vector<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        number: usize,
        sum: Pack<S>,
    ) {
        let mut weights = Weights::new(self.table.row(number), self.table.length, sum);
        self.model.score_rows::<Pass<Var, M, C, true>, S, _>(simd, frame, &mut weights);
    }
}
