//! A chain of one number that reads the previous step, sₜ = f(sₜ₋₁, xₜ, θ), in registers of steps.
//!
//! The values of affine steps, sₜ = cₜ + aₜ sₜ₋₁, and the adjoints of any steps, λₜ = s̄ₜ + aₜ₊₁ λₜ₊₁, have
//! the same recurrence, from the first step to the last and from the last to the first. Each direction is
//! one loop over registers, which computes the step's slopes and the recurrence, and in the backward
//! direction passes λ on to everything that the step reads besides the carry.
//!
//! If the type of the step shows that all slopes are one number, LLVM computes the slopes and their powers
//! once for each loop.

use super::doubling::{Downward, Upward};
use super::{CARRY, Recurrence};
use crate::compiler::{Read, Window};
use crate::contract::node::{Tuple, any_active};
use crate::contract::scope::Scope;
use crate::frame::{Frame, MAX_ARGUMENTS};
use crate::simd::{Blocks, Lane, Mask, Pack, for_lanes, for_lanes_backward};
use crate::time::unfold::scope::{Captured, Slopes};
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined(all)]
impl<Steps: Tuple> Recurrence<Steps> {
    /// True if the slopes of all steps are one number.
    const IS_EVEN: bool = Self::IS_AFFINE && !Steps::FACTS.slope_varies.contains(CARRY.get(0));

    /// Returns the part of the carry that a step reads, if the carry is one number, and only its value at
    /// the previous step is read.
    pub(super) fn chain(&self) -> Option<Read> {
        match &*self.reads {
            [read @ Read { window: Window::Lag(1), .. }] if Steps::COUNT == 1 => Some(*read),
            _ => None,
        }
    }

    /// Returns the values of a register of steps and their slopes; the values are those at a carry of 0
    /// unless the step `READS` it.
    fn slopes<C: Scope, const READS: bool, S: Simd>(
        &self,
        state: &mut Steps::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Pack<S>) {
        frame.start_slopes();
        let (values, tape) = self.steps.forward::<Slopes<C, READS, true>, S>(state, frame, lane);
        let unit = [Pack::splat(lane.simd, 1.0); MAX_ARGUMENTS];
        self.steps.backward::<Slopes<C, READS, true>, S>(state, frame, lane, tape, unit);
        (values[0], frame.slopes(lane.simd))
    }

    /// Computes the values of a chain whose steps are affine, and sets their adjoints to zero.
    pub(super) fn sum_values<C: Scope, S: Simd>(
        &self,
        state: &mut Steps::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        read: Read,
    ) {
        let series = self.series[0];
        let first = frame.value(simd, series.past(0, 1));
        let mut recurrence = Upward::from(Mask::first(simd, Pack::<S>::LANES - 1).select(0.0, first));
        for block in Blocks::new(simd, self.length, const { Steps::FACTS.blocked }) {
            self.steps.begin_block::<Slopes<C, false, true>, S>(state, frame, block);
            for_lanes!(lane in block => {
                let (value, slope) = self.slopes::<C, false, S>(state, frame, lane);
                if const { C::SETS.gradient && !Self::IS_EVEN } {
                    frame.set_scratch(read.slopes.element(lane.index), slope);
                }
                let values = recurrence.next(value, slope, Self::IS_EVEN);
                frame.start_values(series.values, lane, values);
            });
        }
    }

    /// Replaces the adjoints of a chain's values by λ, which includes all later steps, and passes them on:
    /// to the initial value, and to everything else that the steps read.
    pub(super) fn pass_on_chain<C: Scope, S: Simd>(
        &self,
        state: &mut Steps::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        read: Read,
    ) {
        let series = self.series[0];
        let mut recurrence = Downward::from(Pack::zero(simd));
        // These are the slopes of the next register: a step's adjoint reads the slope of the next step.
        let mut behind = Pack::zero(simd);
        for block in Blocks::new(simd, self.length, const { Steps::FACTS.blocked }).rev() {
            self.steps.begin_block::<Captured<C>, S>(state, frame, block);
            for_lanes_backward!(lane in block => {
                let slopes = if const { Self::IS_EVEN } {
                    self.slopes::<C, false, S>(state, frame, lane).1
                } else if const { Self::IS_AFFINE } {
                    lane.mask.select(frame.scratch(simd, read.slopes.element(lane.index)), 0.0)
                } else {
                    lane.mask.select(self.slopes::<C, true, S>(state, frame, lane).1, 0.0)
                };
                // Lanes after the end of a vector may contain any numbers.
                let adjoint = lane.mask.select(frame.adjoints(series.values, lane), 0.0);
                let slopes_after =
                    if const { Self::IS_EVEN } { slopes } else { slopes.moved_down::<1>(behind) };
                behind = slopes;
                let adjoint = recurrence.next(adjoint, slopes_after, Self::IS_EVEN);
                if const { any_active::<Captured<C>, Steps>() } {
                    let (_, tape) = self.steps.forward::<Captured<C>, S>(state, frame, lane);
                    self.steps.backward::<Captured<C>, S>(state, frame, lane, tape, [adjoint; MAX_ARGUMENTS]);
                }
            });
            if const { any_active::<Captured<C>, Steps>() } {
                self.steps.end_block::<Captured<C>, S>(state, frame, block);
            }
        }
        frame.add_adjoint_number(series.past(0, 1), behind.first() * recurrence.sums().first());
    }
}
