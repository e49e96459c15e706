//! Chains of a program in the files of a checkpoint.
//!
//! A run is saved as its choices: running the program again with them gives the same value and the same
//! record. So a draw is saved as a list of choices. The state of a chain is one more list, with the parts
//! that do not follow from the choices: random numbers, the adaptation of its moves, and log densities,
//! which full conditionals of tracked runs sum in another order than a run does.

use super::generator::Generator;
use super::kernel::State;
use super::resting::Resting;
use super::tracked::Path;
use super::{Program, Record, Run};
use crate::checkpoint;
use crate::checkpoint::{Block, state};
use crate::track::Recording;
use rand::SeedableRng;
use std::mem::swap;

/// The part of a chain's state that does not follow from the program.
#[derive(Clone, Debug)]
pub(super) struct SavedState {
    /// The encoded choices of the current run.
    choices: Vec<f64>,
    rng: Generator,
    seen: Vec<u8>,
    is_recording: bool,
    has_path: bool,
    log_density: f64,
    factors: f64,
    /// The log density of each site.
    log_densities: Vec<f64>,
}

state!(SavedState { choices, rng, seen, is_recording, has_path, log_density, factors, log_densities });

/// The reason why a run cannot be continued with another program.
const OTHER: &str = "it belongs to another program";

/// Appends the encoded choices of a run: their number, and for each the two halves of its hash and its
/// value. A whole hash would not fit exactly into an `f64`.
pub(super) fn encode(record: &Record, numbers: &mut Vec<f64>) {
    let place = numbers.len();
    numbers.push(0.0);
    for (hash, value) in record.sampled() {
        numbers.extend([(hash >> 32) as f64, (hash & 0xffff_ffff) as f64, value]);
    }
    numbers[place] = ((numbers.len() - place) / 3) as f64;
}

/// Decodes the first run and removes it from the numbers; returns `None` if they are not valid.
fn decode(numbers: &mut &[f64]) -> Option<Record> {
    let (count, rest) = numbers.split_first()?;
    let (own, rest) = rest.split_at_checked((*count as usize).checked_mul(3)?)?;
    *numbers = rest;
    let choice = |choice: &[f64]| ((choice[0] as u64) << 32 | choice[1] as u64, choice[2]);
    Some(Record::of_values(own.chunks_exact(3).map(choice)))
}

/// Repeats a run whose choices are in its source. The error is the reason why the program is another one.
fn run_again<T, F: Fn(&mut Run) -> T>(program: &Program<F>, run: &mut Run) -> Result<T, String> {
    let value = program.execute(run).map_err(|error| format!("{OTHER}: {error}"))?;
    let value = value.ok_or_else(|| format!("{OTHER}, in which a run with its choices is impossible"))?;
    let saved = |(hash, value): (u64, f64)| run.source.site(hash).is_some_and(|site| site.value == value);
    match run.record.sampled().all(saved) && run.record.sampled == run.source.sampled {
        true => Ok(value),
        false => Err(format!("{OTHER}, which makes other choices")),
    }
}

/// Repeats the runs of a block's draws, and calls a function with the record and the value of each, until
/// it returns false.
pub(super) fn read_draws<T, F: Fn(&mut Run) -> T>(
    program: &Program<F>,
    is_recording: bool,
    block: &Block,
    mut give: impl FnMut(&Record, T) -> bool,
) -> Result<(), String> {
    let (mut run, mut numbers) = (program.run(0), &block.numbers[..]);
    run.recording = is_recording.then(Recording::new);
    while !numbers.is_empty() {
        run.source = decode(&mut numbers).ok_or_else(|| checkpoint::no_state(block.chain))?;
        let value = run_again(program, &mut run)?;
        if !give(&run.record, value) {
            break;
        }
    }
    Ok(())
}

impl SavedState {
    pub fn empty() -> Self {
        Self {
            choices: Vec::new(),
            rng: Generator::seed_from_u64(0),
            seen: Vec::new(),
            is_recording: false,
            has_path: false,
            log_density: 0.0,
            factors: 0.0,
            log_densities: Vec::new(),
        }
    }

    pub fn of<T>(state: &Resting<T>) -> Self {
        let source = &state.run.source;
        let mut choices = Vec::new();
        encode(source, &mut choices);
        Self {
            choices,
            rng: state.run.rng.clone(),
            seen: state.run.seen.iter().map(|seen| u8::from(*seen)).collect(),
            is_recording: state.run.is_recording,
            has_path: state.path.is_some(),
            log_density: state.log_density,
            factors: source.factors,
            log_densities: source.sites.iter().map(|site| site.log_density).collect(),
        }
    }

    /// Restores the saved chain; the error is the reason why the program is another one. With `is_exact`
    /// the log density must equal the saved one exactly.
    pub fn restore<T, F: Fn(&mut Run) -> T>(
        self,
        program: &Program<F>,
        chain: usize,
        is_exact: bool,
    ) -> Result<State<T>, String> {
        let mut run = program.run(0);
        run.source = decode(&mut &self.choices[..]).ok_or_else(|| checkpoint::no_state(chain))?;
        run.recording = self.is_recording.then(Recording::new);
        let value = run_again(program, &mut run)?;
        swap(&mut run.source, &mut run.record);
        if run.source.sites.len() != self.log_densities.len() {
            return Err(format!("{OTHER}, which makes other observations"));
        }
        let here = run.source.log_density();
        for (site, log_density) in run.source.sites.iter_mut().zip(self.log_densities) {
            site.log_density = log_density;
        }
        run.source.factors = self.factors;
        // Full conditionals of tracked runs sum terms in another order.
        let is_exact = is_exact && !self.is_recording;
        checkpoint::compare(run.source.log_density(), here, chain, is_exact)?;
        run.rng = self.rng;
        run.seen = self.seen.into_iter().map(|seen| seen != 0).collect();
        let path = self.has_path.then(|| Path::of_run(&run));
        Ok(State { run, value, log_density: self.log_density, path })
    }
}
