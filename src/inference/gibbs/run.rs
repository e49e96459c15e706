//! All chains of a run.

use super::builder::Gibbs;
use super::chain::Chain;
use super::sweep::Sweep;
use crate::chains::Ending;
use crate::checkpoint::{Block, Checksum, Facts, Resume, SavedChain, Saver, Snapshot};
use crate::draws::Draws;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::sampling::SavedDraws;
use crate::{chains, checkpoint};
use std::path::Path;

/// A chain of the run: before it begins, or on its way.
struct Slot<'a, M: BoundModel> {
    chain: Option<Chain<'a, M>>,
    /// The number of draws.
    draws: usize,
    /// The values of all elements, draw after draw; of a run to disk those of one draw.
    drawn: Vec<f64>,
    saver: Option<Saver>,
}

/// What a run leaves behind beside draws.
struct Finished<'a, M: BoundModel> {
    slots: Vec<Slot<'a, M>>,
    ending: Ending,
}

/// Runs all chains, and keeps their draws in memory.
pub(super) fn run<M: BoundModel>(gibbs: &Gibbs<'_, M>) -> Result<Draws, Error> {
    let Finished { slots, ending } = run_chains(gibbs)?;
    let kept: Vec<&[f64]> = ending.chains.iter().map(|chain| &*slots[*chain].drawn).collect();
    Ok(chains::gather(gibbs.posterior.variables(), &kept, ending.draws)?.with_warnings(ending.warnings))
}

/// Runs all chains, whose draws stay in the file of their checkpoint.
pub(super) fn run_to_disk<M: BoundModel>(gibbs: &Gibbs<'_, M>) -> Result<SavedDraws, Error> {
    let warnings = run_chains(gibbs)?.ending.warnings;
    let path = gibbs.plan.path().unwrap_or(Path::new(""));
    Ok(SavedDraws::open(path, gibbs.posterior.variables())?.with_warnings(warnings))
}

fn run_chains<'a, M: BoundModel>(gibbs: &'a Gibbs<'_, M>) -> Result<Finished<'a, M>, Error> {
    let sweep = Sweep::of(gibbs);
    let variables = gibbs.posterior.variables();
    let slot = |_| Slot { chain: None, draws: 0, drawn: Vec::new(), saver: None };
    let mut slots: Vec<Slot<'_, M>> = (0..gibbs.chains.count).map(slot).collect();
    let snapshot = Snapshot::new(&variables, facts(gibbs), gibbs.chains.count);
    let mut saved = Saved { sweep: &sweep, slots: &mut slots };
    let opened = gibbs.plan.open(snapshot, gibbs.posterior.value_count(), &mut saved)?;
    let (journal, savers) = opened.unzip();
    for (slot, saver) in slots.iter_mut().zip(savers.into_iter().flatten()) {
        slot.saver = Some(saver);
    }
    let results = chains::run("gibbs", gibbs.chains.threads(), slots.iter_mut(), |number, slot| {
        slot.advance(&sweep, number)
    });
    let lengths = results.into_iter().zip(&slots).map(|(result, slot)| result.map(|()| slot.draws));
    let mut ending = Ending::of(lengths, gibbs.chains.draws)?;
    ending.warnings.extend(journal.and_then(|journal| journal.warning()));
    Ok(Finished { slots, ending })
}

impl<'a, M: BoundModel> Slot<'a, M> {
    /// Lets the chain go on until it has all draws, or the run is interrupted.
    fn advance(&mut self, sweep: &Sweep<'a, M>, number: usize) -> Result<(), Error> {
        let Self { chain, draws, drawn, saver } = self;
        let gibbs = sweep.gibbs;
        let is_interrupted = || chains::is_set(gibbs.interrupt);
        if is_interrupted() {
            return Ok(());
        }
        let chain = match chain {
            Some(chain) => chain,
            None => chain.insert(Chain::begin(sweep, number)?),
        };
        let kept = if gibbs.is_on_disk { 1 } else { gibbs.chains.draws };
        drawn.reserve_exact((gibbs.posterior.value_count() * kept).saturating_sub(drawn.len()));
        while *draws < gibbs.chains.draws && !is_interrupted() {
            if gibbs.is_on_disk {
                drawn.clear();
            }
            let before = drawn.len();
            *draws += usize::from(chain.sweep(sweep, |values| drawn.extend_from_slice(values))?);
            if let Some(saver) = saver {
                saver.take(drawn[before..].iter().copied());
                if saver.count() {
                    saver.commit(chain.save());
                    if gibbs.is_on_disk {
                        saver.check()?;
                    }
                }
            }
        }
        if let Some(saver) = saver
            && saver.is_behind()
        {
            saver.commit(chain.save());
        }
        match saver {
            Some(saver) if gibbs.is_on_disk => saver.check(),
            _ => Ok(()),
        }
    }
}

/// The chains of a run that goes on from a checkpoint.
struct Saved<'a, 'b, M: BoundModel> {
    sweep: &'b Sweep<'a, M>,
    slots: &'b mut [Slot<'a, M>],
}

impl<M: BoundModel> Resume for Saved<'_, '_, M> {
    fn restore(&mut self, number: usize, saved: &SavedChain, exact: bool) -> Result<(), String> {
        let mut chain = Chain::new(self.sweep, number).ok_or_else(checkpoint::no_memory)?;
        chain.set_from_saved(&saved.state, number, exact)?;
        self.slots[number].chain = Some(chain);
        Ok(())
    }

    fn take(&mut self, block: &Block) {
        let slot = &mut self.slots[block.chain];
        slot.draws += block.count;
        if self.sweep.gibbs.is_on_disk {
            return;
        }
        let most = self.sweep.gibbs.chains.draws.saturating_sub(block.first).min(block.count);
        let columns: Vec<&[f64]> = block.columns().collect();
        for draw in 0..most {
            slot.drawn.extend(columns.iter().map(|column| column[draw]));
        }
    }
}

/// The settings that draws depend on, and the posterior, in words.
fn facts<M: BoundModel>(gibbs: &Gibbs<'_, M>) -> Facts {
    let mut blocks = String::new();
    for block in &gibbs.blocks {
        (0..block.set.len()).for_each(|place| blocks = format!("{blocks} {}", block.set.get(place).name()));
        blocks.push(';');
    }
    let own = [
        ("sampler", "gibbs".to_owned()),
        ("chains", gibbs.chains.count.to_string()),
        ("warmup", gibbs.chains.warmup.to_string()),
        ("thin", gibbs.thin.to_string()),
        ("seed", gibbs.chains.seed.to_string()),
        ("metric", format!("{:?}", gibbs.metric)),
        ("target_accept", gibbs.target_accept.to_string()),
        ("transitions", gibbs.transitions.to_string()),
        ("schedule", format!("{:016x}", Checksum::of(gibbs.schedule().to_string().as_bytes()))),
        ("blocks", blocks),
        ("initial values", gibbs.initial.fact()),
    ];
    let own = own.into_iter().map(|(name, value)| (name.to_owned(), value));
    own.chain(checkpoint::data_of(gibbs.posterior, gibbs.posterior.arch())).collect()
}
