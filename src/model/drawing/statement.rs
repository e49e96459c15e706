//! The turn of a statement `variable |= law`.

use crate::contract::drawing::Manner;
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::inside::Outcome;
use crate::model::drawing::simulation::{Replicate, Simulation};
use crate::model::statement::BoundLaw;
use crate::model::{BoundEqNode, BoundVariable};
use crate::name::VarSet;
use crate::shape::Extent;
use core::iter;
use core::ops::Range;

/// The number of times that a variable is drawn until all its values are inside its support.
pub(crate) const ATTEMPTS: usize = 10_000;

/// The reason why a statement has no draws, where its law does not say more.
const NO_DRAWS: &str = "the law has no draws, none of this variable, or nothing between its bounds";

/// The reason why a statement is not continued whose law draws neither in order nor element by element.
pub(crate) const NOT_CONTINUED: &str =
    "some of its elements are given, and it cannot be continued, because the law draws all values together";

/// The reason why a series with gaps is not drawn whose law draws all values together.
const SOME_OF_DATA: &str = "some of its elements are data, and the law draws all values together: \
     draw from a second model, in which all of it is a parameter, `vector(n)`";

/// The reason why a series with gaps is not continued.
const FUTURE_OF_DATA: &str = "some elements that a forecast is to draw are data: in a series with gaps the steps of the \
     future are NaN, too";

impl<Target: BoundVariable, Law: BoundLaw<Target>> BoundEqNode<Target, Law> {
    /// The variables that must have values before the variable is drawn: those in the law's arguments and in
    /// the bounds of a parameter.
    pub(crate) const READS: VarSet = Law::VARS.union(&Target::BOUNDS).without(&Target::TARGET);

    /// Draws the variable as a whole.
    pub(crate) fn simulate_whole(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
    ) -> Result<(), Error> {
        let Some(turn) = simulation.turn() else { return Ok(()) };
        let target = const { Target::TARGET.first() };
        let held = target.and_then(|var| simulation.held(var));
        let is_given =
            const { Target::IS_PARAMETER } && held.is_none() && simulation.knows(const { &Target::TARGET });
        if is_given || held == Some(false) || self.variable.is_filled() {
            if is_given && target.is_some_and(|var| simulation.is_relabelled(var)) {
                self.check_relabelled(simulation, frame)?;
            }
            simulation.end_turn(turn);
            return Ok(());
        }
        if const { Target::IS_DEFINITION } {
            return self.pass_definition(simulation, turn);
        }
        if !simulation.knows(const { &Self::READS }) {
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

    /// Draws in the place of data, or of a variable that has been given a value.
    pub(crate) fn draw_data(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        turn: usize,
    ) -> Result<(), Error> {
        if !simulation.draws_data {
            return Ok(());
        }
        // Counts of trials are data, which a law of counts may read.
        let mut values = self.observed(frame);
        let (statement, mut extent) = (self.text.clone(), self.variable.extent());
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

    /// The number of observations, if they are a series that is continued: one that is drawn in order, or one
    /// that reads what has been continued.
    fn steps_to_continue(&self, simulation: &Simulation<'_>, horizon: usize) -> Option<usize> {
        let Extent::Vector(length) = self.variable.extent() else { return None };
        let reads_continued = simulation.has_drawn(const { &Self::READS });
        let is_series =
            self.law.is_sequential() || reads_continued && self.law.is_elementwise(&self.variable);
        (is_series && length > horizon).then(|| length - horizon)
    }

    /// The last steps of each of several series that stand one after the other.
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

    /// Draws all values but the first `known`. False if there are none because what they depend on was drawn
    /// where the density is 0; then the simulation begins anew. The error of a law without draws, or without
    /// any for the arguments that were given.
    pub(crate) fn draw_values(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        values: &mut [f64],
        known: usize,
    ) -> Result<bool, Error> {
        let manner = Manner { known, is_compared: simulation.is_compared };
        if !self.law.draw(frame, values, manner, simulation.rng) {
            return Err(self.without_draws(simulation));
        }
        let known_elements = self.variable.known_elements(frame);
        let is_missing =
            |place: &usize| values[*place].is_nan() && known_elements.binary_search(place).is_err();
        match (known..values.len()).find(is_missing) {
            None => Ok(true),
            Some(place) => self.refuse(simulation, frame, place).map(|()| false),
        }
    }

    /// Says that the value in a place has no law: an error, or, where what the law depends on was drawn, the
    /// end of an attempt.
    pub(crate) fn refuse(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        place: usize,
    ) -> Result<(), Error> {
        let what = match self.variable.extent().length() {
            Some(_) => format!("element {place}"),
            None => "the variable".to_owned(),
        };
        let error = self.no_draw(&match self.law.described(place, frame) {
            Some(law) => format!("{what} follows {law}, which is no distribution"),
            None => format!("the law of {what} is no distribution with the numbers that its arguments have"),
        });
        if simulation.has_drawn(const { &Self::READS }) || self.law.reads_itself() {
            simulation.refused = Some(error);
            return Ok(());
        }
        Err(error)
    }

    /// The error of a law that cannot be drawn from.
    pub(crate) fn no_draw(&self, reason: &str) -> Error {
        Error::NoDraw { statement: self.text.clone(), reason: reason.to_owned() }
    }

    /// The error of a law without draws.
    pub(crate) fn without_draws(&self, simulation: &Simulation<'_>) -> Error {
        let target = const { Target::TARGET.first() }.filter(|_| Target::IS_PARAMETER);
        let lacking = target.and_then(|var| simulation.lacks(var.name()));
        self.no_draw(lacking.as_deref().unwrap_or(NO_DRAWS))
    }

    /// A definition is not drawn: it must follow from values that are given.
    fn pass_definition(&self, simulation: &mut Simulation<'_>, turn: usize) -> Result<(), Error> {
        if simulation.has_drawn(const { &Target::TARGET }) {
            let reason = format!("`{}` is a definition, which follows from what it mentions", Target::NAME);
            return Err(self.no_draw(&reason));
        }
        if simulation.knows(const { &Target::TARGET }) {
            simulation.end_turn(turn);
        }
        Ok(())
    }

    /// The values of data, or of a variable that has been given one.
    pub(crate) fn observed(&self, frame: &Frame<'_>) -> Vec<f64> {
        let value = |(index, element): (usize, usize)| {
            let observation = self.variable.observation(index);
            observation.unwrap_or_else(|| frame.number(self.variable.slot().element(element)))
        };
        self.variable.elements(frame).into_iter().enumerate().map(value).collect()
    }

    /// Checks that values that stood in other places are inside the support: elements in another order are no
    /// longer an ordered vector or a triangle, and some of them no simplex.
    fn check_relabelled(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        if const { Target::SUPPORT.is_elementwise } || !simulation.knows(const { &Target::BOUNDS }) {
            return Ok(());
        }
        self.variable.unconstrain(frame, &mut simulation.point)
    }

    /// Draws until the values are inside the support.
    fn draw_parameter(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        let slot = self.variable.slot();
        let is_elementwise = self.law.is_elementwise(&self.variable);
        let size = self.variable.extent().size();
        let target = const { Target::TARGET.first() };
        let is_given = target.map_or_else(|| vec![false; size], |var| simulation.given_elements(var, size));
        // Elements of data stay as they are: the law draws around them only where draws have the others.
        let mut of_data = self.variable.known_elements(frame).into_iter();
        if !is_elementwise && of_data.any(|element| !is_given[element]) {
            return Err(self.no_draw(if simulation.horizon.is_some() {
                FUTURE_OF_DATA
            } else {
                SOME_OF_DATA
            }));
        }
        self.variable.restore(frame);
        // A law that draws in order goes on behind what is given.
        let known = is_given.iter().take_while(|is_given| **is_given).count();
        if !is_elementwise && !self.can_draw_around(frame, &is_given, known) {
            return Err(self.no_draw(NOT_CONTINUED));
        }
        let given = |element: usize| is_given[element].then(|| frame.number(slot.element(element)));
        let given: Vec<Option<f64>> = (0..size).map(given).collect();
        let mut values: Vec<f64> = given.iter().map(|value| value.unwrap_or(0.0)).collect();
        // A law may read its own variable, for the difference to an offset, say: then both are the same
        // numbers.
        frame.set_numbers(slot, &values);
        if !self.draw_values(simulation, frame, &mut values, known)? {
            return Ok(());
        }
        values.iter_mut().zip(&given).for_each(|(value, given)| *value = given.unwrap_or(*value));
        let mut drawn = values.clone();
        // Of elements that are drawn for themselves, those before the first outside stay.
        let (mut first_outside, mut attempts, mut are_for_themselves) = (None, 0, false);
        loop {
            frame.set_numbers(slot, &values);
            self.variable.restore(frame);
            if const { !Law::SHOWS_LIMITS } {
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
            if simulation.has_drawn(const { &Self::READS }) {
                simulation.refused = Some(outside);
                return Ok(());
            }
            let index = match &outside {
                Error::OutsideSupport { index, .. } => index.unwrap_or(0),
                _ => 0,
            };
            let is_elementwise = is_elementwise && (Target::SUPPORT.is_elementwise || are_for_themselves);
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

    /// True if what is given can stay while the law draws the rest: nothing is given, only the first `known`
    /// elements are and the law goes on behind them, or the law draws each row for itself and rows are given
    /// as a whole.
    fn can_draw_around(&self, frame: &mut Frame<'_>, is_given: &[bool], known: usize) -> bool {
        let in_front = !is_given[known..].contains(&true);
        if in_front && (known == 0 || self.law.is_sequential()) {
            return true;
        }
        let width = is_given.len() / self.law.rows_apart(&self.variable, frame).max(1);
        is_given.chunks(width.max(1)).all(|row| row.iter().all(|own| *own == row[0]))
    }
}
