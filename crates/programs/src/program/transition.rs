//! One chain of a program: its kernels in turn.

use super::address::hash_of;
use super::chain::{Chain, Draw};
use super::kernel::{Move, State};
use super::recorded::RecordedChoices;
use super::resting::Resting;
use super::saved::{SavedState, encode, read_draws};
use super::{Program, Record, Run, UNSEEN, check_agrees, numbers};
use crate::chains::{Phase, Step, Transition, has_not_begun};
use crate::checkpoint;
use crate::checkpoint::{Block, Tape};
use crate::error::Error;
use rand::Rng;
use std::mem::swap;

/// The number of runs from the prior that are tried to find one with a positive density.
const ATTEMPTS: usize = 10_000;

/// A chain with its results.
pub(super) struct Moving<'a, T, F> {
    chain: &'a Chain<'a, T, F>,
    number: usize,
    /// The moves, each with its number of proposals in an iteration.
    moves: Vec<(Box<dyn Move<T, F> + 'a>, usize)>,
    /// The current run; `None` before the chain begins.
    current: Option<Resting<T>>,
    pub accepted: usize,
    /// The value that the program returned in each draw.
    pub values: Vec<T>,
    pub recorded: RecordedChoices,
}

impl<'a, T, F: Fn(&mut Run) -> T> Moving<'a, T, F> {
    pub fn new(chain: &'a Chain<'_, T, F>, number: usize) -> Self {
        let is_only = chain.kernels.len() == 1;
        let moves = chain.kernels.iter().map(|(kernel, times)| (kernel.begin(is_only), *times)).collect();
        let recorded = RecordedChoices::new(chain.wanted.clone());
        Self { chain, number, moves, current: None, accepted: 0, values: Vec::new(), recorded }
    }

    /// A flag for each given value: true if a run of the chain has used it.
    pub fn seen(&self) -> &[bool] {
        self.current.as_ref().map_or(&[], |current| &current.run.seen)
    }
}

impl<T: Clone + Send, F: Fn(&mut Run) -> T + Sync> Transition for Moving<'_, T, F> {
    fn begin(&mut self) -> Result<(), Error> {
        let seed = self.chain.run.chains.rng(self.number).next_u64();
        self.current = Some(first_run(self.chain.program, &numbers(&self.chain.first), seed)?.rest());
        Ok(())
    }

    fn restore(&mut self, saved: &[u8], is_exact: bool) -> Result<(), String> {
        let mut state = SavedState::empty();
        let mut tape = Tape::Reading { bytes: saved, fits: true };
        self.pass_own(&mut state, &mut tape);
        if !matches!(tape, Tape::Reading { bytes: [], fits: true }) {
            return Err(checkpoint::no_state(self.number));
        }
        self.current = Some(state.restore(self.chain.program, self.number, is_exact)?.rest());
        Ok(())
    }

    /// Runs the program again with the choices of each draw. The draws of a block are lists of different
    /// lengths, so `_most` does not limit their number.
    fn read_draws(&mut self, block: &Block, _most: usize) -> Result<(), String> {
        let Self { chain, current, values, recorded, .. } = self;
        let is_recording = current.as_ref().is_some_and(|current| current.run.is_recording);
        let wanted = chain.run.chains.draws;
        if values.len() == wanted {
            return Ok(());
        }
        read_draws(chain.program, is_recording, block, |record, value| {
            values.push(value);
            recorded.push(record);
            values.len() < wanted
        })
    }

    fn advance(&mut self, phase: Phase) -> Result<Step, Error> {
        let current = self.current.take().ok_or_else(|| has_not_begun(self.number))?;
        let mut state = current.wake();
        let warmup = match phase {
            Phase::Warmup(part) => Some(part),
            Phase::Sampling => None,
        };
        for (own, times) in &mut self.moves {
            for _ in 0..*times {
                self.accepted += usize::from(own.step(self.chain.program, &mut state, warmup)?);
            }
        }
        self.current = Some(state.rest());
        Ok(Step::default())
    }

    fn write_draw(&mut self, draw: usize, numbers: &mut Vec<f64>) -> Result<(), Error> {
        if let Some(Resting { run, value, .. }) = &self.current {
            if let Some(see) = &self.chain.on_draw {
                see(&Draw { chain: self.number, draw, value, record: &run.source });
            }
            self.values.push(value.clone());
            self.recorded.push(&run.source);
            encode(&run.source, numbers);
        }
        Ok(())
    }

    fn save(&mut self) -> Vec<u8> {
        let Some(current) = &self.current else { return Vec::new() };
        let (mut state, mut bytes) = (SavedState::of(current), Vec::new());
        self.pass_own(&mut state, &mut Tape::Writing(&mut bytes));
        bytes
    }

    fn series(&self, draws: usize) -> Vec<(String, Vec<f64>)> {
        self.recorded.first(draws).series()
    }
}

impl<T, F> Moving<'_, T, F> {
    /// Writes the state without the draws to a tape, or reads it.
    fn pass_own(&mut self, state: &mut SavedState, tape: &mut Tape<'_>) {
        checkpoint::State::pass(state, tape);
        checkpoint::State::pass(&mut self.accepted, tape);
        self.moves.iter_mut().for_each(|(own, _)| own.pass(tape));
    }
}

/// Finds a first run with a positive density and with the given choices.
fn first_run<T, F: Fn(&mut Run) -> T>(
    program: &Program<F>,
    started: &[(String, f64)],
    seed: u64,
) -> Result<State<T>, Error> {
    let mut run = program.run(seed);
    let mut first = Vec::new();
    for &(ref address, value) in started {
        if let Some(given) = program.given_to(address) {
            check_agrees(address, value, given)?;
        }
        first.push((hash_of(address), value));
    }
    run.source = Record::of_values(first);
    for _ in 0..ATTEMPTS {
        if let Some(value) = program.execute(&mut run)? {
            swap(&mut run.source, &mut run.record);
            for &(ref address, value) in started {
                let Some(site) = run.source.site(hash_of(address)) else {
                    return Err(Error::Program { address: address.clone(), reason: UNSEEN.to_owned() });
                };
                check_agrees(address, value, site.value())?;
            }
            let log_density = run.source.log_density();
            return Ok(State { run, value, log_density, path: None });
        }
    }
    let reason = format!("none of {ATTEMPTS} runs can have made the observations");
    Err(Error::Program { address: String::new(), reason })
}
