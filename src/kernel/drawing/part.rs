//! The turn of a statement about a part of a parameter.
//!
//! Its elements are put in their places, and the parameter is known when all of its elements are. A law of single elements may read
//! elements of the parameter itself, as in the random walk `x.slice(1..n) |= normal(x.slice(0..n - 1), s)`: each element is drawn as
//! soon as what [it reads](super::Drawn::reads) is there.

use super::Known;
use super::simulation::{Replicate, Simulation};
use super::statement::{ATTEMPTS, Statement};
use crate::error::Error;
use crate::name::Var;
use crate::simd::Frame;
use crate::statement::BoundVariable;
use rand::Rng;

/// What a statement about a part of a parameter is asked while it is simulated.
pub(crate) trait PartStatement<Target: BoundVariable> {
    /// The statement. It reads other variables than the parameter.
    fn as_drawn(&self) -> Statement<'_, Target>;

    /// True if the arguments of the law mention the parameter itself.
    fn reads_itself(&self) -> bool;

    /// The number of rows, if the statement knows what each of them reads.
    fn rows(&self) -> Option<usize>;

    /// Asks what a row reads of the parameter.
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>);

    /// Replaces all values by drawn ones; false if the law cannot be drawn from.
    fn draw_all(&self, frame: &mut Frame<'_>, values: &mut [f64], rng: &mut dyn Rng) -> bool;

    /// One row drawn alone, where that is possible.
    fn draw_row(&self, row: usize, frame: &mut Frame<'_>, rng: &mut dyn Rng) -> Option<f64>;

    /// Draws what can be drawn.
    fn simulate_part(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        let statement = self.as_drawn();
        let Some(turn) = simulation.turn() else { return Ok(()) };
        let Some(var) = (const { Target::TARGET.first() }) else { return Ok(()) };
        let held = simulation.held(var);
        let is_given = held.is_none() && simulation.knows(const { &Target::TARGET });
        if is_given || held == Some(false) {
            simulation.end_turn(turn);
            return Ok(());
        }
        if !simulation.knows(statement.reads) {
            return Ok(());
        }
        if held.is_some() {
            let mut values = statement.observed(frame);
            self.draw_or_refuse(frame, &mut values, simulation.rng)?;
            let (statement, extent) = (statement.text.to_owned(), statement.variable.extent());
            simulation.data.push(Replicate { turn, statement, extent, values });
            simulation.end_turn(turn);
            return Ok(());
        }
        if !self.reads_itself() {
            return self.draw_at_once(simulation, frame, var, turn);
        }
        let Some(rows) = self.rows() else {
            let reason =
                format!("its law reads other elements of `{}`, and does not tell which", Target::NAME);
            return Err(self.no_draw(&reason));
        };
        if statement.is_elementwise {
            return self.draw_in_order(simulation, frame, var, turn);
        }
        let mut known = Known::new(var, simulation.elements(var, statement.variable.whole_size()));
        (0..rows).for_each(|row| self.reads(row, frame, &mut known));
        if known.is_enough() { self.draw_at_once(simulation, frame, var, turn) } else { Ok(()) }
    }

    /// All values, or the error of a law without draws.
    fn draw_or_refuse(
        &self,
        frame: &mut Frame<'_>,
        values: &mut [f64],
        rng: &mut dyn Rng,
    ) -> Result<(), Error> {
        if self.draw_all(frame, values, rng) {
            return Ok(());
        }
        Err(self.no_draw("the law has no draws, or none of this variable"))
    }

    /// The error of a law that cannot be drawn from.
    fn no_draw(&self, reason: &str) -> Error {
        Error::NoDraw { statement: self.as_drawn().text.to_owned(), reason: reason.to_owned() }
    }

    /// Draws all values, and again what is outside the support.
    fn draw_at_once(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        var: Var,
        turn: usize,
    ) -> Result<(), Error> {
        let Statement { variable, reads, is_elementwise, .. } = self.as_drawn();
        let (slot, elements) = (variable.slot(), variable.elements(frame));
        let mut drawn = vec![0.0; elements.len()];
        self.draw_or_refuse(frame, &mut drawn, simulation.rng)?;
        // Elements that are drawn for themselves are checked one by one.
        let step = if is_elementwise { 1 } else { elements.len().max(1) };
        for first in (0..elements.len()).step_by(step) {
            for attempt in 1.. {
                for place in first..first + step {
                    frame.set_numbers(slot.element(elements[place]), &[drawn[place]]);
                }
                let Err(outside) = variable.check_elements(frame, first, step) else { break };
                if simulation.has_drawn(reads) || self.reads_itself() {
                    simulation.refused = Some(outside);
                    return Ok(());
                }
                if attempt == ATTEMPTS {
                    return Err(self.no_draw(&format!("in {ATTEMPTS} attempts {outside}")));
                }
                self.draw_or_refuse(frame, &mut drawn, simulation.rng)?;
            }
        }
        simulation.end_turn(turn);
        self.note_drawn(simulation, frame, var, &elements);
        Ok(())
    }

    /// Draws the elements one after the other, each after those that it reads.
    fn draw_in_order(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        var: Var,
        turn: usize,
    ) -> Result<(), Error> {
        let Statement { variable, .. } = self.as_drawn();
        let (slot, elements) = (variable.slot(), variable.elements(frame));
        let mut drawn = simulation.elements(var, variable.whole_size()).clone();
        let (mut has_moved, mut is_done) = (true, false);
        while has_moved && !is_done {
            (has_moved, is_done) = (false, true);
            for (row, &element) in elements.iter().enumerate() {
                if drawn[element] {
                    continue;
                }
                let mut known = Known::new(var, &drawn);
                self.reads(row, frame, &mut known);
                if !known.is_enough() {
                    is_done = false;
                    continue;
                }
                let Some(value) = self.draw_row(row, frame, simulation.rng) else {
                    return Err(self.no_draw("the law has no draws, or none of this variable"));
                };
                frame.set_numbers(slot.element(element), &[value]);
                if let Err(outside) = variable.check_elements(frame, row, 1) {
                    simulation.refused = Some(outside);
                    return Ok(());
                }
                (drawn[element], has_moved) = (true, true);
                simulation.moved();
            }
        }
        if is_done {
            simulation.end_turn(turn);
        }
        let own: Vec<usize> = elements.into_iter().filter(|&element| drawn[element]).collect();
        self.note_drawn(simulation, frame, var, &own);
        Ok(())
    }

    /// Tells that elements have been drawn. When the last of a parameter is, its support is checked as a whole.
    fn note_drawn(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        var: Var,
        elements: &[usize],
    ) {
        let Statement { variable, .. } = self.as_drawn();
        let known = simulation.elements(var, variable.whole_size());
        elements.iter().for_each(|&element| known[element] = true);
        if known.iter().all(|is_known| *is_known) {
            simulation.drew(var);
            if let Err(outside) = variable.check_whole(frame, &mut simulation.point) {
                simulation.refused = Some(outside);
            }
        }
    }
}
