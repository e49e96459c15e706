//! Times, which must increase.

use super::Ode;
use super::method::RungeKutta;
use crate::binding::Context;
use crate::error::Error;
use crate::node::{Node, RowSteps, Tuple};
use crate::shape::Shape;
use crate::simd::Frame;

impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    Ode<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// An error if times that are known do not increase.
    pub(super) fn check_times(&self, context: &Context, frame: &Frame<'_>) -> Result<(), Error> {
        if !const { Time::VARS.is_empty() } {
            return Ok(());
        }
        let times = (0..self.times.count()).map(|place| frame.number(self.times.slot().element(place)));
        let Some((place, time, before)) = first_too_early(times, self.settings.initial_time, false) else {
            return Ok(());
        };
        let reason = match place {
            0 => format!("the first time is {time}, and must be after the initial time, {before}"),
            _ => format!("time {place} is {time}, and must be after the one before it, {before}"),
        };
        Err(context.refused("ode", reason))
    }
}

/// The place of the first time that is not after the one before it, or not finite, with both times. Before the first one stands the beginning, at which it may be or not.
pub(super) fn first_too_early(
    times: impl IntoIterator<Item = f64>,
    beginning: f64,
    may_begin_there: bool,
) -> Option<(usize, f64, f64)> {
    let mut before = beginning;
    for (place, time) in times.into_iter().enumerate() {
        let is_after = time > before || (place == 0 && may_begin_there && time == before);
        if !(is_after && time.is_finite()) {
            return Some((place, time, before));
        }
        before = time;
    }
    None
}
