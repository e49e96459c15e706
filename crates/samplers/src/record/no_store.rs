//! The store of a build without the feature `report`: no setting can request a store.

use super::Format;
use crate::error::Error;
use crate::trace::VariableInfo;
use core::convert::Infallible;
use core::marker::PhantomData;
use std::path::Path;

/// The part of the draws after warmup.
pub(super) const SAMPLING: () = ();

/// The part of the draws of warmup.
pub(super) const WARMUP: () = ();

/// A store that cannot be created.
pub(super) struct LiveStore<'a> {
    never: Infallible,
    lifetime: PhantomData<&'a ()>,
}

impl<'a> LiveStore<'a> {
    /// Returns an error: no setting of this build names a store.
    pub fn create(
        path: &Path,
        _: &'a [VariableInfo],
        _: &'a dyn Format,
        _: (usize, bool),
    ) -> Result<Self, Error> {
        let (path, reason) = (path.display().to_string(), "there is no feature `report`".to_owned());
        Err(Error::Io { path, reason, cause: None })
    }

    /// Never called, since no store can exist.
    pub fn push(&self, (): (), _: usize, _: &[f64]) {
        match self.never {}
    }

    /// Never called, since no store can exist.
    pub fn lose(&self, _: usize) {
        match self.never {}
    }

    /// Never called, since no store can exist.
    pub fn guard(&self, _: usize) -> Infallible {
        self.never
    }

    /// Never called, since no store can exist.
    pub fn finish(self) -> Option<Error> {
        match self.never {}
    }
}
