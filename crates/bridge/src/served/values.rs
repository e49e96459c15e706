//! Values of variables, and unconstrained points.

use super::{Random, Served};
use crate::data::text_of;
use crate::names;
use crate::{Data, Problem};
use monomorph::posterior::VariableInfo;

impl Served {
    /// Writes the values at an unconstrained point to `out`: those of the parameters, those of definitions
    /// if they are wanted, and generated quantities if there is a generator.
    ///
    /// # Errors
    ///
    /// The errors of the function that generates quantities.
    pub fn constrain(
        &self,
        q: &[f64],
        has_definitions: bool,
        rng: Option<&mut Random>,
        out: &mut [f64],
    ) -> Result<(), Problem> {
        let count = self.sizes[usize::from(has_definitions)];
        self.lend(|model, memory| {
            model.constrain_into(q, &mut memory.values, &mut memory.workspace)?;
            let (values, generated) =
                out.split_at_mut_checked(count).ok_or("there is no room for the values")?;
            values.copy_from_slice(&memory.values[..count]);
            match (&self.generated, rng) {
                (Some(own), Some(rng)) => own.write(&memory.values, rng, generated),
                _ => Ok(()),
            }
        })
    }

    /// Computes the unconstrained point of the parameters' values.
    ///
    /// # Errors
    ///
    /// [`Problem`] if a value is outside its support.
    pub fn unconstrain(&self, values: &[f64]) -> Result<Vec<f64>, Problem> {
        Ok(self.model.unconstrain(values)?)
    }

    /// Computes the unconstrained point of the parameters' values in JSON.
    ///
    /// # Errors
    ///
    /// [`Problem`] if the text is not a JSON object, if a parameter is missing or has other sides, or if a
    /// value is outside its support.
    pub fn unconstrain_json(&self, text: &str) -> Result<Vec<f64>, Problem> {
        let (data, mut values) = (Data::read(text)?, Vec::new());
        for variable in self.parameters() {
            values.extend(given(&data, variable)?);
        }
        self.unconstrain(&values)
    }
}

/// Returns the values of a variable in the JSON, in the order of their names.
pub(super) fn given(data: &Data, variable: &VariableInfo) -> Result<Vec<f64>, Problem> {
    let (name, extent) = (variable.name, variable.extent());
    let sides = names::sides(extent);
    let rule = text_of(&sides);
    let array = data.array(name, &rule)?;
    // The sides of an empty list of lists are not known.
    if array.sides != sides && (extent.size(), array.numbers.len()) != (0, 0) {
        return Err(array.other(name, &rule));
    }
    Ok(names::places(extent).map(|place| array.numbers[place]).collect())
}
