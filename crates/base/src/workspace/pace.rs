//! [`Pace`]: chooses between two ways to evaluate the parts of a log density: at the same time, or one
//! after the other in the calling thread. Both ways give bitwise equal results, so measured times may
//! decide.

use std::time::Instant;

/// The number of evaluations that are timed for each way.
const TRIALS: usize = 3;

/// The number of evaluations after which both ways are timed again, because the load of other threads may
/// have changed.
const PERIOD: usize = 1024;

/// Chooses the way in which parts are evaluated, by the last measured times of both ways.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    calls: usize,
    is_at_once: bool,
    /// The measured nanoseconds: first of parts one after the other, then of parts at the same time.
    times: [[u128; TRIALS]; 2],
}

/// One evaluation of all parts.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// True if the parts are evaluated at the same time.
    pub is_at_once: bool,
    /// The number and the start of the trial; `None` if the evaluation is not timed.
    trial: Option<(usize, Instant)>,
}

impl Pace {
    /// Begins an evaluation, and decides how its parts are evaluated.
    pub fn begin(&mut self) -> Turn {
        let number = self.calls % PERIOD;
        self.calls = self.calls.wrapping_add(1);
        let (way, trial) = (number / (TRIALS + 1), number % (TRIALS + 1));
        if way > 1 {
            return Turn { is_at_once: self.is_at_once, trial: None };
        }
        // The first evaluation of each way is not timed, because caches are cold or threads sleep.
        let trial = trial.checked_sub(1).map(|trial| (trial, Instant::now()));
        Turn { is_at_once: way == 1, trial }
    }

    /// Ends an evaluation, and records its time if it is a trial.
    pub fn end(&mut self, turn: Turn) {
        let Some((trial, start)) = turn.trial else { return };
        self.times[usize::from(turn.is_at_once)][trial] = start.elapsed().as_nanos();
        if turn.is_at_once && trial + 1 == TRIALS {
            let [in_turn, at_once] = self.times.map(median);
            self.is_at_once = at_once < in_turn;
        }
    }
}

fn median(mut times: [u128; TRIALS]) -> u128 {
    times.sort_unstable();
    times[TRIALS / 2]
}
