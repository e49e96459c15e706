//! Initial values of chains, by name.

use crate::checkpoint::Checksum;
use crate::draws::Draws;
use crate::error::Error;
use crate::trace::Value;

/// The most draws of another run that are kept: further chains share their initial draws with the first
/// ones.
const KEPT: usize = 256;

/// Values of some parameters; the others are drawn at random.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Initial {
    /// The values for all chains, with the names of their parameters.
    values: Vec<(String, Vec<f64>)>,
    /// The values of each parameter at some draws of another run, evenly spaced.
    draws: Vec<Vec<(String, Vec<f64>)>>,
}

impl Initial {
    /// Returns true if no values are given.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.draws.is_empty()
    }

    /// All values with their names.
    pub fn all(&self) -> impl Iterator<Item = &(String, Vec<f64>)> {
        self.values.iter().chain(self.draws.iter().flatten())
    }

    /// The number of values and their checksum, in words.
    pub fn fact(&self) -> String {
        let mut values = Checksum::default();
        for (name, numbers) in self.all() {
            values.add(name.as_bytes());
            values.add_numbers(numbers);
        }
        format!("{} ({:016x})", self.all().count(), values.value())
    }

    /// Sets the value of a parameter in all chains; a later value replaces an earlier one.
    pub fn set(&mut self, name: &str, values: Vec<f64>) {
        self.values.retain(|(given, _)| given != name);
        self.values.push((name.to_owned(), values));
    }

    /// Starts each chain at a draw of another run.
    pub fn set_draws(&mut self, draws: &Draws) {
        let (chains, length) = (draws.chains(), draws.draws_per_chain());
        let total = chains * length;
        let kept = total.min(KEPT);
        let parameters = || draws.variables().iter().filter(|variable| !variable.is_defined);
        let at = |place: usize| {
            let value = |variable: &crate::trace::VariableInfo| {
                let elements = draws.get(variable.name).ok()?.at(place / length, place % length).ok()?;
                Some((variable.name.to_owned(), Value::of_names(variable.extent(), &elements).into_vec()))
            };
            parameters().filter_map(value).collect()
        };
        // The last draw of each part of the run: with as many parts as chains, the last draw of each chain.
        self.draws = (1..=kept).map(|part| at(part * total / kept - 1)).collect();
    }

    /// Calls a function with each value of a chain. Names in the draws of another run that are not
    /// parameters of this model are left out.
    pub fn apply(
        &self,
        (chain, count): (usize, usize),
        parameters: &[&str],
        mut give: impl FnMut(&str, &[f64]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let kept = self.draws.len();
        let place = if count <= kept { ((chain + 1) * kept / count.max(1)).max(1) - 1 } else { chain };
        let from_draws = self.draws.get(place % kept.max(1)).into_iter().flatten();
        let is_given = |name: &str| self.values.iter().any(|(given, _)| given == name);
        let mut is_used = self.draws.is_empty();
        for (name, values) in from_draws {
            if parameters.contains(&name.as_str()) {
                is_used = true;
                if !is_given(name) {
                    give(name, values)?;
                }
            }
        }
        if !is_used {
            let rule = "have a parameter of the model";
            return Err(Error::InvalidSetting { setting: "initial_draws", rule });
        }
        self.values.iter().try_for_each(|(name, values)| give(name, values))
    }
}
