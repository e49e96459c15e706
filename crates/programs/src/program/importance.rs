//! Importance sampling: a run from the prior has the weight p(observations | choices). The mean of the
//! weights estimates p(observations).

use super::address::seed_of;
use super::generator::Generator;
use super::recorded::{RecordedChoices, Wanted, record_setters};
use super::{Program, ProgramFit, Run, Seen};
use crate::chains;
use crate::chains::setters;
use crate::error::Error;
use rand::SeedableRng;

/// The number of runs that a thread makes at a time.
const BLOCK: usize = 256;

/// Weighted runs; made by [`Program::importance`].
#[must_use = "the program does not run before `run`"]
pub struct Importance<'a, F> {
    program: &'a Program<F>,
    runs: usize,
    seed: u64,
    threads: Option<usize>,
    wanted: Wanted,
}

impl<'a, T, F: Fn(&mut Run) -> T> Importance<'a, F> {
    pub(super) fn new(program: &'a Program<F>, runs: usize) -> Self {
        Self { program, runs, seed: 0, threads: None, wanted: Wanted::default() }
    }

    setters! {
        /// The seed of the random numbers; 0 by default. Each run has its own random numbers, so the runs
        /// do not depend on the number of threads.
        seed(seed: u64);
        /// The number of threads: by default one for each core.
        threads(threads: usize);
    }

    record_setters!();

    /// Runs the program the requested number of times.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] if the number of runs is 0, and [`Error::Program`] if the program cannot
    /// continue or panics, or if no run can have made the observations.
    pub fn run(self) -> Result<ProgramFit<T>, Error>
    where
        T: Send,
        F: Sync,
    {
        let threads = threads(self.threads)?;
        if self.runs == 0 {
            return Err(Error::InvalidSetting { setting: "runs", rule: "be at least 1" });
        }
        let blocks = (0..self.runs).step_by(BLOCK);
        let finished = chains::run_tasks("program", threads, blocks, |_, first| self.run_block(first));
        let (mut values, mut log_weights, mut seen) = (Vec::new(), Vec::new(), Seen::default());
        let mut recorded = RecordedChoices::new(self.wanted);
        for block in finished {
            let mut block = block?;
            values.append(&mut block.values);
            log_weights.append(&mut block.log_weights);
            recorded.append(&block.recorded);
            seen.add(&block.seen);
        }
        self.program.check_given(&seen)?;
        ProgramFit::weighted(values, recorded, &log_weights, self.runs)
    }

    fn run_block(&self, first: usize) -> Result<Block<T>, Error> {
        let mut run = self.program.run(self.seed);
        let (mut values, mut log_weights) = (Vec::new(), Vec::new());
        let mut recorded = RecordedChoices::new(self.wanted.clone());
        for number in first..self.runs.min(first + BLOCK) {
            run.rng = Generator::seed_from_u64(seed_of(self.seed, number as u64));
            if let Some(value) = self.program.execute(&mut run)? {
                values.push(value);
                log_weights.push(run.record.log_likelihood());
                recorded.push(&run.record);
            }
        }
        Ok(Block { values, log_weights, recorded, seen: run.seen })
    }
}

/// The results of some of the runs.
struct Block<T> {
    values: Vec<T>,
    log_weights: Vec<f64>,
    recorded: RecordedChoices,
    seen: Vec<bool>,
}

/// Returns the number of threads: the requested number, or one for each core.
pub(super) fn threads(wanted: Option<usize>) -> Result<usize, Error> {
    let all = monomorph_numerics::cores;
    match wanted {
        Some(0) => Err(Error::InvalidSetting { setting: "threads", rule: "be at least 1" }),
        _ => Ok(wanted.unwrap_or_else(all)),
    }
}
