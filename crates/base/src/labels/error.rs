//! The error of data with an unknown level.

use core::fmt;

/// A row of new data has a level that the data of the fit did not have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownLevel {
    /// The name of the dimension; empty if it has none.
    pub dimension: String,
    /// The row, counted from 0.
    pub row: usize,
    /// The level that the row has.
    pub level: String,
    /// The known level with the most similar spelling, if one is close.
    pub nearest: Option<String>,
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dimension, row, level, nearest } = self;
        write!(f, "row {row} has the level `{level}`")?;
        if !dimension.is_empty() {
            write!(f, " of `{dimension}`")?;
        }
        f.write_str(", which is not known")?;
        match nearest {
            Some(nearest) => write!(f, ": is `{nearest}` meant?"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for UnknownLevel {}
