//! The store of a build without the feature `report`: nobody can ask for one.

use super::Format;
use crate::error::Error;
use crate::trace::VariableInfo;
use core::convert::Infallible;
use core::marker::PhantomData;
use std::path::Path;

/// The draws that are kept.
pub(super) const SAMPLING: () = ();

/// The draws of warmup.
pub(super) const WARMUP: () = ();

/// A store that there is not.
pub(super) struct LiveStore<'a> {
    never: Infallible,
    lifetime: PhantomData<&'a ()>,
}

impl<'a> LiveStore<'a> {
    /// An error: no setting of this build names a store.
    pub fn create(
        path: &Path,
        _: &'a [VariableInfo],
        _: &'a dyn Format,
        _: (usize, bool),
    ) -> Result<Self, Error> {
        Err(Error::Io { path: path.display().to_string(), reason: "there is no feature `report`".to_owned() })
    }

    /// Is never called.
    pub fn push(&self, (): (), _: usize, _: &[f64]) {
        match self.never {}
    }

    /// Is never called.
    pub fn lose(&self, _: usize) {
        match self.never {}
    }

    /// Is never called.
    pub fn guard(&self, _: usize) -> Infallible {
        self.never
    }

    /// Is never called.
    pub fn finish(self) -> Option<(String, String)> {
        match self.never {}
    }
}
