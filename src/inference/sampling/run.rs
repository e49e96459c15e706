//! All chains of a run.

use super::chain::{self, Task};
use super::chain_file::ChainFile;
use super::fit::Fit;
use super::progress::Progress;
use super::settings::Settings;
use super::target::Target;
use crate::chains;
use crate::draws::Draws;
use crate::error::Error;
use std::time::Instant;

pub(super) fn run(target: &dyn Target, settings: Settings) -> Result<Fit, Error> {
    let started = Instant::now();
    let variables = target.variables();
    let elements: Vec<String> = variables.iter().flat_map(|variable| variable.element_names()).collect();
    let mut values = allocate(elements.len(), &settings)?;
    let files = files(&settings, &elements)?;
    let tasks = tasks(&mut values, &settings, files);
    let progress =
        Progress::new(settings.progress, settings.chains.warmup.saturating_add(settings.chains.draws));
    let finished = chains::run("nuts", settings.thread_count(), tasks, |_, task| {
        chain::run(target, &settings, task, &progress)
    });

    let (mut statistics, mut warnings, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for result in finished {
        match result {
            Ok((of_chain, warning)) => {
                statistics.push(of_chain);
                warnings.extend(warning);
            }
            Err(error) => errors.push(error),
        }
    }
    match errors.len() {
        0 => {}
        1 => return Err(errors.remove(0)),
        _ => return Err(Error::Chains { chains: settings.chains.count, errors }),
    }
    let draws = Draws::new(variables, settings.chains.count, settings.chains.draws, values)?;
    Ok(Fit { draws, chains: statistics, warnings, settings, elapsed: started.elapsed() })
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
fn tasks<'a>(values: &'a mut [f64], settings: &Settings, files: Vec<Option<ChainFile>>) -> Vec<Task<'a>> {
    let task = |(chain, file)| Task { chain, columns: Vec::new(), file };
    let mut tasks: Vec<Task<'a>> = files.into_iter().enumerate().map(task).collect();
    for (i, column) in values.chunks_exact_mut(settings.chains.draws).enumerate() {
        tasks[i % settings.chains.count].columns.push(column);
    }
    tasks
}
