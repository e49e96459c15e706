//! Jumps of the state: y(τ⁺) = y(τ) + d at times τ that are data, with d̄ += λ.

use super::method::RungeKutta;
use super::{Ode, first_too_early};
use crate::binding::Context;
use crate::error::Error;
use crate::node::{Node, RowSteps, Tuple};
use crate::shape::Shape;
use crate::simd::{Frame, Slot};

/// The places of times and of sizes in the tuple `Jumped`.
const TIMES: usize = 0;
const SIZES: usize = 1;

/// When the state jumps, and which part of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Jumps {
    /// Times that increase, which are read when data are there.
    pub times: Box<[f64]>,
    /// The number of the part, if there is one.
    pub part: Option<usize>,
}

impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    Ode<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Reads the times of jumps; an error if they do not increase.
    pub(super) fn read_jumps(&mut self, context: &Context, frame: &Frame<'_>) -> Result<(), Error> {
        if self.jumps.part.is_none() {
            return Ok(());
        }
        let (first, count) = (self.jumped.slots()[TIMES], self.jumped.sizes()[TIMES].length());
        self.jumps.times = (0..count).map(|place| frame.number(first.element(place))).collect();
        let times = self.jumps.times.iter().copied();
        let Some((place, time, before)) = first_too_early(times, self.settings.initial_time, true) else {
            return Ok(());
        };
        let reason = match place {
            0 => format!("the first jump is at {time}, and must not be before the initial time, {before}"),
            _ => format!("jump {place} is at {time}, and must be after the one before it, at {before}"),
        };
        Err(context.refused("ode", reason))
    }

    /// How many elements jump, the first of them in the state, and where their sizes stand at the jump with this number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn of_jump(&self, number: usize) -> (usize, usize, Slot) {
        let part = &self.memory.points[self.jumps.part.unwrap_or_default()];
        let count = part.extent.size();
        (count, self.memory.offset(part), self.jumped.slots()[SIZES].element(number * count))
    }

    /// Adds the sizes of a jump to the state.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn jump(&self, frame: &mut Frame<'_>, number: usize) {
        let (count, first, sizes) = self.of_jump(number);
        for element in 0..count {
            let place = self.at(self.memory.state, first + element);
            let after = frame.number(place) + frame.number(sizes.element(element));
            frame.set_number(place, after);
        }
    }

    /// Passes λ on to the sizes of a jump.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn pass_jump(&self, frame: &mut Frame<'_>, number: usize) {
        let (count, first, sizes) = self.of_jump(number);
        for element in 0..count {
            let adjoint = frame.adjoint_number(self.at(self.memory.state, first + element));
            frame.add_adjoint_number(sizes.element(element), adjoint);
        }
    }
}
