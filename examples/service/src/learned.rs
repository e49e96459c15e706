//! [`Learned`]: what the last run has learned, in a file that is whole at any time.
//!
//! A new file is written beside the old one, and takes its name when it is on the disk. Whatever ends the
//! process, the name stands for one of the two.

use crate::log::sync_folder;
use crate::{Failure, say};
use monomorph::sampling::Adaptation;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// What a run has learned, and the shops that it knew.
#[derive(Serialize, Deserialize)]
pub struct Learned {
    /// The shops, in the order of the model.
    pub shops: Vec<String>,
    /// Draws, their names, and the step.
    pub adaptation: Adaptation,
}

impl Learned {
    /// Reads the file; nothing if there is none, or, with a message on stderr, if it cannot be read: a run
    /// that begins cold takes longer and has the same draws.
    pub fn read(path: &Path) -> Option<Self> {
        let bytes = fs::read(path);
        if bytes.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            return None;
        }
        let learned = bytes.map_err(Failure::from).and_then(|bytes| Ok(serde_json::from_slice(&bytes)?));
        let words = |error: &Failure| say(format_args!("{}: {error}; the run begins cold", path.display()));
        learned.inspect_err(words).ok()
    }

    /// Puts this in the place of the file.
    ///
    /// # Errors
    ///
    /// Those of the file and its folder.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let beside = path.with_extension("new");
        let mut file = File::create(&beside)?;
        file.write_all(&serde_json::to_vec(self)?)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        Ok(sync_folder(path)?)
    }
}
