//! [`Recorder`]: where the draws of all chains of a run are written.

use super::Format;
use super::store::LiveStore;
use crate::error::Error;
use crate::trace::VariableInfo;
use std::path::{Path, PathBuf};

/// A function that sees each draw: the chain, the number of the draw in its chain, and the numbers of the
/// draw, the sampler's own before the values of the elements.
pub type OnNumbers<'a> = dyn Fn(usize, usize, &[f64]) + Sync + 'a;

/// The files that draws are written to while chains run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordSettings {
    /// The beginning of the paths of CSV files, or their folder.
    pub csv: Option<PathBuf>,
    /// The path of a Zarr store.
    pub zarr: Option<PathBuf>,
}

impl RecordSettings {
    /// The rule for runs whose draws are kept on disk alone, of which the setting `save` must be told.
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
    /// A recorder of `chains` chains, which keep the draws of warmup as well if `has_warmup`. A store is
    /// created at once, files when their chain begins.
    ///
    /// # Errors
    ///
    /// Those of a store that cannot be created.
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

    /// Makes all draws visible; the path of the store, and the reason, if some could not be written.
    pub(super) fn finish(self) -> Option<(String, String)> {
        self.store.and_then(LiveStore::finish)
    }
}
