//! Chains that go on from a checkpoint.

use super::chain::Chain;
use super::run::Slot;
use super::settings::Settings;
use super::statistics::STATISTICS;
use super::target::Target;
use crate::checkpoint::{Block, Resume, SavedChain};

/// The chains of a run.
pub(super) struct Saved<'a, 'b> {
    pub target: &'a dyn Target,
    pub settings: &'a Settings,
    pub slots: &'a mut [Slot<'b>],
}

impl Resume for Saved<'_, '_> {
    fn restore(&mut self, number: usize, saved: &SavedChain, exact: bool) -> Result<(), String> {
        let chain = Chain::restore(self.target, self.settings, number, saved, exact)?;
        self.slots[number].chain = Some(chain);
        Ok(())
    }

    fn take(&mut self, block: &Block) {
        let Slot { chain, outputs, .. } = &mut self.slots[block.chain];
        outputs.fill(block, STATISTICS);
        if let Some(chain) = chain {
            chain.add_saved(block, self.settings);
        }
    }
}
