//! The second derivatives of statements that are quadratic functions of x: differences of slopes at 0 and
//! after elements are moved by any distance.

use super::{Search, Stage};
use crate::model::marginal::laplace::memory::Memory;
use crate::model::marginal::laplace::plan::Plan;

/// The distances by which elements are moved for the second derivatives of quadratic functions, which are
/// exact for any distance: at first `UNIT`, and then `FAR` standard deviations if slopes at 0 are more than
/// `LARGE` times larger, so that the differences lose digits.
const UNIT: f64 = 1.0;
const FAR: f64 = 1e3;
const LARGE: f64 = 100.0;

impl Search {
    /// Stores the slopes at 0, and moves the places of the first colour.
    pub(super) fn leave_origin(&mut self, plan: &Plan, memory: &mut Memory<'_>) -> Option<f64> {
        memory.sum.copy_from_slice(memory.slopes);
        memory.scale.fill(UNIT);
        self.move_quadratic(plan, memory, false, 0)
    }

    /// Adds the columns of a colour; after the last colour it moves to the point where Newton's steps begin.
    /// Returns NaN if second derivatives are not finite.
    pub(super) fn know_quadratic(
        &mut self,
        plan: &Plan,
        memory: &mut Memory<'_>,
        (is_second, colour): (bool, usize),
    ) -> Option<f64> {
        self.add_quadratic(plan, memory, colour);
        if colour + 1 < plan.quadratic.colours() {
            return self.move_quadratic(plan, memory, is_second, colour + 1);
        }
        if !memory.quadratic.iter().all(|entry| entry.is_finite()) {
            return Some(f64::NAN);
        }
        if !is_second && self.has_large_slopes(plan, memory) {
            for (scale, entry) in memory.scale.iter_mut().zip(plan.diagonal()) {
                let precision = memory.quadratic[entry];
                *scale = if precision > 0.0 { FAR / precision.sqrt() } else { UNIT };
            }
            clear(plan, memory.quadratic);
            return self.move_quadratic(plan, memory, true, 0);
        }
        plan.spread(memory.mode, memory.values);
        self.stage = Stage::Try;
        None
    }

    /// Moves the places of a colour of quadratic functions.
    fn move_quadratic(
        &mut self,
        plan: &Plan,
        memory: &mut Memory<'_>,
        is_second: bool,
        colour: usize,
    ) -> Option<f64> {
        let columns = &plan.quadratic;
        memory.move_from_mode(plan, columns, |values, moves| {
            columns.members(colour).for_each(|place| values[place] += moves.scale[columns.element(place)]);
        });
        self.stage = Stage::Quadratic { is_second, colour };
        None
    }

    /// Adds the second derivatives of quadratic functions in the columns of a colour.
    fn add_quadratic(&self, plan: &Plan, memory: &mut Memory<'_>, colour: usize) {
        let columns = &plan.quadratic;
        plan.add_up(memory.sum, memory.moved);
        let origin = columns.pick(memory.sum, memory.moved);
        let slopes = columns.pick(memory.slopes, memory.whole);
        columns.add(colour, memory.quadratic, |near, place| {
            (origin[near] - slopes[near]) / memory.scale[columns.element(place)]
        });
    }

    /// Returns true if a slope of quadratic functions at 0 is so much larger than its change over one unit
    /// that the difference loses digits.
    fn has_large_slopes(&self, plan: &Plan, memory: &mut Memory<'_>) -> bool {
        plan.add_up(memory.sum, memory.moved);
        let mut both = memory.moved.iter().zip(plan.diagonal());
        both.any(|(slope, entry)| slope.abs() > LARGE * memory.quadratic[entry])
    }
}

/// Sets the second derivatives to 0; for elements with given values, H is that of an independent standard
/// normal variable, whose determinant is 1.
pub(super) fn clear(plan: &Plan, matrix: &mut [f64]) {
    matrix.fill(0.0);
    plan.known.iter().for_each(|&(element, _)| matrix[plan.entry(element)] = 1.0);
}
