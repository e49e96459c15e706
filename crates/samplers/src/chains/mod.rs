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
#[doc(hidden)]
pub use cut::cut;
#[doc(hidden)]
pub use dual_averaging::{DualAveraging, shortened};
#[doc(hidden)]
pub use ending::Ending;
#[doc(hidden)]
pub use initial::Initial;
pub use initial_value::InitialValue;
#[doc(hidden)]
pub use lockstep::Lockstep;
#[doc(hidden)]
pub use memory::{Memory, gather};
pub use numbers::RunNumbers;
use progress::ProgressReporter;
pub use progress::{ChainProgress, FitsProgress, Progress, RunProgress};
#[doc(hidden)]
pub use progress::{ShowFits, line_of_fits};
#[doc(hidden)]
pub use runner::{Sampler, run_chains};
#[doc(hidden)]
pub use setters::{run_setters, setters};
#[doc(hidden)]
pub use settings::{Chains, RunHooks, RunSettings, check_rules};
#[doc(hidden)]
pub use threads::{run_tasks, words_of};
#[doc(hidden)]
pub use transition::{Phase, Step, Transition, has_not_begun};
#[doc(hidden)]
pub use until::Until;

#[cfg(test)]
mod tests;
