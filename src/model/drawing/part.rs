//! The draw of a statement about a part of a parameter.
//!
//! The drawn elements are put in their places, and the parameter is known when all of its elements are. A
//! law of single elements may read elements of the parameter itself, as in the random walk
//! `x.slice(1..n) |= normal(x.slice(0..n - 1), s)`: each element is drawn as soon as the elements that [it
//! reads](crate::contract::drawing::Drawn::reads) are known.

use crate::contract::drawing::Known;
use crate::contract::transform::SupportKind;
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::inside::never_inside;
use crate::model::drawing::simulation::Simulation;
use crate::model::drawing::statement::{ATTEMPTS, NOT_CONTINUED};
use crate::model::drawing::turn::Turn;
use crate::name::Var;

impl Turn<'_> {
    /// Draws the elements that can be drawn.
    pub(super) fn simulate_part(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
    ) -> Result<(), Error> {
        let Some(turn) = simulation.turn() else { return Ok(()) };
        let Some(var) = self.facts.variable.var() else { return Ok(()) };
        let held = simulation.held(var);
        let is_given = held.is_none() && simulation.knows(self.facts.variable.target);
        if is_given || held == Some(false) {
            simulation.end_turn(turn);
            return Ok(());
        }
        if !simulation.knows(self.facts.reads) {
            return Ok(());
        }
        if held.is_some() {
            self.draw_data(simulation, frame, turn)?;
            simulation.end_turn(turn);
            return Ok(());
        }
        let support = self.facts.variable.support;
        if let (Some(own), true) = (support.own_laws, support.kind.is(SupportKind::ZeroSum)) {
            return Err(self.no_draw(&never_inside(self.facts.variable.name, own)));
        }
        if !self.reads_itself() {
            return self.draw_at_once(simulation, frame, var, turn);
        }
        let Some(rows) = self.law.rows() else {
            let reason = format!(
                "its law reads other elements of `{}`, and it is not known which",
                self.facts.variable.name
            );
            return Err(self.no_draw(&reason));
        };
        if self.is_elementwise() {
            return self.draw_in_order(simulation, frame, var, turn);
        }
        let mut known = Known::new(var, simulation.elements(var, self.variable.whole_size()));
        (0..rows).for_each(|row| self.law.reads(row, frame, &mut known));
        if known.is_enough() { self.draw_at_once(simulation, frame, var, turn) } else { Ok(()) }
    }

    /// Draws all values together, and repeats the draw of values outside the support.
    fn draw_at_once(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        var: Var,
        turn: usize,
    ) -> Result<(), Error> {
        let variable = self.variable;
        let (slot, elements) = (variable.slot(), variable.elements(frame));
        let known = simulation.elements(var, variable.whole_size()).clone();
        let is_elementwise = self.is_elementwise();
        if !is_elementwise && elements.iter().any(|&element| known[element]) {
            return Err(self.no_draw(NOT_CONTINUED));
        }
        let mut drawn = vec![0.0; elements.len()];
        for &element in elements.iter().filter(|&&element| !known[element]) {
            frame.set_numbers(slot.element(element), &[0.0]);
        }
        if !self.draw_values(simulation, frame, &mut drawn, 0)? {
            return Ok(());
        }
        // Elements that are drawn independently are checked one by one.
        let step = if is_elementwise { 1 } else { elements.len().max(1) };
        for first in (0..elements.len()).step_by(step) {
            if is_elementwise && known[elements[first]] {
                continue;
            }
            for attempt in 1.. {
                for place in first..first + step {
                    frame.set_numbers(slot.element(elements[place]), &[drawn[place]]);
                }
                if !self.facts.law.shows_limits {
                    variable.nudge_elements_inside(frame, first, step, simulation.rng);
                }
                let Err(outside) = variable.check_elements(frame, first, step) else { break };
                if simulation.has_drawn(self.facts.reads) || self.reads_itself() {
                    simulation.refused = Some(outside);
                    return Ok(());
                }
                if attempt == ATTEMPTS {
                    return Err(self.no_draw(&format!("in {ATTEMPTS} attempts {outside}")));
                }
                if !self.draw_values(simulation, frame, &mut drawn, 0)? {
                    return Ok(());
                }
            }
        }
        simulation.end_turn(turn);
        self.note_drawn(simulation, frame, var, &elements);
        Ok(())
    }

    /// Draws the elements one after the other, each after the elements that it reads.
    fn draw_in_order(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        var: Var,
        turn: usize,
    ) -> Result<(), Error> {
        let variable = self.variable;
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
                self.law.reads(row, frame, &mut known);
                if !known.is_enough() {
                    is_done = false;
                    continue;
                }
                let Some(value) = self.law.draw_row(row, frame, simulation.rng) else {
                    return Err(self.without_draws(simulation));
                };
                if value.is_nan() {
                    return self.refuse(simulation, frame, row);
                }
                frame.set_numbers(slot.element(element), &[value]);
                if !self.facts.law.shows_limits {
                    variable.nudge_elements_inside(frame, row, 1, simulation.rng);
                }
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

    /// Records that elements have been drawn. When all elements of the parameter are drawn, its support is
    /// checked as a whole.
    fn note_drawn(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        var: Var,
        elements: &[usize],
    ) {
        let variable = self.variable;
        let known = simulation.elements(var, variable.whole_size());
        elements.iter().for_each(|&element| known[element] = true);
        if known.iter().all(|is_known| *is_known) {
            simulation.drew(var);
            variable.nudge_inside(frame, simulation.rng);
            if let Err(outside) = variable.check_whole(frame, &mut simulation.point) {
                simulation.refused = Some(outside);
            }
        }
    }
}
