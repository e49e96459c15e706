//! Quantities that are generated from a draw, such as predictions.

use super::Random;
use crate::names;
use crate::{Data, Problem};
use monomorph::prelude::*;
use monomorph::rand::rngs::ChaCha8Rng;
use monomorph::shape::Extent;

/// The interface of generated quantities. A library without them does not contain their code.
pub(super) trait Quantities: Send + Sync {
    /// The names of all values, in their order.
    fn names(&self) -> &[String];

    /// Writes the quantities of a draw to `out`, given the values of parameters and definitions in the
    /// order of their names.
    fn write(&self, values: &[f64], rng: &mut Random, out: &mut [f64]) -> Result<(), Problem>;
}

/// A function that generates quantities, with its data, and with the names and sizes of the quantities.
pub(super) struct Generated<M, F> {
    posterior: Posterior<M>,
    data: Data,
    generate: F,
    known: Vec<(String, Extent)>,
    names: Vec<String>,
}

impl<M: BoundModel, F> Generated<M, F>
where
    F: Fn(&Data, &Trace, &mut ChaCha8Rng) -> Result<Trace, Problem> + Send + Sync,
{
    /// Determines names and sizes from the quantities of a first draw, at which all coordinates are 0.
    pub fn new(posterior: Posterior<M>, data: Data, generate: F) -> Result<Self, Problem> {
        let draw = posterior.constrain(&vec![0.0; posterior.dimension()])?;
        let first = generate(&data, &draw, &mut Random::new(0).0)?;
        let known: Vec<_> = first.iter().map(|(name, value)| (name.to_string(), value.extent())).collect();
        let names = known.iter().flat_map(|(name, extent)| names::constrained(name, *extent)).collect();
        Ok(Self { posterior, data, generate, known, names })
    }
}

impl<M: BoundModel, F> Quantities for Generated<M, F>
where
    F: Fn(&Data, &Trace, &mut ChaCha8Rng) -> Result<Trace, Problem> + Send + Sync,
{
    fn names(&self) -> &[String] {
        &self.names
    }

    fn write(&self, values: &[f64], rng: &mut Random, out: &mut [f64]) -> Result<(), Problem> {
        let found = (self.generate)(&self.data, &self.posterior.trace_of(values)?, &mut rng.0)?;
        store(&self.known, &found, out)
    }
}

/// Stores quantities, after checking that they have the known names and sizes.
fn store(known: &[(String, Extent)], found: &Trace, out: &mut [f64]) -> Result<(), Problem> {
    let mut rest = out;
    for (name, extent) in known {
        let value = found.get(name.as_str())?;
        if value.extent() != *extent {
            let other = value.extent();
            return Err(format!("the generated `{name}` is {other:?}, and was {extent:?} before").into());
        }
        let (own, after) =
            rest.split_at_mut_checked(extent.size()).ok_or("there is no room for generated quantities")?;
        let numbers = value.as_slice();
        own.iter_mut().zip(names::places(*extent)).for_each(|(own, place)| *own = numbers[place]);
        rest = after;
    }
    Ok(())
}
