//! All chains of a run.

use super::builder::Gibbs;
use super::chain::Chain;
use super::sweep::Sweep;
use crate::chains::{self, Ending};
use crate::checkpoint::{self, Block, Checksum, Facts, Resume, SavedChain, Saver, Snapshot};
use crate::draws::Draws;
use crate::error::Error;
use crate::statement::BoundModel;

/// A chain of the run: before it begins, or on its way.
struct Slot<'a, M: BoundModel> {
    chain: Option<Chain<'a, M>>,
    /// The values of all elements, draw after draw.
    drawn: Vec<f64>,
    saver: Option<Saver>,
}

pub(super) fn run<M: BoundModel>(gibbs: &Gibbs<'_, M>) -> Result<Draws, Error> {
    let sweep = Sweep::of(gibbs);
    let variables = gibbs.posterior.variables();
    let columns = gibbs.posterior.value_count();
    let slot = |_| Slot { chain: None, drawn: Vec::new(), saver: None };
    let mut slots: Vec<Slot<'_, M>> = (0..gibbs.chains.count).map(slot).collect();
    let snapshot = Snapshot::new(&variables, facts(gibbs), gibbs.chains.count);
    let opened = gibbs.plan.open(snapshot, columns, &mut Saved { sweep: &sweep, slots: &mut slots })?;
    let (journal, savers) = opened.unzip();
    for (slot, saver) in slots.iter_mut().zip(savers.into_iter().flatten()) {
        slot.saver = Some(saver);
    }
    let results = chains::run("gibbs", gibbs.chains.threads(), slots.iter_mut(), |number, slot| {
        slot.advance(&sweep, number)
    });

    let drawn = slots.iter().map(|slot| slot.drawn.len().checked_div(columns).unwrap_or(gibbs.chains.draws));
    let lengths = results.into_iter().zip(drawn).map(|(result, drawn)| result.map(|()| drawn));
    let Ending { chains, draws, mut warnings } = Ending::of(lengths, gibbs.chains.draws)?;
    warnings.extend(journal.and_then(|journal| journal.warning()));
    let kept: Vec<&[f64]> = chains.iter().map(|chain| &*slots[*chain].drawn).collect();
    Ok(chains::gather(variables, &kept, draws)?.with_warnings(warnings))
}

impl<'a, M: BoundModel> Slot<'a, M> {
    /// Lets the chain go on until it has all draws, or the run is interrupted.
    fn advance(&mut self, sweep: &Sweep<'a, M>, number: usize) -> Result<(), Error> {
        let Self { chain, drawn, saver } = self;
        let gibbs = sweep.gibbs;
        let is_interrupted = || chains::is_set(gibbs.interrupt);
        if is_interrupted() {
            return Ok(());
        }
        let chain = match chain {
            Some(chain) => chain,
            None => chain.insert(Chain::begin(sweep, number)?),
        };
        let wanted = gibbs.posterior.value_count() * gibbs.chains.draws;
        drawn.reserve_exact(wanted.saturating_sub(drawn.len()));
        while drawn.len() < wanted && !is_interrupted() {
            let before = drawn.len();
            chain.sweep(sweep, |values| drawn.extend_from_slice(values))?;
            if let Some(saver) = saver {
                saver.take(drawn[before..].iter().copied());
                if saver.count() {
                    saver.commit(chain.save());
                }
            }
        }
        if let Some(saver) = saver
            && saver.is_behind()
        {
            saver.commit(chain.save());
        }
        Ok(())
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
        let most = self.sweep.gibbs.chains.draws.saturating_sub(block.first).min(block.count);
        let columns: Vec<&[f64]> = block.columns().collect();
        let drawn = &mut self.slots[block.chain].drawn;
        for draw in 0..most {
            drawn.extend(columns.iter().map(|column| column[draw]));
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
