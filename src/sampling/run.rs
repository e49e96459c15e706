//! All chains of a run.

use super::chain::{self, Finished, Task};
use super::chain_file::ChainFile;
use super::fit::Fit;
use super::nuts::Settings;
use super::progress::Progress;
use super::target::Target;
use crate::draws::Draws;
use crate::error::Error;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

pub(super) fn run(target: &dyn Target, settings: Settings) -> Result<Fit, Error> {
    let started = Instant::now();
    let variables = target.variables();
    let elements: Vec<String> = variables.iter().flat_map(|variable| variable.element_names()).collect();
    let mut values = allocate(elements.len(), &settings)?;
    let files = files(&settings, &elements)?;
    let tasks = tasks(&mut values, &settings, files);
    let finished = run_tasks(target, &settings, tasks);

    let (mut chains, mut warnings, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for result in finished {
        match result {
            Ok((statistics, warning)) => {
                chains.push(statistics);
                warnings.extend(warning);
            }
            Err(error) => errors.push(error),
        }
    }
    match errors.len() {
        0 => {}
        1 => return Err(errors.remove(0)),
        _ => return Err(Error::Chains { chains: settings.chains, errors }),
    }
    let draws = Draws::new(variables, settings.chains, settings.draws, values)?;
    Ok(Fit { draws, chains, warnings, settings, elapsed: started.elapsed() })
}

/// Room for all draws.
fn allocate(elements: usize, settings: &Settings) -> Result<Vec<f64>, Error> {
    let too_many =
        Error::InvalidSetting { setting: "draws", rule: "be so few that all chains fit into memory" };
    let count = elements.checked_mul(settings.chains).and_then(|count| count.checked_mul(settings.draws));
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
    (0..settings.chains).map(create).collect()
}

/// The chains, each with its part of every element's draws.
fn tasks<'a>(values: &'a mut [f64], settings: &Settings, files: Vec<Option<ChainFile>>) -> Vec<Task<'a>> {
    let task = |(chain, file)| Task { chain, columns: Vec::new(), file };
    let mut tasks: Vec<Task<'a>> = files.into_iter().enumerate().map(task).collect();
    for (i, column) in values.chunks_exact_mut(settings.draws).enumerate() {
        tasks[i % settings.chains].columns.push(column);
    }
    tasks
}

/// Runs chains on several threads; each thread takes the next chain when it has finished one. The results are in the
/// order of the chains.
fn run_tasks(target: &dyn Target, settings: &Settings, tasks: Vec<Task<'_>>) -> Vec<Result<Finished, Error>> {
    let progress = Progress::new(settings.progress, settings.warmup.saturating_add(settings.draws));
    let results: Vec<_> = tasks.iter().map(|task| Mutex::new(Err(lost(task.chain)))).collect();
    let queue = Mutex::new(tasks.into_iter());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(task) = next() {
            let chain = task.chain;
            let run = AssertUnwindSafe(|| chain::run(target, settings, task, &progress));
            let result = catch_unwind(run).unwrap_or_else(|panic| Err(panicked(chain, &*panic)));
            *results[chain].lock().unwrap_or_else(PoisonError::into_inner) = result;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..settings.thread_count() {
            // Without the thread the others have more to do.
            let _ = std::thread::Builder::new().name("nuts".to_owned()).spawn_scoped(scope, work);
        }
        work();
    });
    results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

fn lost(chain: usize) -> Error {
    Error::Sampler { chain, reason: "it was not run".to_owned() }
}

fn panicked(chain: usize, panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    Error::Sampler { chain, reason: format!("a panic, which is a bug: {text}") }
}
