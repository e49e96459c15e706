//! The turn of a statement `variable |= law`.

use super::simulation::{Replicate, Simulation};
use crate::error::Error;
use crate::name::VarSet;
use crate::simd::Frame;
use crate::statement::BoundVariable;
use rand::Rng;

/// How often a variable is drawn until all its values are inside its support.
pub(crate) const ATTEMPTS: usize = 10_000;

/// What replaces values by drawn ones.
type Draw<'a> = dyn FnMut(&mut Frame<'_>, &mut [f64], &mut dyn Rng) -> Result<(), Error> + 'a;

/// A statement as forward simulation sees it.
pub(crate) struct Statement<'a, Target> {
    pub variable: &'a Target,
    /// The variables in the law's arguments and in the bounds of a parameter.
    pub reads: &'static VarSet,
    /// True if every element is drawn for itself.
    pub is_elementwise: bool,
    /// The statement as a reader would write it.
    pub text: &'a str,
}

impl<Target: BoundVariable> Statement<'_, Target> {
    /// Draws the variable with `draw`, which replaces values by drawn ones; false if the law cannot be drawn from.
    pub fn simulate(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        mut draw: impl FnMut(&mut Frame<'_>, &mut [f64], &mut dyn Rng) -> bool,
    ) -> Result<(), Error> {
        let Some(turn) = simulation.turn() else { return Ok(()) };
        let target = const { Target::TARGET.first() };
        let held = target.and_then(|var| simulation.held(var));
        let is_given =
            const { Target::IS_PARAMETER } && held.is_none() && simulation.knows(const { &Target::TARGET });
        if is_given || held == Some(false) || self.variable.is_filled() {
            simulation.end_turn(turn);
            return Ok(());
        }
        if const { Target::IS_DEFINITION } {
            return self.pass_definition(simulation, turn);
        }
        if !simulation.knows(self.reads) {
            return Ok(());
        }
        let mut draw = |frame: &mut Frame<'_>, values: &mut [f64], rng: &mut dyn Rng| {
            let reason = "the law has no draws, or none of this variable".to_owned();
            let is_drawn = draw(frame, values, rng);
            if is_drawn { Ok(()) } else { Err(Error::NoDraw { statement: self.text.to_owned(), reason }) }
        };
        match target.filter(|_| held.is_none()) {
            Some(var) => {
                self.draw_parameter(simulation, frame, &mut draw)?;
                simulation.drew(var);
            }
            None => {
                // Counts of trials are data, which a law of counts may read.
                let mut values = self.observed(frame);
                draw(frame, &mut values, simulation.rng)?;
                let (statement, extent) = (self.text.to_owned(), self.variable.extent());
                simulation.data.push(Replicate { turn, statement, extent, values });
            }
        }
        simulation.end_turn(turn);
        Ok(())
    }

    /// A definition is not drawn: it must follow from values that are given.
    fn pass_definition(&self, simulation: &mut Simulation<'_>, turn: usize) -> Result<(), Error> {
        if simulation.has_drawn(const { &Target::TARGET }) {
            let reason = format!("`{}` is a definition, which follows from what it mentions", Target::NAME);
            return Err(Error::NoDraw { statement: self.text.to_owned(), reason });
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

    /// Draws until the values are inside the support.
    fn draw_parameter(
        &self,
        simulation: &mut Simulation<'_>,
        frame: &mut Frame<'_>,
        draw: &mut Draw<'_>,
    ) -> Result<(), Error> {
        let slot = self.variable.slot();
        if !self.is_elementwise && !self.variable.known_elements(frame).is_empty() {
            let reason = "some elements have values, and the law draws all together".to_owned();
            return Err(Error::NoDraw { statement: self.text.to_owned(), reason });
        }
        let mut values = vec![0.0; self.variable.extent().size()];
        draw(frame, &mut values, simulation.rng)?;
        let mut drawn = values.clone();
        // Of elements that are drawn for themselves, those before the first outside stay.
        let (mut first_outside, mut attempts) = (None, 0);
        loop {
            frame.set_numbers(slot, &values);
            self.variable.restore(frame);
            let outside = match self.variable.unconstrain(frame, &mut simulation.point) {
                Ok(()) => return Ok(()),
                Err(outside) => outside,
            };
            if simulation.has_drawn(self.reads) {
                simulation.refused = Some(outside);
                return Ok(());
            }
            let index = match &outside {
                Error::OutsideSupport { index, .. } => index.unwrap_or(0),
                _ => 0,
            };
            let is_elementwise = self.is_elementwise && Target::IS_ELEMENTWISE;
            attempts = if is_elementwise && first_outside != Some(index) { 1 } else { attempts + 1 };
            first_outside = Some(index);
            if attempts > ATTEMPTS {
                let reason = format!("in {ATTEMPTS} attempts {outside}");
                return Err(Error::NoDraw { statement: self.text.to_owned(), reason });
            }
            draw(frame, &mut drawn, simulation.rng)?;
            match is_elementwise {
                true => values[index] = drawn[index],
                false => values.copy_from_slice(&drawn),
            }
        }
    }
}
