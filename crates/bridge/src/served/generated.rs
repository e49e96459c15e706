//! Quantities that are generated from a draw: predictions, as a rule.

use super::Random;
use crate::names;
use crate::{Data, Problem};
use monomorph::prelude::*;
use monomorph::rand::rngs::ChaCha8Rng;
use monomorph::shape::Extent;

/// A function from the data and the values of a draw to quantities by name, which are those of every draw.
pub type Generate = dyn Fn(&Data, &Trace, &mut ChaCha8Rng) -> Result<Trace, Problem> + Send + Sync;

/// The function, its data, and what is known of its quantities.
pub(super) struct Generated {
    data: Data,
    generate: Box<Generate>,
    quantities: Vec<(String, Extent)>,
    names: Vec<String>,
}

impl Generated {
    /// Learns names and sizes from the quantities of a first draw.
    pub fn new(data: Data, generate: Box<Generate>, draw: &Trace) -> Result<Self, Problem> {
        let first = generate(&data, draw, &mut Random::new(0).0)?;
        let quantities: Vec<_> =
            first.iter().map(|(name, value)| (name.to_string(), value.extent())).collect();
        let names = quantities.iter().flat_map(|(name, extent)| names::constrained(name, *extent)).collect();
        Ok(Self { data, generate, quantities, names })
    }

    /// The names of all quantities.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Stores the quantities of a draw in the order of their names.
    pub fn write(&self, draw: &Trace, rng: &mut Random, out: &mut [f64]) -> Result<(), Problem> {
        let found = (self.generate)(&self.data, draw, &mut rng.0)?;
        let mut rest = out;
        for (name, extent) in &self.quantities {
            let value = found.get(name.as_str())?;
            if value.extent() != *extent {
                let (found, known) = (value.extent(), extent);
                return Err(format!("the generated `{name}` is {found:?}, and was {known:?} before").into());
            }
            let (own, after) = rest
                .split_at_mut_checked(extent.size())
                .ok_or("there is no room for generated quantities")?;
            let numbers = value.as_slice();
            own.iter_mut().zip(names::places(*extent)).for_each(|(own, place)| *own = numbers[place]);
            rest = after;
        }
        Ok(())
    }
}
