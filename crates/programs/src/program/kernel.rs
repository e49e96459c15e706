//! [`Kernel`] and [`Move`]: the moves of the chains of a program.

use super::tracked::Path;
use super::{Program, Run};
use crate::checkpoint;
use crate::error::Error;
use std::mem::swap;

/// A kernel of the chains of a program. It makes a [`Move`] for each chain.
pub(super) trait Kernel<T, F>: Send + Sync {
    /// The name with the settings, which must be the same when a run is resumed.
    fn describe(&self) -> String;

    /// Makes the move of one chain. `is_only` is true if the chain has no other kernel.
    fn begin(&self, is_only: bool) -> Box<dyn Move<T, F> + '_>;
}

/// Moves one chain from its run to the next. Its [state](checkpoint::State) is its adaptation.
pub(super) trait Move<T, F>: checkpoint::State + Send {
    /// Makes one proposal; returns true if it was accepted. During warmup it may adapt: then it receives
    /// the share of the warmup that is over.
    fn step(
        &mut self,
        program: &Program<F>,
        state: &mut State<T>,
        warmup: Option<f64>,
    ) -> Result<bool, Error>;
}

/// The current run of a chain.
pub(super) struct State<T> {
    /// The memory of two runs: `source` is the record of the current run, and `record` that of the proposed
    /// run.
    pub run: Run,
    pub value: T,
    pub log_density: f64,
    /// The path of the current run, if it has been computed; a move that changes the run in another way
    /// must clear it.
    pub path: Option<Box<Path>>,
}

impl<T> State<T> {
    /// Accepts the proposed run: it becomes the current run, with this value and this log density.
    pub fn take(&mut self, value: T, log_density: f64) {
        swap(&mut self.run.source, &mut self.run.record);
        (self.value, self.log_density) = (value, log_density);
        self.path = None;
    }
}
