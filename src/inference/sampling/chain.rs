//! One chain, which can stop after any transition and go on later.

use super::divergence::{Divergent, MOST};
use super::hooks::{Draw, Hooks};
use super::initial_point;
use super::initial_point::Start;
use super::nuts::{Sampler, Warmup};
use super::outputs::Outputs;
use super::progress::ProgressReporter;
use super::settings::Settings;
use super::statistics::{Adapted, ChainStatistics, DrawStatistics};
use super::target::Target;
use crate::checkpoint::{Saver, State, state};
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
    /// The number of draws after warmup.
    drawn: usize,
    memory: Memory,
}

state!(Chain { rng, sampler, warmup, is_settled, statistics; drawn, memory });

/// The memory of evaluations, none of which is read before it is written.
struct Memory {
    workspace: Workspace,
    constraining: Workspace,
    values: Vec<f64>,
    /// Where the transition began.
    start: Vec<f64>,
}

/// What a chain goes on with.
pub(super) struct RunContext<'a, 'b> {
    pub target: &'a dyn Target,
    pub settings: &'a Settings,
    pub hooks: &'a Hooks<'b>,
}

impl Chain {
    /// A chain at its initial point.
    pub fn begin(target: &dyn Target, settings: &Settings, number: usize) -> Result<Self, Error> {
        let mut rng = settings.chains.rng(number);
        let start = initial_point::find(target, settings, number, &mut rng, &mut target.workspace())?;
        let no_room = || Error::Sampler { chain: number, reason: "there is no memory for it".to_owned() };
        Self::at(start, rng, target, settings, number).ok_or_else(no_room)
    }

    /// A chain at zero, which is to become another; nothing if there is no memory for it.
    pub fn new(target: &dyn Target, settings: &Settings, number: usize) -> Option<Self> {
        let zeros = vec![0.0; target.dimension()];
        let start = Start { point: zeros.clone(), gradient: zeros, log_density: 0.0 };
        Self::at(start, settings.chains.rng(number), target, settings, number)
    }

    fn at(
        start: Start,
        rng: ChaCha8Rng,
        target: &dyn Target,
        settings: &Settings,
        number: usize,
    ) -> Option<Self> {
        let (dimension, depth, arch) = (target.dimension(), settings.max_depth, target.arch());
        let sampler = match settings.walnuts {
            Some(max_error) => Sampler::within_orbit(dimension, depth, arch, max_error),
            None => Sampler::new(dimension, depth, arch),
        };
        let mut sampler = sampler?;
        sampler.set_numbers(target.numbers());
        sampler.place(&start.point, &start.gradient, start.log_density);
        let warmup =
            Warmup::new(&mut sampler, settings.metric, settings.target_accept, settings.chains.warmup);
        let statistics = ChainStatistics {
            number,
            draws: Vec::with_capacity(if settings.is_on_disk { 0 } else { settings.chains.draws }),
            initial_point: start.point,
            ..ChainStatistics::default()
        };
        let values = vec![0.0; target.variables().iter().map(|variable| variable.size()).sum()];
        let start = vec![0.0; target.dimension()];
        let memory =
            Memory { workspace: target.workspace(), constraining: target.workspace(), values, start };
        Some(Self { rng, sampler, warmup, is_settled: false, statistics, drawn: 0, memory })
    }

    /// Goes on until there are `draws` draws after warmup, or the run is interrupted.
    pub fn advance(
        &mut self,
        context: &RunContext<'_, '_>,
        draws: usize,
        outputs: &mut Outputs<'_>,
        progress: &mut Option<ProgressReporter<'_>>,
    ) -> Result<(), Error> {
        self.warm_up(context, outputs, progress);
        let RunContext { target, settings, hooks } = *context;
        let mut started = Instant::now();
        while self.is_settled && self.drawn < draws && !hooks.is_interrupted() {
            self.memory.start.copy_from_slice(self.sampler.point());
            self.transition(target);
            let Self {
                sampler, statistics, drawn, memory: Memory { constraining, values, start, .. }, ..
            } = self;
            let draw = DrawStatistics::of(sampler);
            if draw.divergent && statistics.divergent.len() < MOST {
                let mut with_values = |point: &[f64]| -> Result<(Vec<f64>, Vec<f64>), Error> {
                    target.constrain_into(point, values, constraining)?;
                    Ok((point.to_vec(), values.clone()))
                };
                statistics.divergent.push(Divergent {
                    draw: *drawn,
                    start: with_values(start)?,
                    end: with_values(sampler.divergent_point())?,
                });
            }
            target.constrain_into(sampler.point(), values, constraining)?;
            let (chain, index) = (statistics.number, *drawn);
            outputs.take(&Draw { chain, index, values, statistics: draw }, &statistics.adapted);
            if let Some(progress) = progress {
                progress.advance(&draw, Some(values));
            }
            *drawn += 1;
            if !settings.is_on_disk {
                statistics.draws.push(draw);
            }
            if outputs.saver.as_mut().is_some_and(Saver::count) {
                statistics.sampling_time += started.elapsed();
                started = Instant::now();
                self.save(outputs);
                if settings.is_on_disk {
                    outputs.check_saved()?;
                }
            }
        }
        self.statistics.sampling_time += started.elapsed();
        self.statistics.failed_solutions = target.failed_solutions(&self.memory.workspace);
        if outputs.saver.as_ref().is_some_and(Saver::is_behind) {
            self.save(outputs);
        }
        if settings.is_on_disk { outputs.check_saved() } else { Ok(()) }
    }

    /// Goes on until warmup is over, or the run is interrupted.
    fn warm_up(
        &mut self,
        context: &RunContext<'_, '_>,
        outputs: &mut Outputs<'_>,
        progress: &mut Option<ProgressReporter<'_>>,
    ) {
        let RunContext { target, settings, hooks } = *context;
        if self.is_settled {
            return;
        }
        let mut started = Instant::now();
        while !self.warmup.is_over() && !hooks.is_interrupted() {
            self.transition(target);
            let Self { sampler, warmup, statistics, .. } = self;
            statistics.warmup_leapfrogs += sampler.leapfrogs();
            let draw = DrawStatistics::of(sampler);
            if warmup.learn(sampler)
                && let Some(progress) = progress
            {
                progress.advance(&draw, None);
            }
            if outputs.saver.as_mut().is_some_and(Saver::count) {
                statistics.warmup_time += started.elapsed();
                started = Instant::now();
                self.save(outputs);
            }
        }
        let Self { sampler, warmup, statistics, is_settled, .. } = self;
        statistics.warmup_time += started.elapsed();
        if warmup.is_over() {
            sampler.set_jitter(settings.step_jitter);
            statistics.adapted = Adapted::of(sampler);
            *is_settled = true;
        }
    }

    fn transition(&mut self, target: &dyn Target) {
        let Self { rng, sampler, memory: Memory { workspace, .. }, .. } = self;
        sampler.transition(rng, |q, gradient| target.log_density_and_gradient(q, gradient, workspace));
    }

    fn save(&mut self, outputs: &mut Outputs<'_>) {
        let state = self.to_bytes();
        if let Some(saver) = &mut outputs.saver {
            saver.commit(state);
        }
    }

    /// The log density of the chain's point.
    pub fn log_density(&self) -> f64 {
        self.sampler.log_density()
    }

    /// The log density of the chain's point, as the target has it now.
    pub fn log_density_again(&mut self, target: &dyn Target) -> f64 {
        let mut gradient = vec![0.0; target.dimension()];
        target.log_density_and_gradient(self.sampler.point(), &mut gradient, &mut self.memory.workspace)
    }

    /// The number of transitions that are over, searches for steps left out, and of draws among them.
    pub fn made(&self, settings: &Settings) -> (usize, usize) {
        (if self.is_settled { settings.chains.warmup + self.drawn } else { 0 }, self.drawn)
    }

    /// The number of draws after warmup.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    /// Counts draws that were made before.
    pub fn add_drawn(&mut self, count: usize) {
        self.drawn += count;
    }

    pub fn statistics(&self) -> &ChainStatistics {
        &self.statistics
    }

    pub fn statistics_mut(&mut self) -> &mut ChainStatistics {
        &mut self.statistics
    }

    /// What it leaves behind besides its draws.
    pub fn into_statistics(self) -> ChainStatistics {
        self.statistics
    }
}
