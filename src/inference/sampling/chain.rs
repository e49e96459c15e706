//! One chain of the No-U-Turn sampler.

use super::chain_file::ChainFile;
use super::divergence::{Divergent, MOST};
use super::hooks::{Draw, OnDraw};
#[cfg(feature = "report")]
use super::live::LiveStore;
use super::nuts::{Sampler, Warmup};
use super::settings::Settings;
use super::statistics::{Adapted, ChainStatistics, DrawStatistics, STATISTICS};
use crate::approximate::pathfinder::start_of_chain;
use crate::chains::{Phase, Step, Transition, has_not_begun};
use crate::checkpoint;
use crate::checkpoint::{Block, State, state};
use crate::error::Error;
use crate::posterior::Workspace;
use crate::target::{Start, Target};
use rand::rngs::ChaCha8Rng;

/// The values that all chains of a run share.
pub(super) struct RunContext<'a> {
    pub target: &'a dyn Target,
    pub settings: &'a Settings,
    /// The names of the elements.
    pub elements: &'a [String],
    pub on_draw: Option<&'a OnDraw<'a>>,
    /// The store that grows while chains run.
    #[cfg(feature = "report")]
    pub store: Option<LiveStore<'a>>,
}

/// A chain: before it begins, or on its way.
pub(super) struct Chain<'a> {
    context: &'a RunContext<'a>,
    number: usize,
    /// The file that the program asked for.
    file: Option<ChainFile>,
    moving: Option<Moving>,
}

/// A chain between two transitions.
struct Moving {
    rng: ChaCha8Rng,
    sampler: Sampler,
    warmup: Warmup,
    /// True if warmup is over, and what it found has been noted.
    is_settled: bool,
    statistics: ChainStatistics,
    memory: Memory,
}

state!(Moving { rng, sampler, warmup, is_settled, statistics; memory });

/// The memory of evaluations, none of which is read before it is written.
struct Memory {
    workspace: Workspace,
    constraining: Workspace,
    values: Vec<f64>,
    /// The point at which the transition began.
    start: Vec<f64>,
}

impl<'a> Chain<'a> {
    pub fn new(context: &'a RunContext<'a>, number: usize) -> Self {
        Self { context, number, file: None, moving: None }
    }

    /// Returns the chain's statistics with its file; nothing if the chain has not begun.
    pub fn finish(self) -> Option<(ChainStatistics, Option<ChainFile>)> {
        let Moving { mut statistics, memory, .. } = self.moving?;
        statistics.failed_solutions = self.context.target.failed_solutions(&memory.workspace);
        Some((statistics, self.file))
    }

    fn moving(&mut self) -> Result<&mut Moving, Error> {
        let chain = self.number;
        self.moving.as_mut().ok_or_else(|| has_not_begun(chain))
    }
}

impl Transition for Chain<'_> {
    fn begin(&mut self) -> Result<(), Error> {
        let RunContext { target, settings, .. } = *self.context;
        let mut rng = settings.run.chains.rng(self.number);
        let place = (self.number, settings.run.chains.count);
        let mut workspace = target.workspace();
        let mut start = settings.starts.find(target, place, &mut rng, &mut workspace)?;
        if settings.starts_from_pathfinder {
            start = start_of_chain(target, start, &mut rng, &mut workspace);
        }
        let reason = "there is no memory for it".to_owned();
        let no_room = Error::Sampler { chain: self.number, reason };
        self.moving = Some(Moving::at(start, rng, target, settings, self.number).ok_or(no_room)?);
        Ok(())
    }

    fn restore(&mut self, saved: &[u8], is_exact: bool) -> Result<(), String> {
        let RunContext { target, settings, .. } = *self.context;
        let zeros = vec![0.0; target.dimension()];
        let start = Start { point: zeros.clone(), gradient: zeros, log_density: 0.0 };
        let rng = settings.run.chains.rng(self.number);
        let moving = Moving::at(start, rng, target, settings, self.number);
        let mut moving = moving.ok_or_else(checkpoint::no_memory)?;
        if !moving.set_from_bytes(saved) {
            return Err(checkpoint::no_state(self.number));
        }
        let there = moving.sampler.log_density();
        let here = moving.log_density_again(target);
        self.moving = Some(moving);
        checkpoint::compare(there, here, self.number, is_exact)
    }

    fn read_draws(&mut self, block: &Block, most: usize) -> Result<(), String> {
        if let Some(moving) = self.moving.as_mut().filter(|_| !self.context.settings.run.is_on_disk) {
            let mut columns = block.columns();
            let columns: [&[f64]; STATISTICS] = std::array::from_fn(|_| columns.next().unwrap_or_default());
            let numbers = (0..most).map(|i| columns.map(|column| column[i]));
            moving.statistics.draws.extend(numbers.map(DrawStatistics::of_numbers));
        }
        Ok(())
    }

    /// Opens the chain's file, so that a wrong path is found before the time is spent, and writes the draws
    /// to it that there are.
    fn open(&mut self, columns: &[&mut [f64]]) -> Result<(), Error> {
        let RunContext { settings, elements, .. } = *self.context;
        #[cfg(feature = "report")]
        if let (Some(store), Some(Moving { statistics, .. })) = (&self.context.store, &self.moving) {
            for (i, draw) in statistics.draws.iter().enumerate() {
                let values: Vec<f64> = columns.iter().map(|column| column[i]).collect();
                store.push(self.number, draw, &values);
            }
        }
        let Some(prefix) = &settings.save else { return Ok(()) };
        let mut file = ChainFile::create(prefix, settings, self.number, elements)?;
        if let Some(Moving { statistics, .. }) = &self.moving {
            if !statistics.draws.is_empty() {
                file.adaptation(&statistics.adapted);
            }
            for (i, draw) in statistics.draws.iter().enumerate() {
                file.draw(draw, columns.iter().map(|column| column[i]));
            }
        }
        self.file = Some(file);
        Ok(())
    }

    fn advance(&mut self, phase: Phase) -> Result<Step, Error> {
        let RunContext { target, settings, .. } = *self.context;
        let moving = self.moving()?;
        let gradients = match phase {
            Phase::Warmup(_) => moving.warm_up(target),
            Phase::Sampling => {
                moving.settle(target, settings);
                moving.memory.start.copy_from_slice(moving.sampler.point());
                moving.transition(target)
            }
        };
        let Moving { sampler, .. } = moving;
        Ok(Step { gradients, step_size: sampler.length(), is_divergent: sampler.is_divergent() })
    }

    fn write_draw(&mut self, index: usize, numbers: &mut Vec<f64>) -> Result<(), Error> {
        let RunContext { target, settings, on_draw, .. } = *self.context;
        #[cfg(feature = "report")]
        let (number, store) = (self.number, self.context.store.as_ref());
        let Moving { sampler, statistics, memory, .. } = self.moving()?;
        let Memory { constraining, values, start, .. } = memory;
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
        numbers.extend(draw.to_numbers());
        numbers.extend_from_slice(values);
        if !settings.run.is_on_disk {
            statistics.draws.push(draw);
        }
        #[cfg(feature = "report")]
        if let Some(store) = store {
            store.push(number, &draw, &numbers[STATISTICS..]);
        }
        let adapted = (index == 0).then(|| statistics.adapted.clone());
        if let Some(file) = &mut self.file {
            adapted.iter().for_each(|adapted| file.adaptation(adapted));
            file.draw(&draw, numbers[STATISTICS..].iter().copied());
        }
        if let Some(on_draw) = on_draw {
            on_draw(&Draw { chain: self.number, index, values: &numbers[STATISTICS..], statistics: draw });
        }
        Ok(())
    }

    fn save(&mut self) -> Vec<u8> {
        self.moving.as_mut().map(State::to_bytes).unwrap_or_default()
    }
}

impl Moving {
    /// A chain at a point; nothing if there is no memory for it.
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
        let run = &settings.run;
        let warmup = Warmup::new(&mut sampler, settings.metric, settings.target_accept, run.chains.warmup);
        let statistics = ChainStatistics {
            number,
            draws: Vec::with_capacity(if run.is_on_disk { 0 } else { run.chains.draws }),
            initial_point: start.point,
            ..ChainStatistics::default()
        };
        let values = vec![0.0; target.variables().iter().map(|variable| variable.size()).sum()];
        let start = vec![0.0; target.dimension()];
        let memory =
            Memory { workspace: target.workspace(), constraining: target.workspace(), values, start };
        Some(Self { rng, sampler, warmup, is_settled: false, statistics, memory })
    }

    /// Makes one transition of warmup, after those that search for a step. Returns the number of gradients.
    fn warm_up(&mut self, target: &dyn Target) -> u64 {
        let mut gradients = 0;
        loop {
            gradients += self.transition(target);
            if self.warmup.learn(&mut self.sampler) || self.warmup.is_over() {
                self.statistics.warmup_leapfrogs += gradients;
                return gradients;
            }
        }
    }

    /// Ends warmup, if it has not ended: a last search for a step, and what has been found is noted.
    fn settle(&mut self, target: &dyn Target, settings: &Settings) {
        if self.is_settled {
            return;
        }
        while !self.warmup.is_over() {
            self.warm_up(target);
        }
        self.sampler.set_jitter(settings.step_jitter);
        self.statistics.adapted = Adapted::of(&self.sampler);
        self.is_settled = true;
    }

    /// Makes one transition. Returns the number of gradients.
    fn transition(&mut self, target: &dyn Target) -> u64 {
        let Self { rng, sampler, memory: Memory { workspace, .. }, .. } = self;
        sampler.transition(rng, |q, gradient| target.log_density_and_gradient(q, gradient, workspace));
        sampler.leapfrogs()
    }

    /// The log density of the chain's point, as the target has it now.
    fn log_density_again(&mut self, target: &dyn Target) -> f64 {
        let mut gradient = vec![0.0; target.dimension()];
        target.log_density_and_gradient(self.sampler.point(), &mut gradient, &mut self.memory.workspace)
    }
}
