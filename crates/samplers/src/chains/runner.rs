//! The runner of chains for all samplers: threads, checkpoints, `until`, progress and interruptions.

use super::progress::{Board, bars};
use super::slot::{Clock, Saved, Slot};
use super::{Ending, RunHooks, RunSettings, Transition, run_tasks, until};
use crate::checkpoint::{Facts, Snapshot};
use crate::draws::Warning;
use crate::error::Error;
use crate::trace::VariableInfo;

/// Describes the sampler of a run.
pub struct Sampler<'a> {
    /// The name of the sampler, used for the names of threads.
    pub name: &'static str,
    /// The variables of the model; empty for a probabilistic program.
    pub variables: &'a [VariableInfo],
    /// The number of statistics of each draw, which come before its elements.
    pub statistics: usize,
    /// The settings that must be equal when the run is resumed from its checkpoint.
    pub facts: Facts,
}

/// The results of a run, without its draws.
pub struct Outcome {
    /// For each chain the number of its draws, or the error with which it failed.
    pub results: Vec<Result<usize, Error>>,
    pub clocks: Vec<Clock>,
    /// The number of draws that each chain should have at the end.
    pub wanted: usize,
    pub warnings: Vec<Warning>,
}

impl Outcome {
    /// Decides which chains and how many draws are kept.
    pub fn ending(self) -> Result<Ending, Error> {
        let mut ending = Ending::of(self.results, self.wanted)?;
        ending.warnings.splice(0..0, self.warnings);
        Ok(ending)
    }
}

/// Runs chains until they have their draws. `values` has a place for each number, in the order element,
/// chain, draw; if it is empty, the draws are not kept in memory.
pub fn run_chains<'r>(
    sampler: Sampler<'_>,
    settings: &RunSettings,
    hooks: &RunHooks<'_>,
    values: &'r mut [f64],
    chains: impl IntoIterator<Item = &'r mut dyn Transition>,
) -> Result<Outcome, Error> {
    let hooks = &hooks.begun();
    let Sampler { name, variables, statistics, facts } = sampler;
    let elements: Vec<String> = variables.iter().flat_map(VariableInfo::element_names).collect();
    let bars = if settings.progress && hooks.progress.is_none() { bars() } else { None };
    let reader = hooks.progress.or(bars.as_deref());
    let board = Board::new(reader, &elements, settings.chains.count, settings.iterations());
    // Shortens the lifetime of the trait objects to that of this run.
    let chains = chains.into_iter().map(|chain| chain as &mut dyn Transition);
    let mut slots = slots(values, settings, chains, statistics);
    let snapshot = Snapshot::new(variables, facts, settings.chains.count);
    // A sampler whose draws have no fixed length has one column, which holds its numbers one after the
    // other.
    let columns = (statistics + elements.len()).max(1);
    let opened = settings.plan.open(snapshot, columns, &mut Saved { settings, slots: &mut slots })?;
    let (journal, savers) = opened.unzip();
    for (slot, saver) in slots.iter_mut().zip(savers.into_iter().flatten()) {
        slot.saver = Some(saver);
    }
    for Slot { chain, columns, clock, .. } in &mut slots {
        let drawn = settings.draws_among(clock.iterations).min(settings.chains.draws);
        chain.open(drawn, columns)?;
    }
    let mut run = Run { name, settings, hooks, board: &board, elements: &elements, slots };
    let (wanted, lacking) = run.continue_until_enough();

    let clocks = run.slots.iter().map(|slot| slot.clock).collect();
    let drawn = |slot: Slot<'_>| match slot.failure {
        Some(error) => Err(error),
        None => Ok(settings.draws_among(slot.clock.iterations)),
    };
    let results = run.slots.into_iter().map(drawn).collect();
    let mut warnings: Vec<Warning> = journal.and_then(|journal| journal.warning()).into_iter().collect();
    if let (Some(element), Some(until)) = (lacking, settings.until) {
        warnings.push(Warning::NotReached { element, ess: until.ess, rhat: until.rhat });
    }
    Ok(Outcome { results, clocks, wanted, warnings })
}

/// Makes the slots of the chains, each with its part of every element's draws.
fn slots<'r>(
    values: &'r mut [f64],
    settings: &RunSettings,
    chains: impl Iterator<Item = &'r mut dyn Transition>,
    statistics: usize,
) -> Vec<Slot<'r>> {
    let mut slots: Vec<Slot<'r>> = chains.map(|chain| Slot::new(chain, Vec::new(), statistics)).collect();
    let count = slots.len();
    for (i, column) in values.chunks_exact_mut(settings.chains.draws).enumerate() {
        slots[i % count].columns.push(column);
    }
    slots
}

/// All chains of a run in progress.
struct Run<'a, 'r> {
    name: &'static str,
    settings: &'a RunSettings,
    hooks: &'a RunHooks<'a>,
    board: &'r Board<'r>,
    elements: &'a [String],
    slots: Vec<Slot<'r>>,
}

impl<'r> Run<'_, 'r> {
    /// Continues all chains until there are enough draws. Returns the number of draws that each chain
    /// should have, and the element that would need more.
    fn continue_until_enough(&mut self) -> (usize, Option<String>) {
        let limit = self.settings.chains.draws;
        let Some(until) = self.settings.until else {
            self.continue_all_to(limit);
            return (limit, None);
        };
        let (mut end, mut likely) = (0, 0);
        loop {
            end = until::next(end, limit);
            self.continue_all_to(end);
            if self.hooks.is_interrupted() {
                return (limit, None);
            }
            let whole = self.slots.iter().filter(|slot| slot.has_begun && slot.failure.is_none());
            let chains: Vec<_> = whole.map(|slot| (&*slot.chain, &slot.columns[..])).collect();
            match until.first_short(&chains, self.elements, end, &mut likely) {
                Some(_) if end < limit => {}
                short => return (end, short),
            }
        }
    }

    /// Continues all chains until each has a number of draws. A chain that fails stays where it is, and a
    /// chain that has all draws is over.
    fn continue_all_to(&mut self, draws: usize) {
        let Self { settings, hooks, board, .. } = *self;
        let work = |number: usize, slot: &mut Slot<'r>| -> Result<(), Error> {
            if slot.failure.is_some() || hooks.is_interrupted() {
                return Ok(());
            }
            // Chains in lockstep with this chain wait for it until it ends or panics.
            let _member = hooks.lockstep.map(|lockstep| lockstep.join(number));
            if !slot.has_begun {
                slot.chain.begin().inspect_err(|_| slot.chain.lost())?;
                slot.has_begun = true;
            }
            if slot.reporter.is_none() {
                let iterations = slot.clock.iterations;
                slot.reporter = board.reporter(number, iterations, settings.draws_among(iterations));
            }
            let result = slot.continue_to(draws, settings, hooks);
            if result.is_err() {
                slot.chain.lost();
            }
            if draws == settings.chains.draws {
                slot.reporter = None;
            }
            result
        };
        let results = run_tasks(self.name, settings.thread_count(), self.slots.iter_mut(), work);
        for (slot, result) in self.slots.iter_mut().zip(results) {
            if let Err(error) = result {
                slot.chain.lost();
                slot.failure = Some(error);
                slot.reporter = None;
            }
        }
    }
}
