//! One chain, which can stop after any transition and go on later.

use super::hooks::{Draw, Hooks};
use super::initial_point;
use super::nuts::{Sampler, Warmup};
use super::outputs::Outputs;
use super::progress::ChainProgress;
use super::settings::Settings;
use super::statistics::{Adapted, ChainStatistics, DrawStatistics};
use super::target::Target;
use crate::error::Error;
use crate::posterior::Workspace;
use rand::rngs::ChaCha8Rng;
use std::time::Instant;

/// A chain between two transitions.
pub(super) struct Chain {
    rng: ChaCha8Rng,
    sampler: Sampler,
    warmup: Warmup,
    /// Whether warmup is over, and what it found has been noted.
    is_settled: bool,
    statistics: ChainStatistics,
    memory: Memory,
}

/// The memory of evaluations, none of which is read before it is written.
struct Memory {
    workspace: Workspace,
    constraining: Workspace,
    values: Vec<f64>,
}

impl Chain {
    /// A chain at its initial point.
    pub fn begin(target: &dyn Target, settings: &Settings, number: usize) -> Result<Self, Error> {
        let mut rng = settings.chains.rng(number);
        let mut workspace = target.workspace();
        let start = initial_point::find(target, settings, number, &mut rng, &mut workspace)?;
        let no_room = || Error::Sampler { chain: number, reason: "there is no memory for it".to_owned() };
        let mut sampler =
            Sampler::new(target.dimension(), settings.max_depth, target.arch()).ok_or_else(no_room)?;
        sampler.place(&start.point, &start.gradient, start.log_density);
        let warmup =
            Warmup::new(&mut sampler, settings.metric, settings.target_accept, settings.chains.warmup);
        let statistics = ChainStatistics {
            number,
            draws: Vec::with_capacity(settings.chains.draws),
            initial_point: start.point,
            ..ChainStatistics::default()
        };
        let values = vec![0.0; target.variables().iter().map(|variable| variable.size()).sum()];
        let memory = Memory { workspace, constraining: target.workspace(), values };
        Ok(Self { rng, sampler, warmup, is_settled: false, statistics, memory })
    }

    /// Goes on until there are so many draws after warmup, or the run is interrupted.
    pub fn advance(
        &mut self,
        target: &dyn Target,
        settings: &Settings,
        hooks: &Hooks<'_>,
        draws: usize,
        outputs: &mut Outputs<'_>,
        progress: &mut ChainProgress,
    ) -> Result<(), Error> {
        self.warm_up(target, settings, hooks, progress);
        if !self.is_settled {
            return Ok(());
        }
        let Self { rng, sampler, statistics, memory, .. } = self;
        let Memory { workspace, constraining, values } = memory;
        let mut evaluate =
            |q: &[f64], gradient: &mut [f64]| target.log_density_and_gradient(q, gradient, workspace);
        let started = Instant::now();
        while statistics.draws.len() < draws && !hooks.is_interrupted() {
            sampler.transition(rng, &mut evaluate);
            let draw = DrawStatistics::of(sampler);
            target.constrain_into(sampler.point(), values, constraining)?;
            let (chain, index) = (statistics.number, statistics.draws.len());
            outputs.take(&Draw { chain, index, values, statistics: draw }, &statistics.adapted);
            progress.advance(false, &draw);
            statistics.draws.push(draw);
        }
        statistics.sampling_time += started.elapsed();
        Ok(())
    }

    /// Goes on until warmup is over, or the run is interrupted.
    fn warm_up(
        &mut self,
        target: &dyn Target,
        settings: &Settings,
        hooks: &Hooks<'_>,
        progress: &mut ChainProgress,
    ) {
        let Self { rng, sampler, warmup, statistics, memory, .. } = self;
        let mut evaluate = |q: &[f64], gradient: &mut [f64]| {
            target.log_density_and_gradient(q, gradient, &mut memory.workspace)
        };
        let started = Instant::now();
        while !warmup.is_over() && !hooks.is_interrupted() {
            sampler.transition(rng, &mut evaluate);
            statistics.warmup_leapfrogs += sampler.leapfrogs();
            let draw = DrawStatistics::of(sampler);
            if warmup.learn(sampler) {
                progress.advance(true, &draw);
            }
        }
        if self.is_settled {
            return;
        }
        statistics.warmup_time += started.elapsed();
        if warmup.is_over() {
            sampler.set_jitter(settings.step_jitter);
            statistics.adapted = Adapted::of(sampler);
            self.is_settled = true;
        }
    }

    /// What it leaves behind besides its draws.
    pub fn into_statistics(self) -> ChainStatistics {
        self.statistics
    }
}
