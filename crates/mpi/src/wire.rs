//! The messages between ranks.
//!
//! | message | from | to | numbers |
//! |-|-|-|-|
//! | an order | rank 0 | all ranks | [`EVALUATE`] or [`STOP`], and the point |
//! | a part | each rank | rank 0 | its log density, 1 if it failed, and its gradient, all summed |

use crate::MpiError;
use mpi::collective::SystemOperation;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The order to compute a part of the log density at the point that follows.
const EVALUATE: f64 = 1.0;

/// The order to stop waiting and to continue with the program.
const STOP: f64 = 0.0;

/// The ranks of one posterior.
pub(crate) struct Ranks {
    rank: usize,
    count: usize,
    line: Mutex<Line>,
}

/// The communicator, behind a lock: calls with one communicator must not overlap.
struct Line {
    own: SimpleCommunicator,
    order: Vec<f64>,
    part: Vec<f64>,
    sum: Vec<f64>,
}

// SAFETY: a communicator is a handle, which any thread may use at any time if MPI was initialised with
// `Threading::Multiple`: `Ranks::new` checks it, and makes the only value of this type.
unsafe impl Send for Line {}

impl Ranks {
    /// Makes a communicator of its own, so that its messages are separate from all others. All ranks must
    /// call it.
    pub fn new(ranks: &SimpleCommunicator) -> Result<Self, MpiError> {
        if mpi::environment::threading_support() < mpi::Threading::Multiple {
            let reason = "only one thread may call it: initialise it with `monomorph_mpi::initialize`";
            return Err(MpiError::NotInitialized { reason });
        }
        let (rank, count, own) = (ranks.rank() as usize, ranks.size() as usize, ranks.duplicate());
        let line = Line { own, order: Vec::new(), part: Vec::new(), sum: Vec::new() };
        Ok(Self { rank, count, line: Mutex::new(line) })
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn rank(&self) -> usize {
        self.rank
    }

    pub fn is_root(&self) -> bool {
        self.rank == 0
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Sends the message of the first rank that has one to all ranks, and returns it with the number of the
    /// rank; `None` if no rank has a message. All ranks must call it.
    pub fn first_words(&self, own: Option<&str>) -> Option<(usize, String)> {
        let line = self.line();
        let ranks = self.count as i32;
        let mine = if own.is_some() { self.rank as i32 } else { ranks };
        let mut first = ranks;
        line.own.all_reduce_into(&mine, &mut first, SystemOperation::min());
        if first == ranks {
            return None;
        }
        let speaker = line.own.process_at_rank(first);
        let mut words = own.unwrap_or_default().as_bytes().to_vec();
        let mut length = words.len() as u64;
        speaker.broadcast_into(&mut length);
        words.resize(length as usize, 0);
        speaker.broadcast_into(&mut words[..]);
        Some((first as usize, String::from_utf8_lossy(&words).into_owned()))
    }

    /// Returns the number of rank 0 on all ranks. All ranks must call it.
    pub fn of_root(&self, mut number: u64) -> u64 {
        self.line().own.process_at_rank(0).broadcast_into(&mut number);
        number
    }

    /// On rank 0: makes all ranks compute their parts at a point, with `own` for rank 0, and returns their
    /// sums: the log density, and the number of ranks that failed. The sum of the gradients is written to
    /// `gradient`.
    pub fn evaluate(
        &self,
        point: &[f64],
        gradient: &mut [f64],
        own: impl FnOnce(&mut [f64]) -> Option<f64>,
    ) -> (f64, f64) {
        let mut line = self.line();
        let Line { own: communicator, order, part, sum } = &mut *line;
        order.clear();
        order.push(EVALUATE);
        order.extend_from_slice(point);
        let root = communicator.process_at_rank(0);
        root.broadcast_into(&mut order[..]);
        let value = own(gradient);
        write_part(part, value, gradient);
        sum.resize(part.len(), 0.0);
        root.reduce_into_root(&part[..], &mut sum[..], SystemOperation::sum());
        gradient.copy_from_slice(&sum[2..]);
        (sum[0], sum[1])
    }

    /// On rank 0: lets the other ranks continue with their program.
    pub fn stop(&self, dimension: usize) {
        let mut line = self.line();
        let Line { own, order, .. } = &mut *line;
        order.clear();
        order.resize(dimension + 1, STOP);
        own.process_at_rank(0).broadcast_into(&mut order[..]);
    }

    /// On the other ranks: computes this rank's part of each log density until rank 0 sends the order to
    /// stop.
    pub fn serve(&self, dimension: usize, mut own: impl FnMut(&[f64], &mut [f64]) -> Option<f64>) {
        let mut line = self.line();
        let Line { own: communicator, order, part, .. } = &mut *line;
        order.resize(dimension + 1, STOP);
        let mut gradient = vec![0.0; dimension];
        let root = communicator.process_at_rank(0);
        loop {
            root.broadcast_into(&mut order[..]);
            if order[0] != EVALUATE {
                return;
            }
            let value = own(&order[1..], &mut gradient);
            write_part(part, value, &gradient);
            root.reduce_into(&part[..], SystemOperation::sum());
        }
    }
}

/// Writes the numbers of a part; a failed rank only adds 1 to the number of failures.
fn write_part(part: &mut Vec<f64>, value: Option<f64>, gradient: &[f64]) {
    part.clear();
    match value {
        Some(value) => {
            part.extend([value, 0.0]);
            part.extend_from_slice(gradient);
        }
        None => {
            part.extend([0.0, 1.0]);
            part.resize(2 + gradient.len(), 0.0);
        }
    }
}
