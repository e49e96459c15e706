//! The runner of chains, which all samplers share.
//!
//! A sampler is a [`Transition`], the kernel of one chain. [`run_chains`] does the rest: threads, numbers
//! of iterations and draws, checkpoints, `until`, progress, and interruptions. [`RunSettings`] are the
//! settings of a run, and [`run_setters!`] writes their setters.

mod cut;
mod dual_averaging;
mod ending;
mod initial;
mod initial_value;
mod lockstep;
mod memory;
mod numbers;
mod progress;
mod runner;
mod setters;
mod settings;
mod slot;
mod threads;
mod transition;
mod until;

use cut::common_length;
pub use cut::cut;
pub use dual_averaging::{DualAveraging, shortened};
pub use ending::Ending;
pub use initial::Initial;
pub use initial_value::InitialValue;
pub use lockstep::Lockstep;
pub use memory::{DrawsInMemory, gather};
pub use numbers::RunNumbers;
use progress::ProgressReporter;
pub use progress::{ChainProgress, FitsProgress, Progress, RunProgress};
pub use progress::{ShowFits, line_of_fits};
pub use runner::{Outcome, Sampler, run_chains};
pub use setters::{run_setters, setters};
pub use settings::{Chains, RunHooks, RunSettings, check_rules};
pub use threads::{run_tasks, words_of};
pub use transition::{Phase, Step, Transition, has_not_begun};
pub use until::Until;

#[cfg(test)]
mod runner_tests;
#[cfg(test)]
mod tests;
