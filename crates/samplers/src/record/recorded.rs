//! [`run_recorded`]: chains whose draws are written as they are made.

use super::store::{SAMPLING, WARMUP};
use super::{ChainFile, Recorder};
use crate::chains::{Outcome, Phase, RunHooks, RunSettings, Sampler, Step, Transition, run_chains};
use crate::checkpoint::Block;
use crate::draws::Warning;
use crate::error::Error;

/// A chain with more to write than its draws.
pub trait Recordable: Transition {
    /// Writes the comments that come before the first draw in a CSV file: the results of warmup.
    fn write_adaptation(&self, text: &mut String);

    /// Returns the sampler's own numbers of an earlier draw, which was made or read.
    fn statistics_of(&self, draw: usize) -> Vec<f64>;

    /// Returns the numbers of the last draw of warmup, in the form of a draw, if draws of warmup are kept.
    fn warmup_draw(&self) -> Option<Vec<f64>>;
}

/// Runs chains, and passes their draws to the recorder as well. The files of the chains that did not fail
/// are closed. The first warnings of the outcome report draws that could not be written.
///
/// The chains are trait objects, so that the function is not compiled again for each model.
///
/// # Errors
///
/// The errors of [`run_chains`].
pub fn run_recorded(
    sampler: Sampler<'_>,
    settings: &RunSettings,
    hooks: &RunHooks<'_>,
    values: &mut [f64],
    chains: Vec<&mut dyn Recordable>,
    recorder: Recorder<'_>,
) -> Result<Outcome, Error> {
    // Shortens the lifetime of the trait objects to that of the recorder.
    let chains = chains.into_iter().map(|chain| chain as &mut dyn Recordable).enumerate();
    let to = &recorder;
    let mut recorded: Vec<RecordedChain<'_>> =
        chains.map(|(number, chain)| RecordedChain { chain, number, recorder: to, file: None }).collect();
    let transitions = recorded.iter_mut().map(|chain| chain as &mut dyn Transition);
    let mut outcome = run_chains(sampler, settings, hooks, values, transitions)?;
    let over = recorded.into_iter().zip(&outcome.results).zip(&outcome.clocks);
    let unsaved = over
        .filter(|((_, result), _)| result.is_ok())
        .filter_map(|((chain, _), clock)| chain.file?.finish((clock.warmup_time, clock.sampling_time)).err());
    let unsaved: Vec<Error> = unsaved.collect();
    let unsaved = unsaved.into_iter().chain(recorder.finish());
    outcome.warnings.splice(0..0, unsaved.map(Warning::not_saved));
    Ok(outcome)
}

/// A chain that passes its draws to a [`Recorder`] as well.
struct RecordedChain<'r> {
    chain: &'r mut dyn Recordable,
    number: usize,
    recorder: &'r Recorder<'r>,
    file: Option<ChainFile>,
}

impl Transition for RecordedChain<'_> {
    fn begin(&mut self) -> Result<(), Error> {
        self.chain.begin()
    }

    fn restore(&mut self, saved: &[u8], is_exact: bool) -> Result<(), String> {
        self.chain.restore(saved, is_exact)
    }

    fn read_draws(&mut self, block: &Block, most: usize) -> Result<(), String> {
        // All draws are written to the store again, also draws that are not kept in memory.
        if let Some(store) = &self.recorder.store {
            for draw in 0..most {
                let numbers: Vec<f64> = block.columns().map(|column| column[draw]).collect();
                store.push(SAMPLING, self.number, &numbers);
            }
        }
        self.chain.read_draws(block, most)
    }

    /// Opens the chain's file before the first iteration, so that a wrong path is found early, and writes
    /// the existing draws to it.
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
