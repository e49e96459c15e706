//! The state of a chain during a run, on which the next transition depends.

use super::divergence::{Divergent, MOST};
use super::gradients::Gradients;
use super::nuts::{Sampler, Warmup};
use super::settings::Settings;
use super::statistics::{Adapted, ChainStatistics, DrawStatistics};
use super::warm_start::WarmStart;
use crate::checkpoint::state;
use crate::error::Error;
use crate::target::{Start, Target};
use crate::workspace::Workspace;
use rand::rngs::ChaCha8Rng;

/// A chain between two transitions.
pub(super) struct Moving {
    pub rng: ChaCha8Rng,
    pub sampler: Sampler,
    pub warmup: Warmup,
    /// True if warmup is over and its results have been recorded.
    pub is_warmed_up: bool,
    pub statistics: ChainStatistics,
    pub memory: EvaluationMemory,
}

state!(Moving { rng, sampler, warmup, is_warmed_up, statistics; memory });

/// The memory of evaluations. All of it is written before it is read.
pub(super) struct EvaluationMemory {
    pub workspace: Workspace,
    pub constraining: Workspace,
    pub values: Vec<f64>,
    /// The point at which the last transition began.
    pub start: Vec<f64>,
    /// The values at the draws of warmup, if they are kept.
    pub warmup: Vec<f64>,
}

impl Moving {
    /// Makes a chain at a point. Returns `None` if there is not enough memory.
    pub fn at(
        start: Start,
        rng: ChaCha8Rng,
        target: &dyn Target,
        (settings, warm): (&Settings, Option<&WarmStart>),
        number: usize,
    ) -> Option<Self> {
        let (dimension, depth, arch) = (target.dimension(), settings.max_depth, target.arch());
        let sampler = match settings.walnuts {
            Some(max_error) => Sampler::within_orbit(dimension, depth, arch, max_error),
            None => Sampler::new(dimension, depth, arch),
        };
        let mut sampler = sampler?;
        sampler.set_numbers(target.numbers());
        settings.give_precision(&mut sampler);
        sampler.place(&start.point, &start.gradient, start.log_density);
        let run = &settings.run;
        let warmup = match warm {
            Some(warm) => warm.warmup(&mut sampler, settings),
            None => Warmup::new(&mut sampler, settings.metric, settings.target_accept, run.chains.warmup),
        };
        let statistics = ChainStatistics {
            number,
            draws: Vec::with_capacity(if run.is_on_disk { 0 } else { run.chains.draws }),
            initial_point: start.point,
            ..ChainStatistics::default()
        };
        let values = vec![0.0; target.variables().iter().map(|variable| variable.size()).sum()];
        let (start, kept) = (vec![0.0; target.dimension()], Vec::new());
        let (workspace, constraining) = (target.workspace(), target.workspace());
        let memory = EvaluationMemory { workspace, constraining, values, start, warmup: kept };
        Some(Self { rng, sampler, warmup, is_warmed_up: false, statistics, memory })
    }

    /// Makes one transition of warmup, after the transitions of a search for a step. Returns the number of
    /// gradients.
    pub fn warm_up(&mut self, from: Gradients<'_>) -> u64 {
        let mut gradients = 0;
        loop {
            gradients += self.transition(from);
            let is_done = self.warmup.learn(&mut self.sampler) || self.warmup.is_over();
            if let Some(wanted) = self.warmup.take_wanted() {
                let Self { sampler, memory: EvaluationMemory { workspace, .. }, .. } = self;
                let mut evaluate = |q: &[f64], gradient: &mut [f64]| {
                    from.target.log_density_and_gradient(q, gradient, workspace)
                };
                let (is_taken, evaluations) = wanted.learn(sampler, &mut evaluate);
                if is_taken {
                    self.warmup.has_taken_curvature();
                }
                gradients += evaluations;
            }
            if is_done {
                self.statistics.warmup_leapfrogs += gradients;
                return gradients;
            }
        }
    }

    /// Keeps the current draw of warmup. Its values are stored in the memory.
    pub fn keep_warmup(&mut self, target: &dyn Target) -> Result<(), Error> {
        let Self {
            sampler, statistics, memory: EvaluationMemory { constraining, values, warmup, .. }, ..
        } = self;
        target.constrain_into(sampler.point(), values, constraining)?;
        warmup.extend_from_slice(values);
        statistics.warmup_draws.push(DrawStatistics::of(sampler));
        Ok(())
    }

    /// Ends warmup, if it has not ended, with a last search for a step, and records its results.
    pub fn finish_warmup(&mut self, from: Gradients<'_>, settings: &Settings) {
        if self.is_warmed_up {
            return;
        }
        while !self.warmup.is_over() {
            self.warm_up(from);
        }
        self.sampler.set_jitter(settings.step_jitter);
        self.statistics.adapted = Adapted::of(&self.sampler);
        self.statistics.failures_in_warmup = from.target.failures(&self.memory.workspace);
        self.is_warmed_up = true;
    }

    /// Makes one transition. Returns the number of gradients.
    pub fn transition(&mut self, from: Gradients<'_>) -> u64 {
        let Self { rng, sampler, memory: EvaluationMemory { workspace, .. }, .. } = self;
        sampler.transition(rng, |q, gradient| from.at(q, gradient, workspace));
        sampler.leapfrogs()
    }

    /// Returns the log density of the chain's point under the current target.
    pub fn log_density_again(&mut self, from: Gradients<'_>) -> f64 {
        let mut gradient = vec![0.0; from.target.dimension()];
        from.at(self.sampler.point(), &mut gradient, &mut self.memory.workspace)
    }

    /// Returns the statistics of the chain's current draw. The places of the first few divergences are
    /// recorded.
    pub fn draw(&mut self, index: usize, target: &dyn Target) -> Result<DrawStatistics, Error> {
        let Self { sampler, statistics, memory, .. } = self;
        let EvaluationMemory { constraining, values, start, .. } = memory;
        let draw = DrawStatistics::of(sampler);
        if draw.divergent && statistics.divergent.len() < MOST {
            let mut with_values = |point: &[f64]| -> Result<(Vec<f64>, Vec<f64>), Error> {
                target.constrain_into(point, values, constraining)?;
                Ok((point.to_vec(), values.clone()))
            };
            let (start, end) = (with_values(start)?, with_values(sampler.divergent_point())?);
            statistics.divergent.push(Divergent { draw: index, start, end });
        }
        target.constrain_into(sampler.point(), values, constraining)?;
        Ok(draw)
    }
}
