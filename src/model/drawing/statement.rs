//! The draw of a statement `variable |= law`.

use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::inside::Outcome;
use crate::model::drawing::simulation::{Replicate, Simulation};
use crate::model::drawing::turn::Turn;
use crate::model::facts::VariableKind;
use crate::shape::Extent;
use core::iter;
use core::ops::Range;

/// The maximum number of draws of a variable until all its values are inside its support.
pub(crate) const ATTEMPTS: usize = 10_000;

/// The reason why a statement cannot be continued if its law draws neither in order nor element by element.
pub(crate) const NOT_CONTINUED: &str =
    "some of its elements are given, and it cannot be continued, because the law draws all values together";

/// The reason why a series with gaps cannot be drawn if its law draws all values together.
const SOME_OF_DATA: &str = "some of its elements are data, and the law draws all values together: \
     draw from a second model, in which all of it is a parameter, `vector(n)`";

/// The reason why a series with gaps cannot be continued.
const FUTURE_OF_DATA: &str = "some elements that a forecast is to draw are data: in a series with gaps the steps of the \
     future are NaN, too";

impl Turn<'_> {
    /// Draws the variable, or the elements of it that can be drawn.
    pub(crate) fn simulate(
        self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
    ) -> Result<(), Error> {
        match self.facts.variable.kind {
            VariableKind::Part => self.simulate_part(simulation, frame),
            _ => self.simulate_whole(simulation, frame),
        }
    }

    /// Draws the variable as a whole.
    fn simulate_whole(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        let Some(turn) = simulation.turn() else { return Ok(()) };
        let (kind, target) = (self.facts.variable.kind, self.facts.variable.var());
        let held = target.and_then(|var| simulation.held(var));
        let is_given =
            kind == VariableKind::Parameter && held.is_none() && simulation.knows(self.facts.variable.target);
        if is_given || held == Some(false) || self.variable.is_filled() {
            if is_given && target.is_some_and(|var| simulation.is_relabelled(var)) {
                self.check_relabelled(simulation, frame)?;
            }
            simulation.end_turn(turn);
            return Ok(());
        }
        if kind == VariableKind::Definition {
            return self.pass_definition(simulation, turn);
        }
        if !simulation.knows(self.facts.reads) {
            return Ok(());
        }
        match target.filter(|_| held.is_none()) {
            Some(var) => {
                self.draw_parameter(simulation, frame)?;
                simulation.drew(var);
            }
            None => self.draw_data(simulation, frame, turn)?,
        }
        simulation.end_turn(turn);
        Ok(())
    }

    /// Draws values for data, or for a variable that has been given a value.
    pub(super) fn draw_data(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        turn: usize,
    ) -> Result<(), Error> {
        if !simulation.draws_data {
            return Ok(());
        }
        // Numbers of trials are data that a law of counts may read.
        let mut values = self.observed(frame);
        let (statement, mut extent) = (self.text.to_owned(), self.variable.extent());
        let mut new: Vec<_> = iter::once(0..values.len()).collect();
        if let Some(horizon) = simulation.horizon {
            let Some(steps) = self.steps_to_continue(simulation, horizon) else { return Ok(()) };
            new = match &self.law.lengths(frame)[..] {
                [] => iter::once(steps..values.len()).collect(),
                lengths => self.ends_of(lengths, horizon)?,
            };
            extent = Extent::Vector(horizon * new.len());
        }
        if !self.draw_values(simulation, frame, &mut values, new[0].start)? {
            return Ok(());
        }
        if simulation.horizon.is_some() {
            values = new.into_iter().flat_map(|steps| values[steps].to_vec()).collect();
        }
        simulation.data.push(Replicate { turn, statement, extent, values });
        Ok(())
    }

    /// Returns the number of observations before the horizon, if they are a series to be continued: the law
    /// draws in order, or it reads a variable that has been continued.
    fn steps_to_continue(&self, simulation: &Simulation<'_>, horizon: usize) -> Option<usize> {
        let Extent::Vector(length) = self.variable.extent() else { return None };
        let reads_continued = simulation.has_drawn(self.facts.reads);
        let is_series = self.law.is_sequential() || reads_continued && self.is_elementwise();
        (is_series && length > horizon).then(|| length - horizon)
    }

    /// Returns the ranges of the last steps of several consecutive series.
    fn ends_of(&self, lengths: &[usize], horizon: usize) -> Result<Vec<Range<usize>>, Error> {
        if let Some((number, length)) = lengths.iter().enumerate().find(|(_, length)| **length <= horizon) {
            return Err(self.no_draw(&format!(
                "each of its {} sequences is continued by {horizon} steps, and sequence {number}, counted from 0, has a length of {length}: \
                 lengths are those of the past and {horizon} more, in the data and in `sequences`",
                lengths.len()
            )));
        }
        let ends = lengths.iter().scan(0, |end, length| {
            *end += length;
            Some(*end - horizon..*end)
        });
        Ok(ends.collect())
    }

    /// Checks a definition, which is not drawn: it must follow from given values.
    fn pass_definition(&self, simulation: &mut Simulation<'_>, turn: usize) -> Result<(), Error> {
        if simulation.has_drawn(self.facts.variable.target) {
            let reason = format!(
                "`{}` is a definition, which follows from what it mentions",
                self.facts.variable.name
            );
            return Err(self.no_draw(&reason));
        }
        if simulation.knows(self.facts.variable.target) {
            simulation.end_turn(turn);
        }
        Ok(())
    }

    /// Checks that values which come from other places are inside the support: elements in another order may
    /// not be an ordered vector or a triangle, and some of the elements may not be a simplex.
    fn check_relabelled(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        if self.facts.variable.support.is_elementwise || !simulation.knows(self.facts.variable.bounds) {
            return Ok(());
        }
        self.variable.unconstrain(frame, &mut simulation.point)
    }

    /// Draws until the values are inside the support.
    fn draw_parameter(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        let slot = self.variable.slot();
        let is_elementwise = self.is_elementwise();
        let size = self.variable.extent().size();
        let target = self.facts.variable.var();
        let is_given = target.map_or_else(|| vec![false; size], |var| simulation.given_elements(var, size));
        // Elements that are data keep their values: the law draws around them only if the draws contain the
        // other elements.
        let mut of_data = self.variable.known_elements(frame).into_iter();
        if !is_elementwise && of_data.any(|element| !is_given[element]) {
            return Err(self.no_draw(if simulation.horizon.is_some() {
                FUTURE_OF_DATA
            } else {
                SOME_OF_DATA
            }));
        }
        self.variable.restore(frame);
        // A law that draws in order continues after the given elements.
        let known = is_given.iter().take_while(|is_given| **is_given).count();
        if !is_elementwise && !self.can_draw_around(frame, &is_given, known) {
            return Err(self.no_draw(NOT_CONTINUED));
        }
        let given = |element: usize| is_given[element].then(|| frame.number(slot.element(element)));
        let given: Vec<Option<f64>> = (0..size).map(given).collect();
        let mut values: Vec<f64> = given.iter().map(|value| value.unwrap_or(0.0)).collect();
        // A law may read its own variable, for example for the difference to an offset: both must have the
        // same values.
        frame.set_numbers(slot, &values);
        if !self.draw_values(simulation, frame, &mut values, known)? {
            return Ok(());
        }
        values.iter_mut().zip(&given).for_each(|(value, given)| *value = given.unwrap_or(*value));
        let mut drawn = values.clone();
        // For elements that are drawn independently, the elements before the first one outside the support
        // are kept.
        let (mut first_outside, mut attempts, mut are_for_themselves) = (None, 0, false);
        loop {
            frame.set_numbers(slot, &values);
            self.variable.restore(frame);
            if !self.facts.law.shows_limits {
                self.variable.nudge_inside(frame, simulation.rng);
            }
            let Err(outside) = self.variable.unconstrain(frame, &mut simulation.point) else { return Ok(()) };
            let outcome = match is_given.contains(&true) {
                true => Outcome::Outside { error: outside, are_for_themselves: false },
                false => self.bring_inside(simulation, frame, &mut values, (outside, are_for_themselves))?,
            };
            let outside = match outcome {
                Outcome::Inside => return Ok(()),
                Outcome::Outside { error, are_for_themselves: are } => {
                    are_for_themselves = are;
                    error
                }
            };
            if simulation.has_drawn(self.facts.reads) {
                simulation.refused = Some(outside);
                return Ok(());
            }
            let index = match &outside {
                Error::OutsideSupport { index, .. } => index.unwrap_or(0),
                _ => 0,
            };
            let is_elementwise =
                is_elementwise && (self.facts.variable.support.is_elementwise || are_for_themselves);
            attempts = if is_elementwise && first_outside != Some(index) { 1 } else { attempts + 1 };
            first_outside = Some(index);
            if attempts > ATTEMPTS {
                return Err(self.no_draw(&format!("in {ATTEMPTS} attempts {outside}")));
            }
            if !self.draw_values(simulation, frame, &mut drawn, known)? {
                return Ok(());
            }
            match is_elementwise {
                true => values[index] = drawn[index],
                false => {
                    let drawn = given.iter().zip(&drawn).map(|(given, drawn)| given.unwrap_or(*drawn));
                    values.iter_mut().zip(drawn).for_each(|(value, drawn)| *value = drawn);
                }
            }
        }
    }

    /// Returns true if the given elements can be kept while the law draws the rest: no element is given,
    /// only the first `known` elements are given and the law draws in order, or the law draws each row
    /// independently and rows are given as a whole.
    fn can_draw_around(&self, frame: &mut Frame<'_>, is_given: &[bool], known: usize) -> bool {
        let in_front = !is_given[known..].contains(&true);
        if in_front && (known == 0 || self.law.is_sequential()) {
            return true;
        }
        let width =
            is_given.len() / self.law.rows_apart(self.variable, self.facts.variable.target, frame).max(1);
        is_given.chunks(width.max(1)).all(|row| row.iter().all(|own| *own == row[0]))
    }
}
