//! All chains of a run.

use super::chain::Chain;
use super::chain_file::ChainFile;
use super::cut::{common_length, cut};
use super::fit::Fit;
use super::hooks::Hooks;
use super::outputs::Outputs;
use super::progress::{ChainProgress, Progress};
use super::settings::Settings;
use super::target::Target;
use crate::chains;
use crate::draws::{Draws, Warning};
use crate::error::Error;
use std::time::Instant;

/// A chain of the run: before it begins, on its way, or failed.
struct Slot<'a> {
    chain: Option<Chain>,
    outputs: Outputs<'a>,
    progress: Option<ChainProgress>,
    failure: Option<Error>,
}

pub(super) fn run(target: &dyn Target, settings: Settings, hooks: &Hooks<'_>) -> Result<Fit, Error> {
    let started = Instant::now();
    let variables = target.variables();
    let elements: Vec<String> = variables.iter().flat_map(|variable| variable.element_names()).collect();
    let mut values = allocate(elements.len(), &settings)?;
    let files = files(&settings, &elements)?;
    let progress =
        Progress::new(settings.progress, settings.chains.warmup.saturating_add(settings.chains.draws));
    let mut slots = slots(&mut values, &settings, hooks, files);
    advance(target, &settings, hooks, &progress, settings.chains.draws, &mut slots);

    let (mut finished, mut warnings, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for Slot { chain, mut outputs, failure, .. } in slots {
        if let Some(error) = failure {
            errors.push(error);
        } else if let Some(chain) = chain {
            let statistics = chain.into_statistics();
            warnings.extend(outputs.finish(&statistics));
            finished.push(statistics);
        }
    }
    let length = common_length(finished.iter().map(|chain| chain.draws.len()));
    let Some(length) = length else { return Err(failure(&settings, errors)) };
    finished.retain(|chain| chain.draws.len() >= length);
    let kept: Vec<usize> = finished.iter().map(|chain| chain.number).collect();
    cut(&mut values, (settings.chains.count, &kept), (settings.chains.draws, length));
    finished.iter_mut().for_each(|chain| chain.draws.truncate(length));
    let lost = errors.len();
    warnings.extend(errors.into_iter().map(|error| Warning::ChainFailed { reason: error.to_string() }));
    if length < settings.chains.draws || kept.len() + lost < settings.chains.count {
        warnings.push(Warning::Interrupted {
            draws: length,
            wanted: settings.chains.draws,
            left_out: settings.chains.count - lost - kept.len(),
        });
    }
    let draws = Draws::new(variables, kept.len(), length, values)?;
    Ok(Fit { draws, chains: finished, warnings, settings, elapsed: started.elapsed() })
}

/// Lets all chains go on to a number of draws. A chain that fails stays where it is.
fn advance(
    target: &dyn Target,
    settings: &Settings,
    hooks: &Hooks<'_>,
    progress: &Progress,
    draws: usize,
    slots: &mut [Slot<'_>],
) {
    let work = |number: usize, slot: &mut Slot<'_>| -> Result<(), Error> {
        if slot.failure.is_some() || hooks.is_interrupted() {
            return Ok(());
        }
        let Slot { chain, outputs, progress: own, .. } = slot;
        let chain = match chain {
            Some(chain) => chain,
            None => chain.insert(Chain::begin(target, settings, number)?),
        };
        let own = own.get_or_insert_with(|| progress.chain(number));
        chain.advance(target, settings, hooks, draws, outputs, own)
    };
    let results = chains::run("nuts", settings.thread_count(), slots.iter_mut(), work);
    for (slot, result) in slots.iter_mut().zip(results) {
        if let Err(error) = result {
            slot.failure = Some(error);
        }
    }
}

/// The error of a run none of whose chains has a draw.
fn failure(settings: &Settings, mut errors: Vec<Error>) -> Error {
    match errors.len() {
        0 => Error::Interrupted,
        1 => errors.remove(0),
        _ => Error::Chains { chains: settings.chains.count, errors },
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
    // `vec!` would abort for want of memory; filling a vector that was reserved would touch all of it at once.
    Vec::<f64>::new().try_reserve_exact(count).map_err(|_| too_many)?;
    Ok(vec![0.0; count])
}

/// The files of all chains, so that a wrong path is found before the time is spent.
fn files(settings: &Settings, elements: &[String]) -> Result<Vec<Option<ChainFile>>, Error> {
    let create = |chain| {
        let file = settings.save.as_ref().map(|prefix| ChainFile::create(prefix, settings, chain, elements));
        file.transpose()
    };
    (0..settings.chains.count).map(create).collect()
}

/// The chains, each with its part of every element's draws.
fn slots<'a>(
    values: &'a mut [f64],
    settings: &Settings,
    hooks: &Hooks<'a>,
    files: Vec<Option<ChainFile>>,
) -> Vec<Slot<'a>> {
    let slot = |file| {
        let outputs = Outputs { columns: Vec::new(), file, on_draw: hooks.on_draw.clone() };
        Slot { chain: None, outputs, progress: None, failure: None }
    };
    let mut slots: Vec<Slot<'a>> = files.into_iter().map(slot).collect();
    for (i, column) in values.chunks_exact_mut(settings.chains.draws).enumerate() {
        slots[i % settings.chains.count].outputs.columns.push(column);
    }
    slots
}
