//! Writes the draws of a run while the chains run, for any sampler: to a CSV file for each chain, to a Zarr
//! store, and to a function of the program.
//!
//! A chain of a sampler is [`Recordable`]; [`run_recorded`] runs such chains, and passes their draws to a
//! [`Recorder`] as well. A sampler implements [`Format`] to write its own numbers besides the values of the
//! elements.

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

/// The format of a sampler's own numbers, which are written besides the values of the elements.
pub trait Format: Sync {
    /// The number of statistics of a draw, which come before the values of its elements.
    fn statistics(&self) -> usize;

    /// Writes the comments at the top of the CSV file of a chain.
    fn write_comments(&self, text: &mut String, chain: usize);

    /// The names of the sampler's own columns in a CSV file, each followed by a comma.
    fn columns(&self) -> &'static str;

    /// Writes the sampler's own numbers of a draw into a line of a CSV file, each followed by a comma.
    fn write_statistics(&self, text: &mut String, statistics: &[f64]);

    /// The group of the sampler's own numbers in a store, for a run of `chains` chains, before the first
    /// draw; `None` for a sampler without such numbers.
    #[cfg(feature = "report")]
    fn group(&self, chains: usize) -> Option<Dataset>;

    /// Passes the sampler's own numbers of a draw to `push`, in the order of the variables of the
    /// [group](Self::group).
    #[cfg(feature = "report")]
    fn with_entries(
        &self,
        statistics: &[f64],
        push: &mut dyn FnMut(&[Entry<'_>]) -> Result<(), monomorph_report::Error>,
    ) -> Result<(), monomorph_report::Error>;

    /// Adds the settings of the run to a store.
    #[cfg(feature = "report")]
    fn describe(&self, tree: Tree) -> Tree;
}
