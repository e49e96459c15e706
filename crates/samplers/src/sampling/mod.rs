//! Sampling a log density with NUTS, and the draws of a run.

mod builder;
mod chain;
mod csv;
mod divergence;
mod evaluated;
mod fit;
#[cfg(test)]
mod fit_tests;
mod format;
mod gradients;
mod hooks;
mod initial_setters;
mod lockstep;
#[cfg(test)]
mod lockstep_tests;
mod moving;
mod no_density;
#[doc(hidden)]
pub mod nuts;
mod nuts_settings;
mod precision;
mod run;
mod saved_draws;
mod settings;
mod statistics;
mod stepped;
#[cfg(test)]
mod tests;
#[cfg(feature = "report")]
mod tree;
mod update;
mod warm_start;

pub use builder::Nuts;
pub use divergence::{Divergence, DivergenceRow, DivergenceTable};
pub use evaluated::Evaluated;
pub use fit::Fit;
pub use hooks::Draw;
pub use nuts::Metric;
pub use nuts_settings::NutsSettings;
pub use precision::PrecisionMatrix;
pub use saved_draws::SavedDraws;
pub use statistics::{ChainStatistics, DrawStatistics};
pub use stepped::SteppedChain;
pub use update::{Route, Update, Updated};
pub use warm_start::Adaptation;

pub use crate::chains::{ChainProgress, InitialValue, Progress, RunNumbers, RunProgress};
use crate::target::{CustomPosterior, CustomTarget, Target};

impl dyn Target + '_ {
    /// The settings of the No-U-Turn sampler of this posterior; [`run`](Nuts::run) samples.
    pub fn nuts(&self) -> Nuts<'_> {
        Nuts::new(self)
    }
}

impl<T: CustomTarget> CustomPosterior<T> {
    /// The settings of the No-U-Turn sampler of this density; [`run`](Nuts::run) samples. [`CustomTarget`]
    /// has an example.
    pub fn nuts(&self) -> Nuts<'_> {
        Nuts::new(self)
    }
}
