//! [`Transition`]: what the runner asks of a sampler.

use crate::checkpoint::Block;
use crate::error::Error;

/// One chain of a sampler: a Markov kernel with the point at which the chain stands.
///
/// The [runner](super::run_chains) decides when the chain begins, how many iterations it makes, which of them
/// are draws, and when it is saved. The chain knows nothing of other chains, of threads and of files.
pub trait Transition: Send {
    /// Finds the initial point.
    fn begin(&mut self) -> Result<(), Error>;

    /// Makes the chain what it was when it was [saved](Self::save), or says why it cannot be. With `is_exact`
    /// the log density must be the saved one to the last bit.
    fn restore(&mut self, saved: &[u8], is_exact: bool) -> Result<(), String>;

    /// Takes back draws of a restored chain that its file has: the first `most` draws of a block.
    fn read_draws(&mut self, block: &Block, most: usize) -> Result<(), String>;

    /// Is called once before the first iteration of this process, also of a restored chain, with the number
    /// of draws that were read, and the columns of the elements' draws, in which these stand.
    fn open(&mut self, _drawn: usize, _columns: &[&mut [f64]]) -> Result<(), Error> {
        Ok(())
    }

    /// Makes one iteration, in warmup or after it.
    fn advance(&mut self, phase: Phase) -> Result<Step, Error>;

    /// Appends the numbers of the draw at which the chain stands: what the sampler tells of the draw, and
    /// then the values of all elements. `index` is the number of the draw in its chain.
    fn write_draw(&mut self, index: usize, numbers: &mut Vec<f64>) -> Result<(), Error>;

    /// Is called when the chain has failed, by an error or a panic.
    fn lost(&mut self) {}

    /// Writes all that later iterations depend on.
    fn save(&mut self) -> Vec<u8>;

    /// The first draws of the quantities that stand in no column, by name. `until` judges them like elements.
    fn series(&self, _draws: usize) -> Vec<(String, Vec<f64>)> {
        Vec::new()
    }
}

/// The part of a run that an iteration belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// Warmup, this part of which is over: from 0 to below 1.
    Warmup(f64),
    /// The iterations after warmup.
    Sampling,
}

/// Facts about an iteration, for the progress of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    /// The number of gradients.
    pub gradients: u64,
    /// The step size; 0 of samplers without one.
    pub step_size: f64,
    /// True if a trajectory diverged.
    pub is_divergent: bool,
}

/// The error of a chain that is asked to move before it has begun. For `ok_or_else`: its words are allocated,
/// and iterations allocate nothing.
pub fn has_not_begun(chain: usize) -> Error {
    Error::Sampler { chain, reason: "it has not begun".to_owned() }
}
