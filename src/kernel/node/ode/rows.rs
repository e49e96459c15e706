//! Sums over the stages of a step, element by element of the state.
//!
//! A state of numbers is read and written number by number, `R` being one lane: a register would wait for the numbers that were written one by one.

use super::Ode;
use super::memory::HEAD;
use super::method::{RungeKutta, earlier_weights, later_weights, stages_in_sum, sum_weights};
use crate::node::{Node, RowSteps, Tuple};
use crate::shape::Shape;
use crate::simd::{Blocks, Frame, Pack, Scratch, Slot, for_lanes};
use pulp::Simd;

impl<Initial: Tuple, Time: Node, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    Ode<Initial, Time, Slopes, Method, Sh>
{
    /// The number of elements of the state, a constant where all are numbers.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn width(&self) -> usize {
        if const { Slopes::ARE_NUMBERS } { Slopes::COUNT } else { self.memory.size.columns }
    }

    /// The length of a row in memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn row(&self) -> usize {
        if const { Slopes::ARE_NUMBERS } { Slopes::COUNT } else { self.memory.row }
    }

    /// The slopes of a stage.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn slope(&self, stage: usize) -> Slot {
        self.memory.slopes.element(stage * self.row())
    }

    /// Where a step is kept.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn step(&self, place: usize) -> Scratch {
        self.memory.steps.element(place * (HEAD + const { stages_in_sum::<Method>() } * self.row()))
    }

    /// Where the point of a stage is kept.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn kept(&self, place: usize, stage: usize) -> Scratch {
        self.step(place).element(HEAD + stage * self.row())
    }

    /// Makes the point of a stage, but for what an implicit method adds, y + h Σⱼ aᵢⱼ Kⱼ.
    ///
    /// The weights of stages that are not known yet are 0, so a loop has the same length for each stage. The latest slope comes last: the sum of the others does
    /// not wait for it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn add_slopes<R: Simd>(&self, rows: R, frame: &mut Frame<'_>, stage: usize, length: f64) {
        let weights = const { earlier_weights::<Method>() }[stage];
        let latest = Pack::splat(rows, length * Method::WEIGHTS[stage][stage - 1]);
        for block in Blocks::new(rows, self.row(), false) {
            for_lanes!(lane in block => {
                let mut sum = frame.values(self.memory.state, lane);
                for (before, weight) in weights.iter().enumerate().take(Method::STAGES - 2) {
                    let weight = Pack::splat(rows, length * weight);
                    sum = weight.mul_add(frame.values(self.slope(before), lane), sum);
                }
                sum = latest.mul_add(frame.values(self.slope(stage - 1), lane), sum);
                frame.set_values(self.memory.point, lane, sum);
            });
        }
    }

    /// Makes the slopes of all stages but the first 0: a weight of 0 does not remove what is no number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn forget_slopes<R: Simd>(&self, rows: R, frame: &mut Frame<'_>) {
        for block in Blocks::new(rows, (Method::STAGES - 1) * self.row(), false) {
            for_lanes!(lane in block => {
                frame.set_values(self.slope(1), lane, Pack::zero(rows));
            });
        }
    }

    /// Copies values.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn copy<R: Simd>(&self, rows: R, frame: &mut Frame<'_>, from: Slot, to: Slot) {
        for block in Blocks::new(rows, self.row(), false) {
            for_lanes!(lane in block => {
                let values = frame.values(from, lane);
                frame.set_values(to, lane, values);
            });
        }
    }

    /// Keeps the point that stands in a slot.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn keep_point<R: Simd>(&self, rows: R, frame: &mut Frame<'_>, from: Slot, place: Scratch) {
        for block in Blocks::new(rows, self.row(), false) {
            for_lanes!(lane in block => {
                let values = frame.values(from, lane);
                frame.set_scratch(place.element(lane.index), values);
            });
        }
    }

    /// Goes back to a point that was kept; its adjoint is zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn take_point<R: Simd>(&self, rows: R, frame: &mut Frame<'_>, place: Scratch) {
        for block in Blocks::new(rows, self.row(), false) {
            for_lanes!(lane in block => {
                let values = frame.scratch(rows, place.element(lane.index));
                frame.start_values(self.memory.point, lane, values);
            });
        }
    }

    /// The mean square of a step's error by its tolerances.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn error<R: Simd>(&self, rows: R, frame: &Frame<'_>, length: f64) -> f64 {
        let memory = &self.memory;
        let mut squares = Pack::zero(rows);
        for block in Blocks::new(rows, self.width(), false) {
            for_lanes!(lane in block => {
                let mut sum = Pack::zero(rows);
                for stage in 0..Method::STAGES {
                    let weight = Pack::splat(rows, length * Method::ERRORS[stage]);
                    sum = weight.mul_add(frame.values(self.slope(stage), lane), sum);
                }
                let (before, after) =
                    (frame.values(memory.state, lane).abs(), frame.values(memory.point, lane).abs());
                let error = sum / self.tolerance(rows, before.gt(after).select(before, after));
                squares = squares + lane.mask.select(error * error, 0.0);
            });
        }
        squares.sum() / self.width() as f64
    }

    /// The mean square of what stands in a slot, times a factor, by the tolerances of the point before the step.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn mean_square<R: Simd>(&self, rows: R, frame: &Frame<'_>, slot: Slot, factor: f64) -> f64 {
        let memory = &self.memory;
        let mut squares = Pack::zero(rows);
        for block in Blocks::new(rows, self.width(), false) {
            for_lanes!(lane in block => {
                let scale = self.tolerance(rows, frame.values(memory.state, lane).abs());
                let number = frame.values(slot, lane) * Pack::splat(rows, factor) / scale;
                squares = squares + lane.mask.select(number * number, 0.0);
            });
        }
        squares.sum() / self.width() as f64
    }

    /// The error that is allowed of a value of some size.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn tolerance<R: Simd>(&self, rows: R, size: Pack<R>) -> Pack<R> {
        let [relative, absolute] =
            [self.settings.relative, self.settings.absolute].map(|tolerance| Pack::splat(rows, tolerance));
        relative.mul_add(size, absolute)
    }

    /// Makes the adjoint of a stage's slopes h bᵢ λ + h Σₗ aₗᵢ X̄ₗ over the stages after it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn set_slope_adjoint<R: Simd>(
        &self,
        rows: R,
        frame: &mut Frame<'_>,
        stage: usize,
        length: f64,
    ) {
        let weights = const { later_weights::<Method>() }[stage];
        let own = Pack::splat(rows, length * const { sum_weights::<Method>() }[stage]);
        let next = stage + 1;
        let latest =
            if next < const { stages_in_sum::<Method>() } { Method::WEIGHTS[next][stage] } else { 0.0 };
        let latest = Pack::splat(rows, length * latest);
        for block in Blocks::new(rows, self.row(), false) {
            for_lanes!(lane in block => {
                let mut sum = own * frame.adjoints(self.memory.state, lane);
                for (later, weight) in weights.iter().enumerate().take(const { stages_in_sum::<Method>() }).skip(2) {
                    let weight = Pack::splat(rows, length * weight);
                    sum = weight.mul_add(frame.adjoints(self.slope(later), lane), sum);
                }
                sum = latest.mul_add(frame.adjoints(self.slope(next), lane), sum);
                frame.set_adjoints(self.slope(stage), lane, sum);
            });
        }
    }

    /// Puts the adjoint of the point of a stage into the place of its slopes' adjoint.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn keep_adjoint<R: Simd>(&self, rows: R, frame: &mut Frame<'_>, stage: usize) {
        for block in Blocks::new(rows, self.row(), false) {
            for_lanes!(lane in block => {
                let adjoint = frame.adjoints(self.memory.point, lane);
                frame.set_adjoints(self.slope(stage), lane, adjoint);
            });
        }
    }

    /// λ += Σᵢ X̄ᵢ.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn add_point_adjoints<R: Simd>(&self, rows: R, frame: &mut Frame<'_>, count: usize) {
        let memory = &self.memory;
        for block in Blocks::new(rows, self.row(), false) {
            for_lanes!(lane in block => {
                let mut sum = frame.adjoints(memory.state, lane);
                for stage in (0..count).rev() {
                    sum = sum + frame.adjoints(self.slope(stage), lane);
                }
                frame.set_adjoints(memory.state, lane, sum);
            });
        }
    }
}
