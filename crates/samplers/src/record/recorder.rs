//! [`Recorder`]: writes the draws of all chains of a run.

use super::Format;
use super::store::LiveStore;
use crate::error::Error;
use crate::trace::VariableInfo;
use std::path::{Path, PathBuf};

/// A function that is called with each draw: the chain, the number of the draw in its chain, and the
/// numbers of the draw, the statistics of the sampler before the values of the elements.
pub type OnNumbers<'a> = dyn Fn(usize, usize, &[f64]) + Sync + 'a;

/// The files to which draws are written while chains run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordSettings {
    /// The beginning of the paths of the CSV files, or their folder; `None` without CSV files.
    pub csv: Option<PathBuf>,
    /// The path of a Zarr store; `None` without a store.
    pub zarr: Option<PathBuf>,
}

impl RecordSettings {
    /// The rule that the setting `save` must not be set for runs whose draws are kept on disk only: the
    /// name of the setting, true if the rule holds, and a text that says what the setting must do.
    pub fn rule(&self, is_on_disk: bool) -> (&'static str, bool, &'static str) {
        ("save", !is_on_disk || self.csv.is_none(), "not be set where draws are kept on disk alone")
    }
}

/// Writes the draws of all chains of a run.
pub struct Recorder<'a> {
    pub(super) format: &'a dyn Format,
    pub(super) variables: &'a [VariableInfo],
    pub(super) csv: Option<&'a Path>,
    pub(super) on_draw: Option<&'a OnNumbers<'a>>,
    /// The store that grows while chains run.
    pub(super) store: Option<LiveStore<'a>>,
}

impl<'a> Recorder<'a> {
    /// Makes a recorder of `chains` chains, which records the draws of warmup as well if `has_warmup`. A
    /// store is created at once, the file of a chain when the chain begins.
    ///
    /// # Errors
    ///
    /// The error of a store that cannot be created.
    pub fn new(
        settings: &'a RecordSettings,
        format: &'a dyn Format,
        variables: &'a [VariableInfo],
        (chains, has_warmup): (usize, bool),
        on_draw: Option<&'a OnNumbers<'a>>,
    ) -> Result<Self, Error> {
        let create = |path: &PathBuf| LiveStore::create(path, variables, format, (chains, has_warmup));
        let store = settings.zarr.as_ref().map(create).transpose()?;
        Ok(Self { format, variables, csv: settings.csv.as_deref(), on_draw, store })
    }

    /// Makes all draws visible. Returns the path of the store and the reason if some draws could not be
    /// written.
    pub(super) fn finish(self) -> Option<Error> {
        self.store.and_then(LiveStore::finish)
    }
}
