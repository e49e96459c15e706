//! The values of a statement as its law draws them, and the errors of laws without draws.

use crate::contract::drawing::Manner;
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::simulation::Simulation;
use crate::model::drawing::turn::Turn;

/// The reason why a statement has no draws, if its law gives no other reason.
const NO_DRAWS: &str = "the law cannot be drawn from, or not for this variable, or not between its bounds";

impl Turn<'_> {
    /// Draws all values except the first `known`. Returns false if there are none because the law's
    /// arguments were drawn where the density is 0; the simulation then starts again. Returns an error if
    /// the law has no draws, or none for the given arguments.
    pub(crate) fn draw_values(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        values: &mut [f64],
        known: usize,
    ) -> Result<bool, Error> {
        let is_observed = self.facts.variable.is_data();
        let manner = Manner { known, is_observed, is_compared: is_observed && simulation.is_compared };
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

    /// Reports that the value in a place has no valid law: as an error, or, if the law's arguments were
    /// drawn, as the end of an attempt.
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
        if simulation.has_drawn(self.facts.reads) || self.reads_itself() {
            simulation.refused = Some(error);
            return Ok(());
        }
        simulation.without_law = Some(self.facts.reads);
        Err(error)
    }

    /// Returns the error of a law that cannot be drawn from, for a reason.
    pub(crate) fn no_draw(&self, reason: &str) -> Error {
        Error::NoDraw { statement: self.text.to_owned(), reason: reason.to_owned() }
    }

    /// Returns the error of a law without draws.
    pub(crate) fn without_draws(&self, simulation: &Simulation<'_>) -> Error {
        let target = self.facts.variable.var().filter(|_| self.facts.variable.is_parameter());
        let lacking = target.and_then(|var| simulation.lacks(var.name()));
        self.no_draw(lacking.as_deref().unwrap_or(NO_DRAWS))
    }

    /// Returns the values of data, or of a variable that has been given a value.
    pub(crate) fn observed(&self, frame: &Frame<'_>) -> Vec<f64> {
        let value = |(index, element): (usize, usize)| {
            let observation = self.variable.observation(index);
            observation.unwrap_or_else(|| frame.number(self.variable.slot().element(element)))
        };
        self.variable.elements(frame).into_iter().enumerate().map(value).collect()
    }
}
