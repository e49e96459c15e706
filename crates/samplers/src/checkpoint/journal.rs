//! Both files of a checkpoint, open for writing during a run.

use super::draws_file::{Block, Writer, path_beside};
use super::snapshot::refused;
use super::{SavedChain, Snapshot};
use crate::draws::Warning;
use crate::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files, which all chains share.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    files: Mutex<Files>,
}

#[derive(Debug)]
struct Files {
    snapshot: Snapshot,
    draws: Writer,
    /// The first failure, after which nothing more is written.
    failure: Option<Error>,
}

impl Journal {
    /// Creates the files of a run. Returns an error if they exist.
    pub fn begin(path: &Path, mut snapshot: Snapshot, columns: usize) -> Result<Self, Error> {
        if path.exists() {
            let what = "there is a run already: `resume` goes on with it; to begin anew, remove the file";
            return Err(refused(path, what.to_owned()));
        }
        let draws_path = path_beside(path);
        let draws = Writer::create(&draws_path, snapshot.run(), columns);
        let draws = draws.map_err(|error| Error::io(&draws_path, error))?;
        snapshot.committed = draws.length;
        snapshot.replace(path).map_err(|error| Error::io(path, error))?;
        Ok(Self { path: path.to_owned(), files: Mutex::new(Files { snapshot, draws, failure: None }) })
    }

    /// Continues files that have been read and checked.
    pub fn resume(path: &Path, snapshot: Snapshot) -> Result<Self, Error> {
        let draws_path = path_beside(path);
        let draws =
            Writer::open(&draws_path, snapshot.committed).map_err(|error| Error::io(&draws_path, error))?;
        Ok(Self { path: path.to_owned(), files: Mutex::new(Files { snapshot, draws, failure: None }) })
    }

    /// Saves a chain: its new draws, then its state after them.
    pub fn commit(&self, block: &Block, state: Vec<u8>) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let Files { snapshot, draws, failure } = &mut *files;
        if failure.is_some() {
            return;
        }
        let appended = if block.count > 0 { draws.append(block) } else { Ok(()) };
        let written = appended.and_then(|()| {
            snapshot.committed = draws.length;
            snapshot.chains[block.chain] = Some(SavedChain { draws: block.first + block.count, state });
            snapshot.replace(&self.path)
        });
        *failure = written.err().map(|error| Error::io(&self.path, error));
    }

    /// Returns the failure, if the files are not complete.
    pub fn failure(&self) -> Option<Error> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).failure.clone()
    }

    /// Returns a warning if the files are not complete.
    pub fn warning(&self) -> Option<Warning> {
        self.failure().map(Warning::not_saved)
    }
}
