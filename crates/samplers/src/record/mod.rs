//! The draws of a run as they are written while chains run, whatever the sampler is: to a CSV file for each
//! chain, to a Zarr store, and to a function of the program's own.
//!
//! A chain of a sampler is [`Recordable`]; [`run_recorded`] runs such chains, and their draws go to a
//! [`Recorder`] as well.
//! A sampler says by its [`Format`] what stands in files beside the values of the elements.

mod chain_file;
mod csv;
#[cfg(not(feature = "report"))]
mod no_store;
mod recorded;
mod recorder;
#[cfg(feature = "report")]
mod store;

pub use chain_file::ChainFile;
pub use csv::number;
#[cfg(not(feature = "report"))]
use no_store as store;
pub use recorded::{Recordable, run_recorded};
pub use recorder::{OnNumbers, RecordSettings, Recorder};

#[cfg(feature = "report")]
use monomorph_report::data::{Dataset, Tree};
#[cfg(feature = "report")]
use monomorph_report::zarr::Entry;

/// The way in which a sampler writes its own numbers, beside the values of the elements.
pub trait Format: Sync {
    /// The number of numbers of a draw that stand before those of its elements.
    fn statistics(&self) -> usize;

    /// Writes the comments at the top of the CSV file of a chain.
    fn write_comments(&self, text: &mut String, chain: usize);

    /// The names of the sampler's own columns in a CSV file, each with a comma behind it.
    fn columns(&self) -> &'static str;

    /// Writes the sampler's own numbers of a draw into a line of a CSV file, each with a comma behind it.
    fn write_statistics(&self, text: &mut String, statistics: &[f64]);

    /// The group of the sampler's own numbers in a store, of runs of some chains, before the first draw;
    /// nothing of a sampler without any.
    #[cfg(feature = "report")]
    fn group(&self, chains: usize) -> Option<Dataset>;

    /// Hands the sampler's own numbers of a draw on, in the order of the variables of the
    /// [group](Self::group).
    #[cfg(feature = "report")]
    fn with_entries(
        &self,
        statistics: &[f64],
        push: &mut dyn FnMut(&[Entry<'_>]) -> Result<(), monomorph_report::Error>,
    ) -> Result<(), monomorph_report::Error>;

    /// Adds to a store what the settings say of the run.
    #[cfg(feature = "report")]
    fn describe(&self, tree: Tree) -> Tree;
}
