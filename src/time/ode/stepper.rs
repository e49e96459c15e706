//! The forward pass: steps that are accepted or repeated.

use super::BoundOde;
use super::controller::factor;
use super::memory::Step;
use super::method::{RungeKutta, is_implicit, stages_in_sum};
use crate::contract::node::{Node, Tuple};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Range};
use crate::shape::Shape;
use crate::time::RowSteps;
use crate::time::unfold::rows::Sweep;
use monomorph_macros::inlined;
use pulp::Simd;

/// The length of a step, relative to its time, below which the time does not change.
const SHORTEST: f64 = 1e-15;

/// The factor that shortens a step whose stages cannot be solved.
const SHORTENED: f64 = 0.25;

/// The state of the solver between two steps.
struct Course {
    time: f64,
    /// The length that the controller proposes.
    length: f64,
    /// The number of accepted steps.
    steps: usize,
    /// The number of tried steps.
    tried: usize,
    /// The number of breaks that were passed.
    passed: usize,
}

#[inlined(all)]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Computes the values of all times.
    pub(crate) fn solve<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        let memory = &self.memory;
        let width = self.width();
        self.begin_at_initial(frame);
        // A value at the time of a jump is the value before the jump.
        let mut solved = self.keep_values(frame, self.initial_places(frame));
        self.forget_slopes(simd, frame);
        let time = self.settings.initial_time;
        let mut course = Course { time, length: 0.0, steps: 0, tried: 0, passed: 0 };
        self.start::<C, S>(sweep, simd, frame, &mut course);
        course.length = self.first_length(simd, frame);
        while solved < memory.size.rows {
            let end = self.time(frame, solved);
            let (end, place) = match self.next_break(&course) {
                Some(next) if next < end => (next, None),
                _ => (end, Some(solved)),
            };
            if !self.reach::<C, S>(sweep, simd, frame, &mut course, (end, place)) {
                break;
            }
            if place.is_some() {
                solved = self.keep_values(frame, self.places_from(frame, solved));
            }
            if self.next_break(&course).is_some_and(|next| next <= course.time) {
                self.start::<C, S>(sweep, simd, frame, &mut course);
            }
        }
        let is_solved = solved == memory.size.rows;
        for place in solved * width..memory.size.length() {
            frame.set_number(memory.values.element(place), f64::NAN);
        }
        self.end_values::<C>(frame, if is_solved { course.steps } else { 0 }, is_solved);
    }

    /// Sets the state to the initial values.
    pub(crate) fn begin_at_initial(&self, frame: &mut Frame<'_>) {
        for (part, slot) in self.memory.points.iter().zip(self.initial.slots()) {
            let offset = self.memory.offset(part);
            for element in 0..part.extent.size() {
                let value = frame.number(slot.element(element));
                frame.set_number(self.at(self.memory.state, offset + element), value);
            }
        }
    }

    /// Stores the number of steps of the backward pass, and counts a solution that failed.
    pub(crate) fn end_values<C: Scope>(&self, frame: &mut Frame<'_>, steps: usize, is_solved: bool) {
        let memory = &self.memory;
        memory.count.set(frame, steps);
        if !is_solved {
            frame.set_scratch_number(memory.failures, frame.scratch_number(memory.failures) + 1.0);
        }
        if const { C::SETS.gradient } {
            frame.clear_adjoints(Range { place: memory.values, length: memory.size.length() });
        }
    }

    /// Returns the time of the next break.
    fn next_break(&self, course: &Course) -> Option<f64> {
        self.breaks.at.get(course.passed).map(|next| next.time)
    }

    /// Begins at the current state: passes the breaks at the current time, and computes slopes.
    fn start<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        course: &mut Course,
    ) {
        while self.next_break(course).is_some_and(|next| next <= course.time) {
            self.pass_break(frame, course.passed);
            course.passed += 1;
        }
        self.breaks.enter(frame, course.passed);
        self.go_to(simd, frame, self.memory.state);
        frame.set_number(self.memory.time, course.time);
        self.evaluate::<C, S>(sweep, simd, frame, 0);
    }

    /// Makes steps until the solution reaches a time, which may be the time in a place; returns false if a
    /// step fails.
    fn reach<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        course: &mut Course,
        (end, place): (f64, Option<usize>),
    ) -> bool {
        let is_ahead = end > course.time;
        if !is_ahead {
            let stays = end == course.time && const { !Time::FACTS.is_data() };
            if stays {
                self.stay::<C, S>(simd, frame, course, place);
            }
            return stays;
        }
        loop {
            let left = end - course.time;
            let is_within = course.length < left;
            let is_last = !is_within;
            // Two equal steps replace a step that would be followed by a very short one.
            let is_long = course.length * 1.5 > left;
            let length = if is_last {
                left
            } else if is_long {
                0.5 * left
            } else {
                course.length
            };
            let is_too_short = length <= SHORTEST * course.time.abs() || length <= f64::MIN_POSITIVE;
            if course.tried >= self.settings.max_steps || (is_too_short && !is_last) {
                return false;
            }
            course.tried += 1;
            if !self.stages::<C, S>(sweep, simd, frame, course, length) {
                course.length = SHORTENED * length;
                self.forget_slopes(simd, frame);
                continue;
            }
            let square = self.error(simd, frame, length);
            let factor = factor(square, Method::ORDER);
            if square <= 1.0 {
                let ends = if is_last { place } else { None };
                let step = Step { time: course.time, length, ends, passed: course.passed };
                step.keep(frame, self.step(course.steps));
                self.copy_point(simd, frame, self.memory.state);
                self.copy(simd, frame, self.slope(Method::STAGES - 1), self.slope(0));
                course.steps += 1;
                // A step that a time has cut short does not shorten the next ones.
                let wanted = factor * length;
                course.length = if is_last && course.length > wanted { course.length } else { wanted };
                course.time = if is_last { end } else { course.time + length };
                if is_last {
                    return true;
                }
            } else {
                course.length = if factor < 0.9 { factor * length } else { 0.9 * length };
                self.forget_slopes(simd, frame);
            }
        }
    }

    /// Makes a step of length 0 to another place with the current time, and stores the slopes, by which the
    /// value would change with the time.
    fn stay<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        course: &mut Course,
        place: Option<usize>,
    ) {
        let step = Step { time: course.time, length: 0.0, ends: place, passed: course.passed };
        step.keep(frame, self.step(course.steps));
        if const { C::SETS.gradient } {
            self.go_to(simd, frame, self.slope(0));
            self.keep_point(simd, frame, self.kept(course.steps, 0));
        }
        course.steps += 1;
    }

    /// Computes the stages of a step; the first one is the current point. Returns false if this fails.
    fn stages<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        course: &Course,
        length: f64,
    ) -> bool {
        let memory = &self.memory;
        let prepare = const {
            if is_implicit::<Method>() { Self::prepare_equations::<C, S> } else { Self::prepare_nothing::<S> }
        };
        let solve_stage = const {
            if is_implicit::<Method>() { Self::solve_stage::<C, S> } else { Self::evaluate_explicit::<C, S> }
        };
        if !prepare(self, simd, frame, course.time, length * Method::DIAGONAL) {
            return false;
        }
        for stage in 0..Method::STAGES {
            if stage == 0 {
                // The slopes of the first stage are known.
                self.go_to(simd, frame, memory.state);
            } else {
                frame.set_number(memory.time, course.time + Method::TIMES[stage] * length);
                self.add_slopes(simd, frame, stage, length);
                if !solve_stage(self, sweep, simd, frame, stage, length * Method::DIAGONAL) {
                    return false;
                }
            }
            if const { C::SETS.gradient } && stage < const { stages_in_sum::<Method>() } {
                self.keep_stage(
                    simd,
                    frame,
                    (course.steps, stage),
                    course.time + Method::TIMES[stage] * length,
                );
            }
        }
        true
    }
}
