//! Values of variables, and unconstrained points.

use super::{Random, Served};
use crate::data::text_of;
use crate::names;
use crate::{Data, Problem};
use monomorph::posterior::VariableInfo;

impl Served {
    /// Stores the values at an unconstrained point: of the parameters, with those of definitions if there is
    /// room for them, and generated ones with a generator.
    ///
    /// # Errors
    ///
    /// Those of the function that generates quantities.
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

    /// The unconstrained point of the parameters' values.
    ///
    /// # Errors
    ///
    /// A value is outside of its support.
    pub fn unconstrain(&self, values: &[f64]) -> Result<Vec<f64>, Problem> {
        Ok(self.model.unconstrain(values)?)
    }

    /// The unconstrained point of the parameters' values in JSON.
    ///
    /// # Errors
    ///
    /// The text is no object of JSON, a parameter is missing or has other sides, or a value is outside of its
    /// support.
    pub fn unconstrain_json(&self, text: &str) -> Result<Vec<f64>, Problem> {
        let (data, mut values) = (Data::read(text)?, Vec::new());
        for variable in self.parameters() {
            values.extend(given(&data, variable)?);
        }
        self.unconstrain(&values)
    }
}

/// The values that JSON gives to a variable, in the order of their names.
pub(super) fn given(data: &Data, variable: &VariableInfo) -> Result<Vec<f64>, Problem> {
    let (name, extent) = (variable.name, variable.extent());
    let sides = names::sides(extent);
    let rule = text_of(&sides);
    let array = data.array(name, &rule)?;
    // Without elements the sides of a list of lists are not told.
    if array.sides != sides && (extent.size(), array.numbers.len()) != (0, 0) {
        return Err(array.other(name, &rule));
    }
    Ok(names::places(extent).map(|place| array.numbers[place]).collect())
}
