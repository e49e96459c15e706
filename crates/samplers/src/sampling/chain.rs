//! One chain of the No-U-Turn sampler.

use super::csv;
use super::gradients::Gradients;
use super::moving::Moving;
use super::settings::Settings;
use super::statistics::{ChainStatistics, DrawStatistics, STATISTICS};
use super::warm_start::WarmStart;
use crate::approximate::pathfinder::start_of_chain;
use crate::chains::{Lockstep, Phase, Step, Transition, has_not_begun};
use crate::checkpoint;
use crate::checkpoint::{Block, State};
use crate::error::Error;
use crate::record::Recordable;
use crate::target::{Start, Target};

/// The values that all chains of a run share.
pub(super) struct RunContext<'a> {
    pub target: &'a dyn Target,
    /// The groups of chains in lockstep, if chains run in lockstep.
    pub lockstep: Option<&'a Lockstep<'a>>,
    pub settings: &'a Settings,
    pub warm: Option<&'a WarmStart>,
}

/// A chain, before its start or after it.
pub(super) struct Chain<'a> {
    context: &'a RunContext<'a>,
    number: usize,
    pub moving: Option<Moving>,
}

/// The draws and the statistics of a chain.
pub(super) struct Finished {
    pub statistics: ChainStatistics,
    /// The values of all elements at each draw of warmup, if they are kept.
    pub warmup: Vec<f64>,
}

impl<'a> Chain<'a> {
    pub fn new(context: &'a RunContext<'a>, number: usize) -> Self {
        Self { context, number, moving: None }
    }

    /// Returns the statistics and the warmup draws of the chain, or `None` if it has not begun.
    pub fn finish(self) -> Option<Finished> {
        let Moving { mut statistics, memory, .. } = self.moving?;
        statistics.failures = self.context.target.failures(&memory.workspace);
        Some(Finished { statistics, warmup: memory.warmup })
    }

    /// The source of the chain's gradients.
    fn gradients(&self) -> Gradients<'a> {
        let RunContext { target, lockstep, .. } = *self.context;
        Gradients { target, lockstep, chain: self.number }
    }

    fn moving(&mut self) -> Result<&mut Moving, Error> {
        let chain = self.number;
        self.moving.as_mut().ok_or_else(|| has_not_begun(chain))
    }
}

impl Transition for Chain<'_> {
    fn begin(&mut self) -> Result<(), Error> {
        let RunContext { target, settings, warm, .. } = *self.context;
        let mut rng = settings.run.chains.rng(self.number);
        let place = (self.number, settings.run.chains.count);
        let mut workspace = target.workspace();
        let mut start = match warm.filter(|_| settings.starts.are_random()) {
            Some(warm) => warm.start(place.0, place.1),
            None => settings.starts.find(target, place, &mut rng, &mut workspace)?,
        };
        if settings.starts_from_pathfinder {
            start = start_of_chain(target, start, &mut rng, &mut workspace);
        }
        let reason = "there is no memory for it".to_owned();
        let no_room = Error::Sampler { chain: self.number, reason };
        self.moving = Some(Moving::at(start, rng, target, (settings, warm), self.number).ok_or(no_room)?);
        Ok(())
    }

    fn restore(&mut self, saved: &[u8], is_exact: bool) -> Result<(), String> {
        let RunContext { target, settings, warm, .. } = *self.context;
        let zeros = vec![0.0; target.dimension()];
        let start = Start { point: zeros.clone(), gradient: zeros, log_density: 0.0 };
        let rng = settings.run.chains.rng(self.number);
        let moving = Moving::at(start, rng, target, (settings, warm), self.number);
        let mut moving = moving.ok_or_else(checkpoint::no_memory)?;
        if !moving.set_from_bytes(saved) {
            return Err(checkpoint::no_state(self.number));
        }
        let there = moving.sampler.log_density();
        let here = moving.log_density_again(self.gradients());
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

    fn advance(&mut self, phase: Phase) -> Result<Step, Error> {
        let RunContext { target, settings, .. } = *self.context;
        let from = self.gradients();
        let moving = self.moving()?;
        let gradients = match phase {
            Phase::Warmup(_) if settings.save_warmup => {
                let gradients = moving.warm_up(from);
                moving.keep_warmup(target)?;
                gradients
            }
            Phase::Warmup(_) => moving.warm_up(from),
            Phase::Sampling => {
                moving.finish_warmup(from, settings);
                moving.memory.start.copy_from_slice(moving.sampler.point());
                moving.transition(from)
            }
        };
        let Moving { sampler, .. } = moving;
        Ok(Step { gradients, step_size: sampler.length(), is_divergent: sampler.is_divergent() })
    }

    fn write_draw(&mut self, index: usize, numbers: &mut Vec<f64>) -> Result<(), Error> {
        let RunContext { target, settings, .. } = *self.context;
        let moving = self.moving()?;
        let draw = moving.draw(index, target)?;
        let Moving { statistics, memory, .. } = moving;
        numbers.extend(draw.to_numbers());
        numbers.extend_from_slice(&memory.values);
        if !settings.run.is_on_disk {
            statistics.draws.push(draw);
        }
        Ok(())
    }

    fn save(&mut self) -> Vec<u8> {
        self.moving.as_mut().map(State::to_bytes).unwrap_or_default()
    }
}

impl Recordable for Chain<'_> {
    fn write_adaptation(&self, text: &mut String) {
        if let Some(Moving { statistics, .. }) = &self.moving {
            csv::adaptation(text, &statistics.adapted);
        }
    }

    fn statistics_of(&self, draw: usize) -> Vec<f64> {
        let draws = self.moving.iter().flat_map(|moving| &moving.statistics.draws);
        draws.skip(draw).take(1).flat_map(|draw| draw.to_numbers()).collect()
    }

    fn warmup_draw(&self) -> Option<Vec<f64>> {
        let Moving { statistics, memory, .. } = self.moving.as_ref()?;
        let draw = statistics.warmup_draws.last()?;
        Some(draw.to_numbers().into_iter().chain(memory.values.iter().copied()).collect())
    }
}
