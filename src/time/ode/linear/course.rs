//! The solution of a linear system, leg by leg, and its adjoint.

use super::Linear;
use crate::contract::node::{Node, Tuple, any_active, is_active};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Range};
use crate::shape::Shape;
use crate::time::RowSteps;
use crate::time::ode::BoundOde;
use crate::time::ode::method::RungeKutta;
use crate::time::unfold::rows::Sweep;
use crate::time::unfold::scope::Within;
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined(all)]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Computes the values of all times.
    pub(crate) fn solve_linear<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        linear: &Linear,
    ) {
        let plan = &linear.plan;
        let is_ahead = self.set_lengths(frame, linear);
        self.read_systems::<C, S>(sweep, simd, frame, linear);
        linear.make_maps(simd, frame);
        self.begin_at_initial(frame);
        self.keep_values(frame, self.initial_places(frame));
        let (width, mut passed, mut is_finite) = (self.width(), 0, is_ahead);
        for (place, leg) in plan.legs.iter().enumerate() {
            (passed..leg.passed).for_each(|passed| self.pass_break(frame, passed));
            passed = leg.passed;
            for element in 0..width {
                let number = frame.number(self.at(self.memory.state, element));
                frame.set_scratch_number(linear.number(linear.states, place * width + element), number);
            }
            linear.apply(frame, leg.map, place);
            for element in 0..width {
                let number = linear.number(linear.states, (place + 1) * width + element);
                let number = frame.scratch_number(number);
                // An infinite value is not a solution.
                is_finite = is_finite && number.is_finite();
                frame.set_number(self.at(self.memory.state, element), number);
            }
            if let Some(time) = leg.ends {
                if !is_finite {
                    (0..width)
                        .for_each(|place| frame.set_number(self.at(self.memory.state, place), f64::NAN));
                }
                self.keep_values(frame, self.places_from(frame, time));
            }
        }
        self.end_values::<C>(frame, if is_finite { plan.legs.len() } else { 0 }, is_finite);
    }

    /// Sets the lengths of all maps. Returns false if times that are parameters decrease or begin before the
    /// initial time.
    fn set_lengths(&self, frame: &mut Frame<'_>, linear: &Linear) -> bool {
        let mut before = self.settings.initial_time;
        let mut is_ahead = true;
        for (place, (_, length)) in linear.plan.maps.iter().enumerate() {
            let length = if const { Time::FACTS.is_data() } {
                *length
            } else {
                let time = self.time(frame, place);
                let length = time - before;
                // A comparison with NaN is false.
                is_ahead = is_ahead && length >= 0.0;
                before = time;
                length
            };
            frame.set_scratch_number(linear.number(linear.lengths, place), length);
        }
        is_ahead
    }

    /// Passes on the adjoints of all values, from the last leg to the first.
    pub(crate) fn pass_on_linear<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        linear: &Linear,
    ) {
        let (plan, width) = (&linear.plan, self.width());
        if !self.is_solved(frame) {
            return;
        }
        for part in linear.parts(frame, [linear.system_adjoints, linear.map_adjoints]) {
            part.fill(0.0);
        }
        frame.clear_adjoints(Range { place: self.memory.state, length: self.length_of(1) });
        for (place, leg) in plan.legs.iter().enumerate().rev() {
            if let Some(time) = leg.ends {
                self.add_value_adjoints(frame, self.places_from(frame, time));
            }
            for element in 0..width {
                let adjoint = frame.adjoint_number(self.at(self.memory.state, element));
                frame.set_scratch_number(linear.number(linear.adjoint, element), adjoint);
            }
            if const { is_active::<C, Time>() } {
                let slope = linear.slope_of_length(frame, leg.map, place);
                self.add_length_adjoint(frame, place, slope);
            }
            linear.apply_back(frame, leg.map, place);
            for element in 0..width {
                let adjoint = frame.scratch_number(linear.number(linear.adjoint_before, element));
                frame.set_adjoint_number(self.at(self.memory.state, element), adjoint);
            }
            let before = place.checked_sub(1).map_or(0, |before| plan.legs[before].passed);
            (before..leg.passed).rev().for_each(|passed| self.pass_break_back(frame, passed));
        }
        self.pass_initial(frame);
        if const { any_active::<Within<C, false>, Slopes>() } && !plan.legs.is_empty() {
            linear.pass_maps(simd, frame);
            self.pass_systems::<C, S>(sweep, simd, frame, linear);
        }
    }
}
