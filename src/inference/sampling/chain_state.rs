//! A chain that goes on from what was saved of it.

use super::chain::Chain;
use super::settings::Settings;
use super::statistics::{DrawStatistics, STATISTICS};
use super::target::Target;
use crate::checkpoint;
use crate::checkpoint::{Block, SavedChain, State};

impl Chain {
    /// A chain as it was saved; why not, if it cannot be. `exact` if it must have the log density that it
    /// had, to the last bit.
    pub fn restore(
        target: &dyn Target,
        settings: &Settings,
        number: usize,
        saved: &SavedChain,
        exact: bool,
    ) -> Result<Self, String> {
        let mut chain = Self::new(target, settings, number).ok_or_else(checkpoint::no_memory)?;
        if !chain.set_from_bytes(&saved.state) {
            return Err(checkpoint::no_state(number));
        }
        let (here, there) = (chain.log_density_again(target), chain.log_density());
        checkpoint::compare(there, here, number, exact).map(|()| chain)
    }

    /// Counts saved draws, up to the number that are wanted, and keeps their statistics unless draws stay on
    /// disk.
    pub fn add_saved(&mut self, block: &Block, settings: &Settings) {
        let mut columns = block.columns();
        let columns: [&[f64]; STATISTICS] = std::array::from_fn(|_| columns.next().unwrap_or_default());
        let draws = settings.chains.draws.saturating_sub(block.first).min(block.count);
        let numbers = (0..draws).map(|i| columns.map(|column| column[i]));
        self.add_drawn(draws);
        if !settings.is_on_disk {
            self.statistics_mut().draws.extend(numbers.map(DrawStatistics::of_numbers));
        }
    }
}
