//! All chains of a run of Gibbs sampling.

use super::builder::Gibbs;
use super::chain::Chain;
use super::record::{Draw, GibbsFormat};
use super::sweep::Sweep;
use crate::chains::{DrawsInMemory, Ending, Sampler};
use crate::checkpoint::{Checksum, Facts};
use crate::draws::Draws;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::sampling::SavedDraws;
use monomorph_samplers::record::{OnNumbers, Recordable, Recorder, run_recorded};
use std::path::Path;

/// Runs all chains, and keeps their draws in memory.
pub(super) fn run<M: BoundModel>(gibbs: &Gibbs<'_, M>) -> Result<Draws, Error> {
    let mut memory = DrawsInMemory::new(gibbs.posterior.variables(), gibbs.run.chains)?;
    let Ending { chains, draws, warnings } = run_into(memory.values_mut(), gibbs)?;
    Ok(memory.into_draws(&chains, draws)?.with_warnings(warnings))
}

/// Runs all chains, and keeps their draws in the file of their checkpoint.
pub(super) fn run_to_disk<M: BoundModel>(gibbs: &Gibbs<'_, M>) -> Result<SavedDraws, Error> {
    let Ending { warnings, .. } = run_into(&mut [], gibbs)?;
    let path = gibbs.run.plan.path().unwrap_or(Path::new(""));
    Ok(SavedDraws::open(path, gibbs.posterior.variables())?.with_warnings(warnings))
}

/// Runs all chains. Draws are written to `values` if it has room for them.
fn run_into<M: BoundModel>(values: &mut [f64], gibbs: &Gibbs<'_, M>) -> Result<Ending, Error> {
    let sweep = Sweep::of(gibbs);
    let variables = gibbs.posterior.variables();
    let Gibbs { run, record, on_draw, .. } = gibbs;
    let see = on_draw
        .as_ref()
        .map(|see| move |chain: usize, index: usize, values: &[f64]| see(&Draw { chain, index, values }));
    let see = see.as_ref().map(|see| see as &OnNumbers<'_>);
    let format = GibbsFormat { chains: run.chains, thin: run.thin };
    let recorder = Recorder::new(record, &format, &variables, (run.chains.count, false), see)?;
    let mut own: Vec<Chain<'_, M>> = (0..run.chains.count).map(|number| Chain::new(&sweep, number)).collect();
    let sampler = Sampler { name: "gibbs", variables: &variables, statistics: 0, facts: facts(gibbs) };
    let chains = own.iter_mut().map(|chain| chain as &mut dyn Recordable).collect();
    run_recorded(sampler, run, &gibbs.hooks, values, chains, recorder)?.ending()
}

/// Returns the settings on which draws depend, and the posterior, as texts.
fn facts<M: BoundModel>(gibbs: &Gibbs<'_, M>) -> Facts {
    let mut blocks = String::new();
    for block in &gibbs.blocks {
        (0..block.set.len()).for_each(|place| blocks = format!("{blocks} {}", block.set.get(place).name()));
        blocks.push(';');
    }
    let own = [
        ("metric", format!("{:?}", gibbs.metric)),
        ("target_accept", gibbs.target_accept.to_string()),
        ("transitions", gibbs.transitions.to_string()),
        ("schedule", format!("{:016x}", Checksum::of(gibbs.schedule().to_string().as_bytes()))),
        ("blocks", blocks),
        ("initial values", gibbs.initial.fact()),
    ];
    let own = own.into_iter().map(|(name, value)| (name.to_owned(), value));
    let of_posterior = crate::target::data_of(gibbs.posterior, gibbs.posterior.arch());
    gibbs.run.facts("gibbs").into_iter().chain(own).chain(of_posterior).collect()
}
