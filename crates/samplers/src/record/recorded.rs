//! [`Recorded`]: a chain whose draws are written as they are made.

use super::store::{SAMPLING, WARMUP};
use super::{ChainFile, Recorder};
use crate::chains::{Outcome, Phase, Step, Transition};
use crate::checkpoint::Block;
use crate::draws::Warning;
use crate::error::Error;
use std::time::Duration;

/// A chain of which more is written than its draws.
pub trait Recordable: Transition {
    /// Writes the comments that stand in a CSV file before the first draw: what warmup has found.
    fn write_adaptation(&self, text: &mut String);

    /// The sampler's own numbers of a draw that was made, or read, before.
    fn statistics_of(&self, draw: usize) -> Vec<f64>;

    /// The numbers of the draw of warmup that was made last, as those of a draw, if draws of warmup are kept.
    fn warmup_draw(&self) -> Option<Vec<f64>>;
}

/// The times of warmup and of sampling.
pub type Times = (Duration, Duration);

/// A chain whose draws go to a [`Recorder`] as well.
pub struct Recorded<'a, Chain> {
    chain: Chain,
    number: usize,
    recorder: &'a Recorder<'a>,
    file: Option<ChainFile>,
}

impl<'a, Chain> Recorded<'a, Chain> {
    /// The chain of this number.
    pub fn new(chain: Chain, number: usize, recorder: &'a Recorder<'a>) -> Self {
        Self { chain, number, recorder, file: None }
    }

    /// Closes the files of the chains of a run that did not fail. Returns these chains with their times of
    /// warmup and of sampling, and a warning for each file to which some draws could not be written.
    pub fn close(own: Vec<Self>, outcome: &Outcome) -> (Vec<(Chain, Times)>, Vec<Warning>) {
        let (mut chains, mut warnings) = (Vec::new(), Vec::new());
        let over = own.into_iter().zip(&outcome.results).zip(&outcome.clocks);
        for ((Self { chain, file, .. }, _), clock) in over.filter(|((_, result), _)| result.is_ok()) {
            let times = (clock.warmup_time, clock.sampling_time);
            let failure = file.and_then(|file| file.finish(times).err());
            warnings.extend(failure.map(|(path, reason)| Warning::NotSaved { path, reason }));
            chains.push((chain, times));
        }
        (chains, warnings)
    }
}

impl<Chain: Recordable> Transition for Recorded<'_, Chain> {
    fn begin(&mut self) -> Result<(), Error> {
        self.chain.begin()
    }

    fn restore(&mut self, saved: &[u8], is_exact: bool) -> Result<(), String> {
        self.chain.restore(saved, is_exact)
    }

    fn read_draws(&mut self, block: &Block, most: usize) -> Result<(), String> {
        // The store gets all draws anew, also those that are not kept in memory.
        if let Some(store) = &self.recorder.store {
            for draw in 0..most {
                let numbers: Vec<f64> = block.columns().map(|column| column[draw]).collect();
                store.push(SAMPLING, self.number, &numbers);
            }
        }
        self.chain.read_draws(block, most)
    }

    /// Opens the chain's file, so that a wrong path is found before the time is spent, and writes the draws
    /// to it that there are.
    fn open(&mut self, drawn: usize, columns: &[&mut [f64]]) -> Result<(), Error> {
        self.chain.open(drawn, columns)?;
        let Recorder { csv: Some(prefix), format, variables, .. } = *self.recorder else { return Ok(()) };
        let mut file = ChainFile::create(prefix, format, self.number, variables)?;
        if drawn > 0 {
            self.chain.write_adaptation(file.text());
        }
        for draw in 0..drawn {
            let statistics = self.chain.statistics_of(draw);
            file.draw(format, &statistics, columns.iter().map(|column| column[draw]));
        }
        self.file = Some(file);
        Ok(())
    }

    fn advance(&mut self, phase: Phase) -> Result<Step, Error> {
        let store = self.recorder.store.as_ref();
        let _guard = store.map(|store| store.guard(self.number));
        let step = self.chain.advance(phase)?;
        if let (Phase::Warmup(_), Some(store)) = (phase, store)
            && let Some(numbers) = self.chain.warmup_draw()
        {
            store.push(WARMUP, self.number, &numbers);
        }
        Ok(step)
    }

    fn write_draw(&mut self, index: usize, numbers: &mut Vec<f64>) -> Result<(), Error> {
        let Recorder { format, on_draw, ref store, .. } = *self.recorder;
        let _guard = store.as_ref().map(|store| store.guard(self.number));
        self.chain.write_draw(index, numbers)?;
        if let Some(store) = store {
            store.push(SAMPLING, self.number, numbers);
        }
        if let Some(file) = &mut self.file {
            if index == 0 {
                self.chain.write_adaptation(file.text());
            }
            let (statistics, values) = numbers.split_at(format.statistics());
            file.draw(format, statistics, values.iter().copied());
        }
        if let Some(on_draw) = on_draw {
            on_draw(self.number, index, numbers);
        }
        Ok(())
    }

    fn lost(&mut self) {
        if let Some(store) = &self.recorder.store {
            store.lose(self.number);
        }
        self.chain.lost();
    }

    fn save(&mut self) -> Vec<u8> {
        self.chain.save()
    }

    fn series(&self, draws: usize) -> Vec<(String, Vec<f64>)> {
        self.chain.series(draws)
    }
}
