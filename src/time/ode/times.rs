//! Times, which do not decrease. Equal times, and times equal to the initial time, are one point of the
//! solution, which is the value at each of them.

use super::BoundOde;
use super::method::RungeKutta;
use crate::compiler::Context;
use crate::contract::node::{Node, Tuple};
use crate::error::Error;
use crate::frame::Frame;
use crate::shape::Shape;
use crate::time::RowSteps;
use core::ops::Range;

impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Returns an error if known times decrease, or begin before the initial time.
    pub(crate) fn check_times(&self, context: &Context, frame: &Frame<'_>) -> Result<(), Error> {
        if !const { Time::FACTS.is_data() } {
            return Ok(());
        }
        let times = (0..self.times.count()).map(|place| frame.number(self.times.slot().element(place)));
        let Some((place, time, before)) = first_too_early(times, self.settings.initial_time) else {
            return Ok(());
        };
        let reason = match place {
            0 => format!("the first time is {time}, and must not be before the initial time, {before}"),
            _ => format!("time {place} is {time}, and must not be before the previous time, {before}"),
        };
        Err(context.refused("ode", reason))
    }

    /// Returns the time at a place.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn time(&self, frame: &Frame<'_>, place: usize) -> f64 {
        frame.number(self.times.slot().element(place))
    }

    /// Returns the places, from `first` on, with the same time as `first`, if times are data. Each time that
    /// is a parameter has its own step, through which its adjoint is passed.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn places_from(&self, frame: &Frame<'_>, first: usize) -> Range<usize> {
        let mut end = first + 1;
        if const { Time::FACTS.is_data() } {
            let time = self.time(frame, first);
            while end < self.memory.size.rows && self.time(frame, end) == time {
                end += 1;
            }
        }
        first..end
    }

    /// Returns the places of times equal to the initial time, if times are data.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn initial_places(&self, frame: &Frame<'_>) -> Range<usize> {
        let is_initial = const { Time::FACTS.is_data() } && self.time(frame, 0) == self.settings.initial_time;
        if is_initial { self.places_from(frame, 0) } else { 0..0 }
    }

    /// Stores the state as the value at some places, and returns the place after them.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn keep_values(&self, frame: &mut Frame<'_>, places: Range<usize>) -> usize {
        for place in places.clone() {
            for element in 0..self.width() {
                let value = frame.number(self.at(self.memory.state, element));
                frame.set_number(self.memory.value(place).element(element), value);
            }
        }
        places.end
    }

    /// Returns true if the solution succeeded at all times: the last value of a failed solution is NaN.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn is_solved(&self, frame: &Frame<'_>) -> bool {
        !frame.number(self.memory.value(self.memory.size.rows - 1)).is_nan()
    }
}

/// Returns the first place whose time is not after the previous one, or not finite, with both times; the
/// first time is not compared.
pub(crate) fn first_not_after(times: &[f64]) -> Option<(usize, f64, f64)> {
    let pairs = times.iter().zip(times.iter().skip(1)).enumerate();
    pairs
        .map(|(place, (before, time))| (place + 1, *time, *before))
        .find(|(_, time, before)| !(time > before && time.is_finite()))
}

/// Returns the first place whose time is before the previous one, or not finite, with both times. The first
/// time is compared with `beginning`.
pub(crate) fn first_too_early(
    times: impl IntoIterator<Item = f64>,
    beginning: f64,
) -> Option<(usize, f64, f64)> {
    let mut before = beginning;
    for (place, time) in times.into_iter().enumerate() {
        if !(time >= before && time.is_finite()) {
            return Some((place, time, before));
        }
        before = time;
    }
    None
}
