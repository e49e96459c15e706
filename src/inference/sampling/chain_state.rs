//! A chain that goes on from what was saved of it.

use super::chain::Chain;
use super::settings::Settings;
use super::statistics::{DrawStatistics, STATISTICS};
use super::target::Target;
use crate::checkpoint::{Block, SavedChain, State};

/// The largest difference of a log density from the saved one, relative to its size, that other rounding explains.
const ROUNDING: f64 = 1e-6;

impl Chain {
    /// A chain as it was saved; why not, if it cannot be. `exact` if it must have the log density that it had, to the last bit.
    pub fn restore(
        target: &dyn Target,
        settings: &Settings,
        number: usize,
        saved: &SavedChain,
        exact: bool,
    ) -> Result<Self, String> {
        let no_room = || "there is no memory for its chains".to_owned();
        let mut chain = Self::new(target, settings, number).ok_or_else(no_room)?;
        if !chain.set_from_bytes(&saved.state) {
            return Err(format!("the state of chain {number} is none of this version of monomorph"));
        }
        let (here, there) = (chain.log_density_again(target), chain.log_density());
        let is_same = match exact {
            true => here.to_bits() == there.to_bits(),
            false => (here - there).abs() <= ROUNDING * (1.0 + there.abs()),
        };
        let what = "it belongs to another model or to other data";
        match is_same {
            true => Ok(chain),
            false => Err(format!(
                "{what}: the log density where chain {number} is was {there}, and is {here} here"
            )),
        }
    }

    /// Takes the statistics of saved draws, up to a number of draws.
    pub fn add_saved(&mut self, block: &Block, most: usize) {
        let mut columns = block.columns();
        let columns: [&[f64]; STATISTICS] = std::array::from_fn(|_| columns.next().unwrap_or_default());
        let draws = most.saturating_sub(block.first).min(block.count);
        let numbers = (0..draws).map(|i| columns.map(|column| column[i]));
        self.statistics_mut().draws.extend(numbers.map(DrawStatistics::of_numbers));
    }
}
