//! [`Pace`]: whether the parts of a log density are evaluated at the same time, or one after the other in the
//! thread that asks. Both ways have the same bits, so a clock may choose.

use std::time::Instant;

/// The evaluations that are timed each way.
const TRIALS: usize = 3;

/// The evaluations after which both ways are timed anew: other threads may have more to do, or less, by then.
const PERIOD: usize = 1024;

/// The choice between parts one after the other and parts at the same time, as the last times were.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    calls: usize,
    is_at_once: bool,
    /// The nanoseconds of parts one after the other, and of parts at the same time.
    times: [[u128; TRIALS]; 2],
}

/// One evaluation of all parts.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// True if the parts are evaluated at the same time.
    pub is_at_once: bool,
    /// The number of the trial, and the time at which it began, if it is one.
    trial: Option<(usize, Instant)>,
}

impl Pace {
    /// Begins an evaluation.
    pub fn begin(&mut self) -> Turn {
        let number = self.calls % PERIOD;
        self.calls = self.calls.wrapping_add(1);
        let (way, trial) = (number / (TRIALS + 1), number % (TRIALS + 1));
        if way > 1 {
            return Turn { is_at_once: self.is_at_once, trial: None };
        }
        // The first evaluation of a way finds cold caches or sleeping threads: its time tells nothing.
        let trial = trial.checked_sub(1).map(|trial| (trial, Instant::now()));
        Turn { is_at_once: way == 1, trial }
    }

    /// Ends an evaluation.
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
