//! The error of this crate.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An error, with the file, the group and the variable that it is about.
///
/// ```
/// use monomorph_report::data::Tree;
///
/// let error = Tree::from_zarr("/no/such/store.zarr").unwrap_err();
/// assert!(error.to_string().starts_with("/no/such/store.zarr/zarr.json: "));
/// assert_eq!(error.group(), None);
/// ```
#[derive(Debug)]
pub struct Error {
    what: String,
    path: Option<PathBuf>,
    group: Option<String>,
    variable: Option<String>,
    source: Option<io::Error>,
}

impl Error {
    /// Makes an error with a message only.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), path: None, group: None, variable: None, source: None }
    }

    /// Makes an error of the system at a file or folder, with a text about the operation that failed.
    pub(crate) fn io(path: &Path, tried: &str, source: io::Error) -> Self {
        Self { source: Some(source), ..Self::new(tried) }.at(path)
    }

    /// Returns the error with a file or folder, unless it has one.
    pub(crate) fn at(mut self, path: &Path) -> Self {
        self.path.get_or_insert_with(|| path.into());
        self
    }

    /// Returns the error with a group, unless it has one.
    pub(crate) fn in_group(mut self, group: &str) -> Self {
        self.group.get_or_insert_with(|| group.into());
        self
    }

    /// Returns the error with a variable, unless it has one.
    pub(crate) fn of_variable(mut self, variable: &str) -> Self {
        self.variable.get_or_insert_with(|| variable.into());
        self
    }

    /// The file or folder that the error is about, if it is about one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The group that the error is about, if it is about one.
    pub fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }

    /// The variable that the error is about, if it is about one.
    pub fn variable(&self) -> Option<&str> {
        self.variable.as_deref()
    }

    /// The kind of the system's error, if a file could not be read or written.
    pub fn kind(&self) -> Option<io::ErrorKind> {
        self.source.as_ref().map(io::Error::kind)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        match (&self.group, &self.variable) {
            (Some(group), Some(variable)) => write!(f, "`{variable}` of the group `{group}`: ")?,
            (Some(group), None) => write!(f, "group `{group}`: ")?,
            (None, Some(variable)) => write!(f, "`{variable}`: ")?,
            (None, None) => {}
        }
        f.write_str(&self.what)?;
        match &self.source {
            Some(source) => write!(f, ": {source}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| source as _)
    }
}
