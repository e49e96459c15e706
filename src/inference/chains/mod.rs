//! The runner of chains, which all samplers share.
//!
//! A sampler is a [`Transition`], the kernel of one chain. [`run_chains`] does the rest: threads, numbers of
//! iterations and draws, checkpoints, `until`, progress, and interruptions. [`RunSettings`] are what it is
//! asked for, and [`run_setters!`] writes their setters.

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
pub(crate) use cut::cut;
pub(crate) use dual_averaging::{DualAveraging, shortened};
pub(crate) use ending::Ending;
pub(crate) use initial::Initial;
pub use initial_value::InitialValue;
pub(crate) use lockstep::Meetings;
pub(crate) use memory::{Memory, gather};
pub use numbers::RunNumbers;
use progress::ProgressReporter;
pub use progress::{ChainProgress, FitsProgress, Progress, RunProgress};
pub(crate) use progress::{ShowFits, line_of_fits};
pub(crate) use runner::{Sampler, run_chains};
pub(crate) use setters::{run_setters, setters};
pub(crate) use settings::{Chains, RunHooks, RunSettings, check_rules};
pub(crate) use threads::{run_tasks, words_of};
pub(crate) use transition::{Phase, Step, Transition, has_not_begun};
pub(crate) use until::Until;

#[cfg(test)]
mod tests;
