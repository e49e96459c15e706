//! The checkpoint of a run: found or begun.

use super::chain::Chain;
use super::run::Slot;
use super::settings::Settings;
use super::statistics::STATISTICS;
use super::target::Target;
use crate::checkpoint::{Every, Journal, Reader, Saver, Snapshot, refused};
use crate::error::Error;
use crate::trace::VariableInfo;
use std::sync::Arc;

/// Gives the chains what was saved of them, and files to save themselves to. Nothing if the run has no checkpoint.
///
/// Files that a run cannot go on with are not touched: all of them is read before a byte is written.
pub(super) fn prepare(
    target: &dyn Target,
    settings: &Settings,
    variables: &[VariableInfo],
    slots: &mut [Slot<'_>],
) -> Result<Option<Arc<Journal>>, Error> {
    let Some(path) = settings.resume.as_ref().or(settings.checkpoint.as_ref().map(|(path, _)| path)) else {
        return Ok(None);
    };
    let run = Snapshot::new(variables, settings.facts(target), settings.chains.count);
    let columns = STATISTICS + variables.iter().map(VariableInfo::size).sum::<usize>();
    // Whoever names both goes on if there is something to go on with.
    let begins = settings.resume.is_none() || (settings.checkpoint.is_some() && !path.exists());
    let journal = if begins {
        Journal::begin(path, run, columns)?
    } else {
        let saved = Snapshot::read(path)?;
        if let Some(difference) = saved.differs_from(&run) {
            return Err(refused(path, difference));
        }
        if saved.chains.len() != settings.chains.count {
            return Err(refused(path, "it is no checkpoint of this version of monomorph".to_owned()));
        }
        let exact = saved.rounds_like(&run);
        for (number, (slot, chain)) in slots.iter_mut().zip(&saved.chains).enumerate() {
            if let Some(chain) = chain {
                let restored = Chain::restore(target, settings, number, chain, exact);
                slot.chain = Some(restored.map_err(|reason| refused(path, reason))?);
            }
        }
        let mut reader = Reader::open(path, &saved, columns)?;
        while let Some(block) = reader.next()? {
            let Slot { chain, outputs, .. } = &mut slots[block.chain];
            outputs.fill(&block, STATISTICS);
            if let Some(chain) = chain {
                chain.add_saved(&block, settings.chains.draws);
            }
        }
        Journal::resume(path, saved)?
    };
    let journal = Arc::new(journal);
    let every = settings.checkpoint.as_ref().map_or_else(Every::default, |(_, every)| *every);
    for (number, Slot { chain, outputs, .. }) in slots.iter_mut().enumerate() {
        let draws = chain.as_ref().map_or(0, |chain| chain.statistics().draws.len());
        outputs.saver = Some(Saver::new(journal.clone(), every, number, columns, draws));
    }
    Ok(Some(journal))
}
