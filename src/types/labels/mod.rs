//! Names of places: the levels of a factor, such as the counties of a survey, and the dimensions that have
//! them.
//!
//! The chapter [From a CSV file](crate::guide::from_csv) begins with a whole program.

mod error;
mod factor;
mod levels;

pub use error::UnknownLevel;
pub use factor::{Label, Labels};
pub use levels::Levels;

/// The levels of the rows and of the columns of a value, where they have names. A vector is a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideLevels {
    /// The levels of the elements of a vector, or of the rows of a matrix.
    pub rows: Option<&'static Levels>,
    /// The levels of the columns of a matrix.
    pub columns: Option<&'static Levels>,
}

impl SideLevels {
    /// No side has names.
    pub const NONE: Self = Self { rows: None, columns: None };

    /// The levels of a vector's elements.
    pub(crate) fn of_vector(rows: Option<&'static Levels>) -> Self {
        Self { rows, columns: None }
    }

    /// The sides with other levels of the rows, if rows have levels.
    pub(crate) fn with_rows(self, change: impl FnOnce(&'static Levels) -> &'static Levels) -> Self {
        Self { rows: self.rows.map(change), ..self }
    }

    /// The index of an element as it stands in its name: `3`, `St Louis`, `St Louis,2`.
    pub(crate) fn index(self, row: usize, column: Option<usize>) -> String {
        let side = |levels: Option<&'static Levels>, place: usize| match levels
            .and_then(|levels| levels.get(place))
        {
            Some(level) => level.to_owned(),
            None => place.to_string(),
        };
        let row = side(self.rows, row);
        column.map_or(row.clone(), |column| format!("{row},{}", side(self.columns, column)))
    }
}
