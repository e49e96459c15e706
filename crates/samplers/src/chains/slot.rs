//! One chain of a run, which can stop after any iteration and continue later.

use super::{Phase, ProgressReporter, RunHooks, RunSettings, Transition};
use crate::checkpoint::{Block, Resume, SavedChain, Saver, State, no_state, state};
use crate::error::Error;
use std::time::{Duration, Instant};

/// A chain of the run, with all destinations of its results.
pub(super) struct Slot<'r> {
    pub chain: &'r mut dyn Transition,
    pub has_begun: bool,
    pub clock: Clock,
    /// The draws of each element.
    pub columns: Vec<&'r mut [f64]>,
    pub saver: Option<Saver>,
    pub reporter: Option<ProgressReporter<'r>>,
    pub failure: Option<Error>,
    /// The numbers of the last draw.
    numbers: Vec<f64>,
    /// The number of statistics of a draw, which come before the values of its elements.
    statistics: usize,
}

/// Counts the iterations of a chain and their time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    /// The number of iterations that are over, warmup included.
    pub iterations: usize,
    pub warmup_time: Duration,
    pub sampling_time: Duration,
}
state!(Clock { iterations, warmup_time, sampling_time });

/// The number of bytes of a [`Clock`].
const CLOCK: usize = 40;

impl<'r> Slot<'r> {
    pub fn new(chain: &'r mut dyn Transition, columns: Vec<&'r mut [f64]>, statistics: usize) -> Self {
        let (clock, numbers) = (Clock::default(), Vec::new());
        let (saver, reporter, failure) = (None, None, None);
        Self { chain, has_begun: false, clock, columns, saver, reporter, failure, numbers, statistics }
    }

    /// Continues the chain until it has a number of draws, or the run is interrupted.
    pub fn continue_to(
        &mut self,
        draws: usize,
        settings: &RunSettings,
        hooks: &RunHooks<'_>,
    ) -> Result<(), Error> {
        let mut started = Instant::now();
        while settings.draws_among(self.clock.iterations) < draws && !hooks.is_interrupted() {
            let phase = settings.phase(self.clock.iterations);
            self.iterate(phase, settings)?;
            let is_due = self.saver.as_mut().is_some_and(Saver::count);
            let has_warmed_up = self.clock.iterations == settings.chains.warmup;
            if is_due || has_warmed_up {
                let time = match phase {
                    Phase::Warmup(_) => &mut self.clock.warmup_time,
                    Phase::Sampling => &mut self.clock.sampling_time,
                };
                *time += started.elapsed();
                started = Instant::now();
            }
            if is_due {
                self.save();
                self.check_saved(settings)?;
            }
        }
        let time = match settings.phase(self.clock.iterations) {
            Phase::Warmup(_) => &mut self.clock.warmup_time,
            Phase::Sampling => &mut self.clock.sampling_time,
        };
        *time += started.elapsed();
        if self.saver.as_ref().is_some_and(Saver::is_behind) {
            self.save();
        }
        self.check_saved(settings)
    }

    /// Makes one iteration, and writes its draw if it ends in one.
    fn iterate(&mut self, phase: Phase, settings: &RunSettings) -> Result<(), Error> {
        let step = self.chain.advance(phase)?;
        let index = settings.draws_among(self.clock.iterations);
        self.clock.iterations += 1;
        let is_draw = settings.draws_among(self.clock.iterations) > index;
        if is_draw {
            self.numbers.clear();
            self.chain.write_draw(index, &mut self.numbers)?;
            if let Some(saver) = &mut self.saver {
                saver.take(self.numbers.iter().copied());
            }
            let values = &self.numbers[self.statistics..];
            self.columns.iter_mut().zip(values).for_each(|(column, value)| column[index] = *value);
        }
        if let Some(reporter) = &mut self.reporter {
            let values = is_draw.then(|| &self.numbers[self.statistics..]);
            reporter.report(&step, phase, values);
        }
        Ok(())
    }

    fn save(&mut self) {
        let mut state = self.clock.to_bytes();
        state.append(&mut self.chain.save());
        if let Some(saver) = &mut self.saver {
            saver.commit(state);
        }
    }

    /// Returns an error if draws are stored in the file only and could not be written to it.
    fn check_saved(&self, settings: &RunSettings) -> Result<(), Error> {
        match &self.saver {
            Some(saver) if settings.is_on_disk => saver.check(),
            _ => Ok(()),
        }
    }
}

/// The chains of a run that is resumed from a checkpoint.
pub(super) struct Saved<'a, 'r> {
    pub settings: &'a RunSettings,
    pub slots: &'a mut [Slot<'r>],
}

impl Resume for Saved<'_, '_> {
    fn restore(&mut self, number: usize, saved: &SavedChain, is_exact: bool) -> Result<(), String> {
        let slot = &mut self.slots[number];
        let (clock, state) = saved.state.split_at_checked(CLOCK).ok_or_else(|| no_state(number))?;
        if !slot.clock.set_from_bytes(clock) {
            return Err(no_state(number));
        }
        slot.has_begun = true;
        slot.chain.restore(state, is_exact)
    }

    fn take(&mut self, block: &Block) -> Result<(), String> {
        let Slot { chain, columns, statistics, .. } = &mut self.slots[block.chain];
        for (own, saved) in columns.iter_mut().zip(block.columns().skip(*statistics)) {
            let room = own.get_mut(block.first..).unwrap_or_default();
            room.iter_mut().zip(saved).for_each(|(own, saved)| *own = *saved);
        }
        chain.read_draws(block, self.settings.chains.draws.saturating_sub(block.first).min(block.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_has_a_fixed_number_of_bytes() {
        assert_eq!(Clock::default().to_bytes().len(), CLOCK);
    }
}
