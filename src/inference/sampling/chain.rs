//! One chain.

use super::chain_file::ChainFile;
use super::initial_point;
use super::nuts::Settings;
use super::progress::Progress;
use super::sampler::Sampler;
use super::statistics::ChainStatistics;
use super::target::Target;
use crate::draws::Warning;
use crate::error::Error;
use nuts_rs::rand::SeedableRng;
use nuts_rs::rand::rngs::ChaCha8Rng;
use std::time::Instant;

/// A chain to run: its number, where its draws go, one slice per element, and its file.
pub(super) struct Task<'a> {
    pub chain: usize,
    pub columns: Vec<&'a mut [f64]>,
    pub file: Option<ChainFile>,
}

/// What a chain leaves behind besides its draws.
pub(super) type Finished = (ChainStatistics, Option<Warning>);

/// Warms up and samples.
pub(super) fn run(
    target: &dyn Target,
    settings: &Settings,
    task: Task<'_>,
    progress: &Progress,
) -> Result<Finished, Error> {
    let Task { chain, mut columns, mut file } = task;
    let stopped = |reason| Error::Sampler { chain, reason };
    // The streams of one seed do not overlap.
    let mut rng = ChaCha8Rng::seed_from_u64(settings.chains.seed);
    rng.set_stream(chain as u64);
    let initial_point = initial_point::find(target, settings, chain, &mut rng)?;
    let mut progress = progress.chain(chain);

    let started = Instant::now();
    let mut sampler = Sampler::new(target, settings, chain, &initial_point, &mut rng).map_err(stopped)?;
    let mut warmup_leapfrogs = 0;
    for _ in 0..settings.chains.warmup {
        let (_, draw) = sampler.transition().map_err(stopped)?;
        warmup_leapfrogs += draw.leapfrogs;
        progress.advance(true, &draw);
    }
    sampler.end_warmup();
    let warmup_time = started.elapsed();

    let started = Instant::now();
    let mut draws = Vec::with_capacity(settings.chains.draws);
    let mut values = vec![0.0; columns.len()];
    let mut workspace = target.workspace();
    for i in 0..settings.chains.draws {
        let (point, draw) = sampler.transition().map_err(stopped)?;
        target.constrain_into(&point, &mut values, &mut workspace)?;
        for (column, value) in columns.iter_mut().zip(&values) {
            column[i] = *value;
        }
        if let Some(file) = &mut file {
            if i == 0 {
                file.adaptation(sampler.adapted_step_size(), &sampler.inverse_metric());
            }
            file.draw(&draw, values.iter().copied());
        }
        progress.advance(false, &draw);
        draws.push(draw);
    }
    let statistics = ChainStatistics {
        draws,
        initial_point,
        step_size: sampler.adapted_step_size(),
        inverse_metric: sampler.inverse_metric(),
        warmup_leapfrogs,
        warmup_time,
        sampling_time: started.elapsed(),
    };
    let failure = file.and_then(|file| file.finish(&statistics).err());
    let warning = failure.map(|(path, reason)| Warning::NotSaved { path, reason });
    Ok((statistics, warning))
}
