//! The backward pass through the steps of the forward pass.

use super::BoundOde;
use super::memory::Step;
use super::method::{RungeKutta, is_implicit, stages_in_sum};
use crate::contract::node::{Node, Tuple, is_active};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Range};
use crate::shape::Shape;
use crate::time::RowSteps;
use crate::time::unfold::rows::Sweep;
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined(all)]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Passes on the adjoints of all values, from the last step to the first.
    pub(crate) fn pass_on<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        let memory = &self.memory;
        // A weight of 0 does not remove NaN.
        for (place, rows) in [(memory.state, 1), (memory.slopes, Method::STAGES)] {
            frame.clear_adjoints(Range { place, length: self.length_of(rows) });
        }
        // This is the place of the time at which the step's interval ends.
        let mut goal = 0;
        for place in (0..memory.count.get(frame)).rev() {
            let step = self.step_at(frame, place);
            if let Some(time) = step.ends {
                goal = time;
                self.add_value_adjoints(frame, self.places_from(frame, time));
            }
            self.breaks.enter(frame, step.passed);
            if const { !Time::FACTS.is_data() } && step.length == 0.0 {
                self.pass_stay::<C>(frame, place, goal);
                continue;
            }
            self.pass_step::<C, S>(sweep, simd, frame, (place, step), goal);
            let before = place.checked_sub(1).map_or(0, |before| self.step_at(frame, before).passed);
            for passed in (before..step.passed).rev() {
                self.pass_break_back(frame, passed);
            }
        }
        self.pass_initial(frame);
    }

    /// Adds the adjoints of the values at some places, which are equal, to λ.
    pub(crate) fn add_value_adjoints(&self, frame: &mut Frame<'_>, places: core::ops::Range<usize>) {
        for place in places {
            for element in 0..self.width() {
                let adjoint = frame.adjoint_number(self.memory.value(place).element(element));
                frame.add_adjoint_number(self.at(self.memory.state, element), adjoint);
            }
        }
    }

    /// Passes on the adjoint of a step of length 0: h̄ = λ · f, with the slopes f that the forward pass has
    /// kept.
    fn pass_stay<C: Scope>(&self, frame: &mut Frame<'_>, place: usize, goal: usize) {
        if const { !is_active::<C, Time>() } {
            return;
        }
        let slopes = self.kept(place, 0);
        let mut of_length = 0.0;
        for element in 0..self.width() {
            of_length += frame.adjoint_number(self.at(self.memory.state, element))
                * frame.scratch_number(slopes.element(element));
        }
        self.add_length_adjoint(frame, goal, of_length);
    }

    /// Adds the adjoint of an interval's length to the adjoint of the time at which the interval ends, and
    /// subtracts it from the adjoint of the time at which it begins.
    pub(crate) fn add_length_adjoint(&self, frame: &mut Frame<'_>, goal: usize, of_length: f64) {
        let times = self.times.slot();
        frame.add_adjoint_number(times.element(goal), of_length);
        // The first interval begins at a constant.
        if let Some(before) = goal.checked_sub(1) {
            frame.add_adjoint_number(times.element(before), -of_length);
        }
    }

    /// Passes λ, with the adjoints of the values at the initial time, on to the initial values.
    pub(crate) fn pass_initial(&self, frame: &mut Frame<'_>) {
        let memory = &self.memory;
        if self.is_solved(frame) {
            self.add_value_adjoints(frame, self.initial_places(frame));
        }
        for (part, slot) in memory.points.iter().zip(self.initial.slots()) {
            let offset = memory.offset(part);
            for element in 0..part.extent.size() {
                let adjoint = frame.adjoint_number(self.at(memory.state, offset + element));
                frame.add_adjoint_number(slot.element(element), adjoint);
            }
        }
    }

    pub(crate) fn step_at(&self, frame: &Frame<'_>, place: usize) -> Step {
        Step::at(frame, self.step(place), self.memory.size.rows, self.breaks.at.len())
    }

    /// Computes the adjoint of the point before a step from the adjoint of the point after it.
    fn pass_step<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        (place, step): (usize, Step),
        goal: usize,
    ) {
        let memory = &self.memory;
        let Step { time, length, ends, .. } = step;
        let pass_equation = const {
            if is_implicit::<Method>() { Self::pass_equation::<C, S> } else { Self::pass_no_equation }
        };
        // The adjoints of the step's length and of its time.
        let (mut of_length, mut of_time) = (0.0, 0.0);
        if const { is_active::<C, Time>() } && ends.is_some() {
            of_length = self.slope_of_length(frame, place, goal) / length;
        }
        for stage in (0..stages_in_sum::<Method>()).rev() {
            self.set_slope_adjoint(simd, frame, stage, length);
            self.take_point(simd, frame, self.kept(place, stage));
            frame.set_number(memory.time, time + Method::TIMES[stage] * length);
            frame.set_adjoint_number(memory.time, 0.0);
            if stage > 0 {
                pass_equation(self, simd, frame, stage, length * Method::DIAGONAL);
            }
            self.pass_slopes::<C, S>(sweep, simd, frame, stage);
            if const { is_active::<C, Time>() } {
                let adjoint = frame.adjoint_number(memory.time);
                of_time += adjoint;
                of_length += Method::TIMES[stage] * adjoint + self.slope_of_stage(frame, place) / length;
            }
            self.keep_adjoint(simd, frame, stage);
        }
        self.add_point_adjoints(simd, frame);
        if const { is_active::<C, Time>() } {
            // The interval begins at one time and ends at another; the first interval begins at a constant.
            if ends.is_some() {
                frame.add_adjoint_number(self.times.slot().element(goal), of_length);
                of_time -= of_length;
            }
            if goal > 0 {
                frame.add_adjoint_number(self.times.slot().element(goal - 1), of_time);
            }
        }
    }

    /// Returns λ · (y′ − y), for a step that ends at the time in this place.
    fn slope_of_length(&self, frame: &Frame<'_>, place: usize, goal: usize) -> f64 {
        let (memory, before) = (&self.memory, self.kept(place, 0));
        let mut sum = 0.0;
        for element in 0..self.width() {
            let change = frame.number(memory.value(goal).element(element))
                - frame.scratch_number(before.element(element));
            sum += frame.adjoint_number(self.at(memory.state, element)) * change;
        }
        sum
    }

    /// Returns X̄ · (X − y), for the current point.
    fn slope_of_stage(&self, frame: &Frame<'_>, place: usize) -> f64 {
        let before = self.kept(place, 0);
        let mut sum = 0.0;
        for element in 0..self.width() {
            let change = self.point_number(frame, element) - frame.scratch_number(before.element(element));
            sum += self.point_adjoint(frame, element) * change;
        }
        sum
    }
}
