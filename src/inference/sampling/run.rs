//! All chains of a run.

use super::chain::{Chain, RunContext};
use super::chain_file::ChainFile;
use super::fit::Fit;
use super::hooks::Hooks;
use super::outputs::Outputs;
use super::progress::{Board, ProgressReporter, bars};
use super::saved::Saved;
use super::saved_draws::SavedDraws;
use super::settings::Settings;
use super::statistics::{ChainStatistics, STATISTICS};
use super::target::Target;
use super::until;
use crate::chains;
use crate::chains::{Ending, cut};
use crate::checkpoint::Snapshot;
use crate::draws::{Draws, Warning};
use crate::error::Error;
use crate::trace::VariableInfo;
use std::path::Path;
use std::time::Instant;

/// A chain of the run: before it begins, on its way, or failed.
pub(super) struct Slot<'a> {
    pub chain: Option<Chain>,
    pub outputs: Outputs<'a>,
    progress: Option<ProgressReporter<'a>>,
    failure: Option<Error>,
}

/// What a run leaves behind beside draws.
struct Finished {
    /// The chains that are kept.
    chains: Vec<ChainStatistics>,
    /// The draws of each that are kept.
    draws: usize,
    warnings: Vec<Warning>,
}

/// Runs all chains, and keeps their draws in memory.
pub(super) fn run(target: &dyn Target, settings: Settings, hooks: &Hooks<'_>) -> Result<Fit, Error> {
    let started = Instant::now();
    let variables = target.variables();
    let mut values = allocate(variables.iter().map(VariableInfo::size).sum(), &settings)?;
    let Finished { chains, draws, warnings } = run_into(&mut values, target, &settings, hooks)?;
    let kept: Vec<usize> = chains.iter().map(|chain| chain.number).collect();
    cut(&mut values, (settings.chains.count, &kept), (settings.chains.draws, draws));
    let draws = Draws::new(variables, kept.len(), draws, values)?;
    Ok(Fit { draws, chains, warnings, settings, elapsed: started.elapsed() })
}

/// Runs all chains, whose draws stay in the file of their checkpoint.
pub(super) fn run_to_disk(
    target: &dyn Target,
    settings: Settings,
    hooks: &Hooks<'_>,
) -> Result<SavedDraws, Error> {
    let Finished { warnings, .. } = run_into(&mut [], target, &settings, hooks)?;
    let path = settings.plan.path().unwrap_or(Path::new(""));
    Ok(SavedDraws::open(path, target.variables())?.with_warnings(warnings))
}

/// Runs all chains. Draws go to memory where it has room for them.
fn run_into(
    values: &mut [f64],
    target: &dyn Target,
    settings: &Settings,
    hooks: &Hooks<'_>,
) -> Result<Finished, Error> {
    let variables = target.variables();
    let elements: Vec<String> = variables.iter().flat_map(|variable| variable.element_names()).collect();
    let bars = if settings.progress && hooks.progress.is_none() { bars() } else { None };
    let wanted = settings.chains.warmup.saturating_add(settings.chains.draws);
    let board = Board::new(hooks.progress.or(bars.as_deref()), &elements, settings.chains.count, wanted);
    let mut slots = slots(values, settings, hooks);
    let snapshot = Snapshot::new(&variables, settings.facts(target), settings.chains.count);
    let mut saved = Saved { target, settings, slots: &mut slots };
    let opened = settings.plan.open(snapshot, STATISTICS + elements.len(), &mut saved)?;
    let (journal, savers) = opened.unzip();
    for (slot, saver) in slots.iter_mut().zip(savers.into_iter().flatten()) {
        slot.outputs.saver = Some(saver);
    }
    files(settings, &elements, &mut slots)?;
    let context = RunContext { target, settings, hooks };
    let (end, lacking) = go(&context, &board, &mut slots);

    let (mut chains, mut warnings, mut results) = (Vec::new(), Vec::new(), Vec::new());
    for Slot { chain, mut outputs, failure, .. } in slots {
        results.push(match (chain, failure) {
            (_, Some(error)) => Err(error),
            (None, None) => Ok(0),
            (Some(chain), None) => {
                let drawn = chain.drawn();
                let statistics = chain.into_statistics();
                warnings.extend(outputs.finish(&statistics));
                chains.push(statistics);
                Ok(drawn)
            }
        });
    }
    warnings.extend(journal.and_then(|journal| journal.warning()));
    let ending = Ending::of(results, end)?;
    warnings.extend(ending.warnings);
    chains.retain(|chain| ending.chains.contains(&chain.number));
    chains.iter_mut().for_each(|chain| chain.draws.truncate(ending.draws));
    if let (Some(element), Some(until)) = (lacking, settings.until) {
        let element = elements[element].clone();
        warnings.push(Warning::NotReached { element, ess: until.ess, rhat: until.rhat });
    }
    Ok(Finished { chains, draws: ending.draws, warnings })
}

/// Lets all chains go on until there are enough draws. Returns how many each chain should have, and the
/// element that would need more.
fn go<'a>(
    context: &RunContext<'_, '_>,
    board: &'a Board<'_>,
    slots: &mut [Slot<'a>],
) -> (usize, Option<usize>) {
    let RunContext { settings, hooks, .. } = *context;
    let limit = settings.chains.draws;
    let Some(until) = settings.until else {
        advance(context, board, limit, slots);
        return (limit, None);
    };
    let (mut end, mut lacking) = (0, 0);
    loop {
        end = until::next(end, limit);
        advance(context, board, end, slots);
        if hooks.is_interrupted() {
            return (limit, None);
        }
        let is_whole = |slot: &&Slot<'_>| slot.chain.is_some() && slot.failure.is_none();
        let whole: Vec<&Slot<'_>> = slots.iter().filter(is_whole).collect();
        let elements = whole.first().map_or(0, |slot| slot.outputs.columns.len());
        let is_reached = |element: usize| {
            let draws = |slot: &&'_ Slot<'a>| -> Vec<f64> { slot.outputs.columns[element][..end].to_vec() };
            let chains: Vec<Vec<f64>> = whole.iter().map(draws).collect();
            until.is_reached(&chains.iter().map(Vec::as_slice).collect::<Vec<_>>())
        };
        // What was lacking is likely to lack still.
        let short = (lacking..elements).chain(0..lacking).find(|element| !is_reached(*element));
        match short {
            Some(element) if end < limit => lacking = element,
            _ => return (end, short),
        }
    }
}

/// Lets all chains go on to a number of draws. A chain that fails stays where it is, and one that has them is
/// over if they are all that are wanted.
fn advance<'a>(context: &RunContext<'_, '_>, board: &'a Board<'_>, draws: usize, slots: &mut [Slot<'a>]) {
    let RunContext { target, settings, hooks } = *context;
    let work = |number: usize, slot: &mut Slot<'a>| -> Result<(), Error> {
        if slot.failure.is_some() || hooks.is_interrupted() {
            return Ok(());
        }
        let Slot { chain, outputs, progress: own, .. } = slot;
        let chain = match chain {
            Some(chain) => chain,
            None => chain.insert(Chain::begin(target, settings, number)?),
        };
        if own.is_none() {
            let (transitions, draws) = chain.made(settings);
            *own = board.teller(number, transitions, draws);
        }
        let result = chain.advance(context, draws, outputs, own);
        if draws == settings.chains.draws {
            *own = None;
        }
        result
    };
    let results = chains::run("nuts", settings.thread_count(), slots.iter_mut(), work);
    for (slot, result) in slots.iter_mut().zip(results) {
        if let Err(error) = result {
            slot.failure = Some(error);
            slot.progress = None;
        }
    }
}

/// Room for all draws.
fn allocate(elements: usize, settings: &Settings) -> Result<Vec<f64>, Error> {
    let too_many =
        Error::InvalidSetting { setting: "draws", rule: "be so few that all chains fit into memory" };
    let count = elements
        .checked_mul(settings.chains.count)
        .and_then(|count| count.checked_mul(settings.chains.draws));
    let count = count.ok_or_else(|| too_many.clone())?;
    // `vec!` would abort for want of memory; filling a vector that was reserved would touch all of it at
    // once.
    Vec::<f64>::new().try_reserve_exact(count).map_err(|_| too_many)?;
    Ok(vec![0.0; count])
}

/// Opens the files of all chains, so that a wrong path is found before the time is spent, and writes the
/// draws to them that there are.
fn files(settings: &Settings, elements: &[String], slots: &mut [Slot<'_>]) -> Result<(), Error> {
    let Some(prefix) = &settings.save else { return Ok(()) };
    for (number, Slot { chain, outputs, .. }) in slots.iter_mut().enumerate() {
        outputs.file = Some(ChainFile::create(prefix, settings, number, elements)?);
        if let Some(chain) = chain {
            outputs.write_again(chain.statistics());
        }
    }
    Ok(())
}

/// The chains, each with its part of every element's draws.
fn slots<'a>(values: &'a mut [f64], settings: &Settings, hooks: &Hooks<'a>) -> Vec<Slot<'a>> {
    let slot = |_| {
        let outputs =
            Outputs { columns: Vec::new(), file: None, saver: None, on_draw: hooks.on_draw.clone() };
        Slot { chain: None, outputs, progress: None, failure: None }
    };
    let mut slots: Vec<Slot<'a>> = (0..settings.chains.count).map(slot).collect();
    for (i, column) in values.chunks_exact_mut(settings.chains.draws).enumerate() {
        slots[i % settings.chains.count].outputs.columns.push(column);
    }
    slots
}
