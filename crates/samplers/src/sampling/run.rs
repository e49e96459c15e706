//! All chains of a run of the No-U-Turn sampler.

use super::chain::{Chain, Finished, RunContext};
use super::fit::Fit;
use super::hooks::{Draw, OnDraw};
use super::no_density;
use super::saved_draws::SavedDraws;
use super::settings::Settings;
use super::statistics::{ChainStatistics, DrawStatistics, STATISTICS};
use super::warm_start::WarmStart;
use crate::chains;
use crate::chains::{DrawsInMemory, Ending, Lockstep, RunHooks, Sampler};
use crate::density::MultiPoint;
use crate::draws::Draws;
use crate::error::Error;
use crate::record::{OnNumbers, Recordable, Recorder, run_recorded};
use crate::target::{Target, beside_parts};
use crate::trace::VariableInfo;
use std::path::Path;
use std::time::Instant;

/// Runs all chains, and keeps their draws in memory.
pub(super) fn run(
    target: &dyn Target,
    together: Option<&dyn MultiPoint>,
    settings: Settings,
    hooks: &RunHooks<'_>,
    on_draw: Option<&OnDraw<'_>>,
) -> Result<Fit, Error> {
    let started = Instant::now();
    let mut memory = DrawsInMemory::new(target.variables(), settings.run.chains)?;
    let (mut finished, ending) = run_into(memory.values_mut(), target, together, &settings, hooks, on_draw)?;
    let Ending { chains: kept, draws, warnings } = ending;
    finished.retain(|chain| kept.contains(&chain.statistics.number));
    let warmup = settings.save_warmup.then(|| warmup(target.variables(), &finished)).transpose()?.flatten();
    let mut chains: Vec<ChainStatistics> = finished.into_iter().map(|chain| chain.statistics).collect();
    chains.iter_mut().for_each(|chain| chain.draws.truncate(draws));
    let draws = memory.into_draws(&kept, draws)?;
    let fit = Fit { draws, warmup, chains, settings, elapsed: started.elapsed() };
    Ok(fit.with_warnings(warnings))
}

/// Returns the draws of warmup, if there are any.
fn warmup(variables: Vec<VariableInfo>, chains: &[Finished]) -> Result<Option<Draws>, Error> {
    let values: Vec<&[f64]> = chains.iter().map(|chain| chain.warmup.as_slice()).collect();
    let length = chains.iter().map(|chain| chain.statistics.warmup_draws.len()).min().unwrap_or(0);
    (length > 0).then(|| chains::gather(variables, &values, length)).transpose()
}

/// Runs all chains; their draws are stored in the file of their checkpoint only.
pub(super) fn run_to_disk(
    target: &dyn Target,
    together: Option<&dyn MultiPoint>,
    settings: Settings,
    hooks: &RunHooks<'_>,
    on_draw: Option<&OnDraw<'_>>,
) -> Result<SavedDraws, Error> {
    let (_, ending) = run_into(&mut [], target, together, &settings, hooks, on_draw)?;
    let path = settings.run.plan.path().unwrap_or(Path::new(""));
    Ok(SavedDraws::open(path, target.variables())?.with_warnings(ending.warnings))
}

/// Runs all chains, and writes their draws to `values` unless it is empty.
fn run_into(
    values: &mut [f64],
    target: &dyn Target,
    together: Option<&dyn MultiPoint>,
    settings: &Settings,
    hooks: &RunHooks<'_>,
    on_draw: Option<&OnDraw<'_>>,
) -> Result<(Vec<Finished>, Ending), Error> {
    let variables = target.variables();
    let count = settings.run.chains.count;
    // The warm start comes before the store is created, which may replace an existing store.
    let warm = WarmStart::of_settings(settings, target)?;
    let see = on_draw.map(|see| {
        move |chain: usize, index: usize, numbers: &[f64]| {
            let (statistics, values) = numbers.split_at(STATISTICS);
            see(&Draw { chain, index, values, statistics: DrawStatistics::of_slice(statistics) });
        }
    });
    let see = see.as_ref().map(|see| see as &OnNumbers<'_>);
    let recorder = Recorder::new(&settings.record, settings, &variables, (count, settings.save_warmup), see)?;
    let chains = (count, settings.run.lockstep);
    let lockstep = together
        .filter(|_| chains.1 > 1)
        .map(|density| Lockstep::new(density, chains, target.dimension(), &target.workspace()));
    let hooks = RunHooks { lockstep: lockstep.as_ref(), ..*hooks };
    let context = RunContext { target, lockstep: lockstep.as_ref(), settings, warm: warm.as_ref() };
    let mut own: Vec<Chain<'_>> = (0..count).map(|number| Chain::new(&context, number)).collect();
    let facts = settings.facts(target);
    let sampler = Sampler { name: "nuts", variables: &variables, statistics: STATISTICS, facts };
    let chains = own.iter_mut().map(|chain| chain as &mut dyn Recordable).collect();
    let run = || run_recorded(sampler, &settings.run, &hooks, values, chains, recorder);
    let mut outcome = beside_parts(target, settings.run.thread_count(), run)?;

    let mut chains = Vec::new();
    for ((chain, result), clock) in own.into_iter().zip(&outcome.results).zip(&outcome.clocks) {
        let Some(mut chain) = chain.finish().filter(|_| result.is_ok()) else { continue };
        let statistics = &mut chain.statistics;
        (statistics.warmup_time, statistics.sampling_time) = (clock.warmup_time, clock.sampling_time);
        chains.push(chain);
    }
    let divergent = chains.iter().flat_map(|chain| &chain.statistics.divergent);
    outcome.warnings.extend(no_density::warning(target, divergent));
    Ok((chains, outcome.ending()?))
}
