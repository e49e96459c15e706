//! Memory for the draws of all chains.

use super::{Chains, cut};
use crate::draws::Draws;
use crate::error::Error;
use crate::trace::VariableInfo;

/// The draws of all chains: memory that is filled while they run.
pub struct DrawsInMemory {
    variables: Vec<VariableInfo>,
    /// The draws, element by element: for each element all chains, and for each chain its draws.
    values: Vec<f64>,
    chains: Chains,
}

impl DrawsInMemory {
    /// Reserves memory for all draws of some variables.
    pub fn new(variables: Vec<VariableInfo>, chains: Chains) -> Result<Self, Error> {
        let elements = variables.iter().map(VariableInfo::size).sum::<usize>();
        let too_many =
            Error::InvalidSetting { setting: "draws", rule: "be so few that all chains fit into memory" };
        let count = elements.checked_mul(chains.count).and_then(|count| count.checked_mul(chains.draws));
        let count = count.ok_or_else(|| too_many.clone())?;
        // `vec!` would abort without enough memory; filling a reserved vector would touch all of it at
        // once.
        Vec::<f64>::new().try_reserve_exact(count).map_err(|_| too_many)?;
        Ok(Self { variables, values: vec![0.0; count], chains })
    }

    /// The memory of the draws, in the order element, chain, draw.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// Returns the first `draws` draws of some chains, given in ascending order.
    pub fn into_draws(mut self, kept: &[usize], draws: usize) -> Result<Draws, Error> {
        cut(&mut self.values, (self.chains.count, kept), (self.chains.draws, draws));
        Draws::new(self.variables, kept.len(), draws, self.values)
    }
}

/// Gathers the first draws of some chains; each chain is given as the values of all elements, draw after
/// draw.
pub fn gather(variables: Vec<VariableInfo>, chains: &[&[f64]], draws: usize) -> Result<Draws, Error> {
    let elements = variables.iter().map(VariableInfo::size).sum::<usize>();
    let mut values = Vec::with_capacity(elements * chains.len() * draws);
    for element in 0..elements {
        for chain in chains {
            values.extend(chain.iter().skip(element).step_by(elements).take(draws));
        }
    }
    Draws::new(variables, chains.len(), draws, values)
}
