//! Writes files as a whole or not at all.

use crate::Error;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes a file in one step: readers see the old file or the new one. After an error the temporary file is
/// removed.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let beside = with_suffix(path, ".partial");
    let written = match fs::write(&beside, bytes) {
        // The folder is made only if it is missing: for most chunks it exists already.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create_folder(path.parent().unwrap_or(path))?;
            fs::write(&beside, bytes)
        }
        other => other,
    };
    written.and_then(|()| fs::rename(&beside, path)).map_err(|error| {
        let _ = fs::remove_file(&beside);
        Error::io(path, "cannot write", error)
    })
}

/// Reads a file; `None` if there is none.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io(path, "cannot read", error)),
    }
}

pub(super) fn create_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(|error| Error::io(path, "cannot make the folder", error))
}

/// Returns a path with a suffix on its last name.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Returns the path of a store without a separator at its end, so that files can be made next to it. A path
/// without a last name, such as `..` or an empty path, is an error.
pub(super) fn named(path: &Path) -> Result<PathBuf, Error> {
    match path.file_name() {
        Some(_) => Ok(path.components().collect()),
        None => Err(Error::new("a store needs a name of its own, such as `draws.zarr`").at(path)),
    }
}

/// Returns true if there is a store or an empty folder at a path, and false if there is nothing. Anything
/// else is an error, so that a wrong path deletes no folder.
pub(super) fn is_store(path: &Path) -> Result<bool, Error> {
    match fs::read_dir(path) {
        Ok(mut entries) => match path.join("zarr.json").exists() || entries.next().is_none() {
            true => Ok(true),
            false => Err(Error::new("the folder exists already and holds no Zarr store").at(path)),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Error::io(path, "cannot write a store here", error)),
    }
}

pub(super) fn remove(path: &Path) -> Result<(), Error> {
    fs::remove_dir_all(path).map_err(|error| Error::io(path, "cannot remove the old store", error))
}
