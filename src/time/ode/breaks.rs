//! The times at which a step always ends: at jumps of the state, y(τ⁺) = y(τ) + d with d̄ += λ, and where an
//! [input](super::BoundOdePiece) that is constant between times changes its value. These times are data.

use super::BoundOde;
use super::method::RungeKutta;
use super::times::{first_not_after, first_too_early};
use crate::compiler::{Context, OdeInput};
use crate::contract::node::{Node, Tuple};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::shape::Shape;
use crate::time::RowSteps;

/// The places of the times and of the sizes in the tuple `Jumped`.
const TIMES: usize = 0;
const SIZES: usize = 1;

/// A time at which the right-hand side or the state changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Break {
    pub time: f64,
    /// The number of the jump, if the state has one.
    jump: Option<usize>,
}

/// All breaks of a solution, in the order of time.
#[derive(Clone, Debug)]
pub(crate) struct Breaks {
    /// The number of the part that jumps, if there is one.
    pub part: Option<usize>,
    pub inputs: Box<[OdeInput]>,
    /// The breaks, which are known when the data are known.
    pub at: Box<[Break]>,
    /// The current value of each input, after each number of breaks.
    pieces: Box<[Box<[usize]>]>,
}

impl Breaks {
    /// Returns the breaks of a state with a part that jumps, and of inputs, before their times are known.
    pub fn new(part: Option<usize>, inputs: Box<[OdeInput]>) -> Self {
        Self { part, inputs, at: Box::default(), pieces: Box::default() }
    }

    /// Sets the inputs to their values after a number of breaks.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn enter(&self, frame: &mut Frame<'_>, passed: usize) {
        for (input, pieces) in self.inputs.iter().zip(&self.pieces) {
            input.piece.set(frame, pieces[passed]);
        }
    }

    /// Returns the number of breaks at a time or before it.
    pub fn until(&self, time: f64) -> usize {
        self.at.partition_point(|next| next.time <= time)
    }

    /// Returns true if an input changes its value at a break.
    pub fn changes_inputs(&self, place: usize) -> bool {
        self.pieces.iter().any(|pieces| pieces[place] != pieces[place + 1])
    }
}

impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Reads the times of breaks; returns an error if they are not in order.
    pub(crate) fn read_breaks(&mut self, context: &Context, frame: &Frame<'_>) -> Result<(), Error> {
        let start = self.settings.initial_time;
        let mut at = Vec::new();
        if self.breaks.part.is_some() {
            let (first, count) = (self.jumped.slots()[TIMES], self.jumped.sizes()[TIMES].length());
            for jump in 0..count {
                at.push(Break { time: frame.number(first.element(jump)), jump: Some(jump) });
            }
            check_jumps(context, &at, start)?;
        }
        for input in &self.breaks.inputs {
            let times = (0..input.count).map(|place| frame.number(input.times.element(place)));
            let times: Vec<f64> = times.collect();
            check_pieces(context, &times, start)?;
            at.extend(times.iter().filter(|time| **time > start).map(|&time| Break { time, jump: None }));
        }
        at.sort_by(|left, right| left.time.total_cmp(&right.time));
        // A jump at the time of an input's change is one break with it; several jumps at one time are
        // several breaks, which are passed one after the other.
        at.dedup_by(|later, earlier| {
            let is_one = later.time == earlier.time && (later.jump.is_none() || earlier.jump.is_none());
            earlier.jump = if is_one { earlier.jump.or(later.jump) } else { earlier.jump };
            is_one
        });
        let pieces = self.breaks.inputs.iter().map(|input| {
            let piece_at = |time: f64| {
                let begins = |place: &usize| frame.number(input.times.element(*place)) <= time;
                (0..input.count).take_while(begins).count().saturating_sub(1)
            };
            core::iter::once(start).chain(at.iter().map(|next| next.time)).map(piece_at).collect()
        });
        self.breaks.pieces = pieces.collect();
        self.breaks.at = at.into();
        Ok(())
    }

    /// Returns the number of elements that jump, the first of them in the state, and the place of their
    /// sizes, for the jump with this number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn of_jump(&self, number: usize) -> (usize, usize, Slot) {
        let part = &self.memory.points[self.breaks.part.unwrap_or_default()];
        let count = part.extent.size();
        (count, self.memory.offset(part), self.jumped.slots()[SIZES].element(number * count))
    }

    /// Passes a break: the state jumps, if the break is a jump.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn pass_break(&self, frame: &mut Frame<'_>, place: usize) {
        let Some(number) = self.breaks.at[place].jump else { return };
        let (count, first, sizes) = self.of_jump(number);
        for element in 0..count {
            let place = self.at(self.memory.state, first + element);
            let after = frame.number(place) + frame.number(sizes.element(element));
            frame.set_number(place, after);
        }
    }

    /// Passes λ on to the sizes of the jump at a break.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn pass_break_back(&self, frame: &mut Frame<'_>, place: usize) {
        let Some(number) = self.breaks.at[place].jump else { return };
        let (count, first, sizes) = self.of_jump(number);
        for element in 0..count {
            let adjoint = frame.adjoint_number(self.at(self.memory.state, first + element));
            frame.add_adjoint_number(sizes.element(element), adjoint);
        }
    }
}

/// Returns an error if times of jumps decrease, or begin before the initial time.
fn check_jumps(context: &Context, jumps: &[Break], start: f64) -> Result<(), Error> {
    let Some((place, time, before)) = first_too_early(jumps.iter().map(|jump| jump.time), start) else {
        return Ok(());
    };
    let reason = match place {
        0 => format!("the first jump is at {time}, and must not be before the initial time, {before}"),
        _ => format!("jump {place} is at {time}, and must not be before the previous jump, at {before}"),
    };
    Err(context.refused("ode", reason))
}

/// Returns an error if the times at which values of an input begin do not increase, or begin after the
/// initial time.
fn check_pieces(context: &Context, times: &[f64], start: f64) -> Result<(), Error> {
    let Some(&first) = times.first() else {
        return Err(context.refused("piecewise", "there are no times".to_owned()));
    };
    let is_known = first <= start && first.is_finite();
    let reason = if !is_known {
        format!("the first value begins at {first}, and must not begin after the initial time, {start}")
    } else if let Some((place, time, before)) = first_not_after(times) {
        format!(
            "value {place} begins at {time}, and must begin after the previous value, which begins at \
             {before}"
        )
    } else {
        return Ok(());
    };
    Err(context.refused("piecewise", reason))
}
