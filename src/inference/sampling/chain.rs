//! One chain.

use super::chain_file::ChainFile;
use super::initial_point;
use super::nuts::{Sampler, Warmup};
use super::progress::Progress;
use super::settings::Settings;
use super::statistics::{Adapted, ChainStatistics, DrawStatistics};
use super::target::Target;
use crate::draws::Warning;
use crate::error::Error;
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
    let mut rng = settings.chains.rng(chain);
    let mut workspace = target.workspace();
    let start = initial_point::find(target, settings, chain, &mut rng, &mut workspace)?;
    let mut progress = progress.chain(chain);

    let started = Instant::now();
    let no_room = || stopped("there is no memory for it".to_owned());
    let mut sampler =
        Sampler::new(target.dimension(), settings.max_depth, target.arch()).ok_or_else(no_room)?;
    sampler.place(&start.point, &start.gradient, start.log_density);
    let mut evaluate =
        |q: &[f64], gradient: &mut [f64]| target.log_density_and_gradient(q, gradient, &mut workspace);
    let mut warmup =
        Warmup::new(&mut sampler, settings.metric, settings.target_accept, settings.chains.warmup);
    let mut warmup_leapfrogs = 0;
    while !warmup.is_over() {
        sampler.transition(&mut rng, &mut evaluate);
        warmup_leapfrogs += sampler.leapfrogs();
        let draw = DrawStatistics::of(&sampler);
        if warmup.learn(&mut sampler) {
            progress.advance(true, &draw);
        }
    }
    sampler.set_jitter(settings.step_jitter);
    let warmup_time = started.elapsed();

    let started = Instant::now();
    let mut draws = Vec::with_capacity(settings.chains.draws);
    let mut values = vec![0.0; columns.len()];
    let mut constraining = target.workspace();
    let adapted = Adapted::of(&sampler);
    for i in 0..settings.chains.draws {
        sampler.transition(&mut rng, &mut evaluate);
        let draw = DrawStatistics::of(&sampler);
        target.constrain_into(sampler.point(), &mut values, &mut constraining)?;
        for (column, value) in columns.iter_mut().zip(&values) {
            column[i] = *value;
        }
        if let Some(file) = &mut file {
            if i == 0 {
                file.adaptation(&adapted);
            }
            file.draw(&draw, values.iter().copied());
        }
        progress.advance(false, &draw);
        draws.push(draw);
    }
    let statistics = ChainStatistics {
        draws,
        initial_point: start.point,
        adapted,
        warmup_leapfrogs,
        warmup_time,
        sampling_time: started.elapsed(),
    };
    let failure = file.and_then(|file| file.finish(&statistics).err());
    let warning = failure.map(|(path, reason)| Warning::NotSaved { path, reason });
    Ok((statistics, warning))
}
