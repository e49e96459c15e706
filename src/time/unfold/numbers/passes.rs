//! The passes of numbers: values in lanes if steps are affine, otherwise one after the other, and adjoints
//! in lanes.

use super::recurrence::{add_up_adjoints, add_up_histories, add_up_values};
use super::{CARRY, Recurrence};
use crate::compiler::Context;
use crate::contract::node::{Tuple, any_active};
use crate::contract::scope::Scope;
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS, Range, Slot};
use crate::name::VarSet;
use crate::shape::Size;
use crate::simd::{Block, Blocks, Lane, Mask, Pack, for_lanes};
use crate::time::unfold::BoundSteps;
use crate::time::unfold::scope::{Captured, Slopes, Stepwise};
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined]
impl<Steps: Tuple> BoundSteps for Recurrence<Steps> {
    const VARS: &'static VarSet = &Steps::FACTS.vars.without_one(&CARRY);
    type State<S: Simd> = Steps::State<S>;

    fn size(&self) -> Size {
        if Steps::COUNT == 1 { Size::new(self.length, 1) } else { Size::new(Steps::COUNT, self.length) }
    }

    fn slot(&self) -> Slot {
        self.series[0].values
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.steps.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Steps::State<S> {
        self.steps.begin::<Captured<C>, S>(simd, frame)
    }

    fn compute<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { Self::IS_AFFINE } {
            self.add_up::<C, S>(state, simd, frame);
        } else {
            self.step_all::<C, S>(state, simd, frame);
        }
    }

    fn compute_row<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        let row = frame.row();
        let block = Block { simd, start: row, end: row + 1 };
        self.step_by_step::<Stepwise<C>, S>(state, simd, frame, Blocks::once(block));
    }

    /// Replaces the adjoints of the values by those that include all later steps, and passes them on.
    fn pass_on<C: Scope, S: Simd>(&self, mut state: Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        if let Some(read) = self.chain() {
            self.pass_on_chain::<C, S>(&mut state, simd, frame, read);
        } else {
            if const { !Self::IS_AFFINE } {
                self.sweep_slopes::<C, true, S>(&mut state, simd, frame);
            }
            add_up_adjoints(simd, frame, &self.series, &self.reads, self.length);
            if const { any_active::<Captured<C>, Steps>() } {
                self.pass_captured::<C, S>(&mut state, simd, frame);
            }
        }
        self.steps.end::<Captured<C>, S>(state, simd, frame);
    }
}

#[inlined(all)]
impl<Steps: Tuple> Recurrence<Steps> {
    /// Computes the values of affine steps.
    fn add_up<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        if let Some(read) = self.chain() {
            return self.sum_values::<C, S>(state, simd, frame, read);
        }
        self.sweep_slopes::<C, false, S>(state, simd, frame);
        add_up_values(simd, frame, &self.series, &self.reads, self.length);
        self.clear_adjoints::<C>(frame);
    }

    /// Computes the values one after the other.
    fn step_all<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        let blocks = Blocks::new(simd, self.length, const { Steps::FACTS.blocked });
        self.step_by_step::<Stepwise<C>, S>(state, simd, frame, blocks);
        self.clear_adjoints::<C>(frame);
    }

    fn clear_adjoints<C: Scope>(&self, frame: &mut Frame<'_>) {
        if const { C::SETS.gradient } {
            let length = self.series.len() * self.length;
            frame.clear_adjoints(Range { place: self.series[0].values, length });
        }
    }

    /// Stores a register of values of one number. In a matrix, the next row follows the end of a row.
    fn store<S: Simd>(&self, frame: &mut Frame<'_>, output: usize, lane: Lane<S>, values: Pack<S>) {
        let slot = self.series[output].values;
        if Steps::COUNT == 1 || lane.is_full {
            return frame.set_values(slot, lane, values);
        }
        let numbers = values.to_array();
        for (offset, &number) in numbers[..self.length - lane.index].iter().enumerate() {
            frame.set_number(slot.element(lane.index + offset), number);
        }
    }

    /// Evaluates the steps one after the other.
    fn step_by_step<C: Scope, S: Simd>(
        &self,
        state: &mut Steps::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        blocks: Blocks<S>,
    ) {
        let mask = Mask::first(simd, 1);
        for block in blocks {
            self.steps.begin_block::<C, S>(state, frame, block);
            for index in block.start..block.end {
                add_up_histories(simd, frame, &self.series, &self.reads, index);
                let lane = Lane { simd, index, in_block: index - block.start, mask, is_full: false };
                let (values, _) = self.steps.forward::<C, S>(state, frame, lane);
                for (series, value) in self.series.iter().zip(values) {
                    frame.set_value(series.values.element(index), value);
                }
            }
        }
    }

    /// Computes the slopes of all steps in lanes; for affine steps, for which `READS` is false, also the
    /// values at a carry of 0.
    fn sweep_slopes<C: Scope, const READS: bool, S: Simd>(
        &self,
        state: &mut Steps::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        for block in Blocks::new(simd, self.length, const { Steps::FACTS.blocked }) {
            self.steps.begin_block::<Slopes<C, READS, false>, S>(state, frame, block);
            for_lanes!(lane in block => {
                let (values, tape) = self.steps.forward::<Slopes<C, READS, false>, S>(state, frame, lane);
                for output in 0..Steps::COUNT {
                    if const { !READS } {
                        self.store::<S>(frame, output, lane, values[output]);
                    }
                    for read in &self.reads {
                        frame.set_scratch(read.slopes.element(lane.index), Pack::zero(simd));
                    }
                    let mut unit = [Pack::zero(simd); MAX_ARGUMENTS];
                    unit[output] = Pack::splat(simd, 1.0);
                    self.steps.backward::<Slopes<C, READS, false>, S>(state, frame, lane, tape, unit);
                    if const { Steps::COUNT > 1 } {
                        for read in &self.reads {
                            let slope = frame.scratch(simd, read.slopes.element(lane.index));
                            frame.set_scratch(read.slopes_of(output).element(lane.index), slope);
                        }
                    }
                }
            });
        }
        // The step after the last one has no slope.
        for read in &self.reads {
            frame.set_scratch(read.slopes.element(self.length), Pack::zero(simd));
        }
    }

    /// Passes on the adjoints, which include all later steps, to everything that the steps read except the
    /// carry.
    fn pass_captured<C: Scope, S: Simd>(&self, state: &mut Steps::State<S>, simd: S, frame: &mut Frame<'_>) {
        for block in Blocks::new(simd, self.length, const { Steps::FACTS.blocked }) {
            self.steps.begin_block::<Captured<C>, S>(state, frame, block);
            for_lanes!(lane in block => {
                let (_, tape) = self.steps.forward::<Captured<C>, S>(state, frame, lane);
                let mut adjoints = [Pack::zero(simd); MAX_ARGUMENTS];
                for (adjoint, series) in adjoints.iter_mut().zip(&self.series) {
                    *adjoint = frame.adjoints(series.values, lane);
                }
                self.steps.backward::<Captured<C>, S>(state, frame, lane, tape, adjoints);
            });
            self.steps.end_block::<Captured<C>, S>(state, frame, block);
        }
    }
}
