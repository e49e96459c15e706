//! [`Transition`]: the trait of a sampler that the runner calls.

use crate::checkpoint::Block;
use crate::error::Error;

/// One chain of a sampler: a Markov kernel with the current point of the chain.
///
/// The [runner](super::run_chains) decides when the chain begins, how many iterations it makes, which of
/// them are draws, and when it is saved. The chain has no access to other chains, threads or files.
pub trait Transition: Send {
    /// Finds the initial point.
    fn begin(&mut self) -> Result<(), Error>;

    /// Restores the chain from bytes that [`save`](Self::save) wrote; the error is the reason why that is
    /// not possible. With `is_exact` the log density must equal the saved one to the last bit.
    fn restore(&mut self, saved: &[u8], is_exact: bool) -> Result<(), String>;

    /// Reads draws of a restored chain from its file: the first `most` draws of a block.
    fn read_draws(&mut self, block: &Block, most: usize) -> Result<(), String>;

    /// Called once before the first iteration in this process, also for a restored chain, with the number
    /// of draws that were read, and with the columns of the elements' draws, which contain them.
    fn open(&mut self, _drawn: usize, _columns: &[&mut [f64]]) -> Result<(), Error> {
        Ok(())
    }

    /// Makes one iteration, in warmup or after it.
    fn advance(&mut self, phase: Phase) -> Result<Step, Error>;

    /// Appends the numbers of the current draw: the statistics of the sampler, then the values of all
    /// elements. `index` is the number of the draw in its chain.
    fn write_draw(&mut self, index: usize, numbers: &mut Vec<f64>) -> Result<(), Error>;

    /// Called when the chain has failed, by an error or a panic.
    fn lost(&mut self) {}

    /// Returns the bytes of everything on which later iterations depend.
    fn save(&mut self) -> Vec<u8>;

    /// The first draws of the quantities that have no column, by name. `until` judges them like elements.
    fn series(&self, _draws: usize) -> Vec<(String, Vec<f64>)> {
        Vec::new()
    }
}

/// The part of a run that an iteration belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// Warmup, with the fraction of it that is over: from 0 to below 1.
    Warmup(f64),
    /// The iterations after warmup.
    Sampling,
}

/// Facts about an iteration, for reports of progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// The number of gradients.
    pub gradients: u64,
    /// The step size; 0 for samplers without a step size.
    pub step_size: f64,
    /// True if a trajectory diverged.
    pub is_divergent: bool,
}

/// Returns the error of a chain that is moved before it has begun. It is a function for `ok_or_else`: its
/// text is allocated, and iterations must not allocate.
pub fn has_not_begun(chain: usize) -> Error {
    Error::Sampler { chain, reason: "it has not begun".to_owned() }
}
