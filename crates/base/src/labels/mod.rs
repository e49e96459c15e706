//! Labels of elements: the levels of a factor, such as the counties of a survey, and the dimensions that
//! have levels.
//!
//! The chapter *From a CSV file* of the guide begins with a whole program.

mod error;
mod factor;
mod levels;
mod part;

use crate::shape::Extent;
pub use error::UnknownLevel;
pub use factor::{Label, Labels};
pub use levels::Levels;
#[doc(hidden)]
pub use part::{Part, Parts, element_name, escape, escape_letter, position};

/// The levels of the rows and of the columns of a value, if they have names. A vector is a column.
// Exhaustive: a matrix has two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideLevels {
    /// The levels of the elements of a vector, or of the rows of a matrix.
    pub rows: Option<&'static Levels>,
    /// The levels of the columns of a matrix.
    pub columns: Option<&'static Levels>,
}

impl SideLevels {
    /// The levels of a value without names.
    pub const NONE: Self = Self { rows: None, columns: None };

    /// The levels of a vector's elements.
    #[doc(hidden)]
    pub fn of_vector(rows: Option<&'static Levels>) -> Self {
        Self { rows, columns: None }
    }

    /// The levels of a square matrix whose columns have the names of the rows.
    #[doc(hidden)]
    pub fn of_square(side: Option<&'static Levels>) -> Self {
        Self { rows: side, columns: side }
    }

    /// Returns the sides after changing the levels of the rows, if rows have levels.
    #[doc(hidden)]
    pub fn with_rows(self, change: impl FnOnce(&'static Levels) -> &'static Levels) -> Self {
        Self { rows: self.rows.map(change), ..self }
    }

    /// Returns the levels of some elements of a value of this extent, given by their indices row after row:
    /// each has its name in that value. Returns `None` for the first elements of a vector without labels.
    #[doc(hidden)]
    pub fn of_some(self, extent: Extent, places: &[usize]) -> Option<&'static Levels> {
        if let Extent::Matrix { columns, .. } = extent {
            let parts = |place: &usize| self.parts(place / columns, Some(place % columns));
            return Some(Levels::of_places(places.iter().map(parts).collect()));
        }
        match self.rows {
            Some(levels) if levels.are_labels() => Some(levels.some(places)),
            _ if places.iter().copied().eq(0..places.len()) => None,
            _ => Some(Levels::of_places(
                places.iter().map(|place| [Some(Part::Index(*place)), None]).collect(),
            )),
        }
    }

    /// Returns the row and the column of an element as they stand in its name: as indices or as labels.
    pub(crate) fn parts(self, row: usize, column: Option<usize>) -> Parts {
        let own = self.rows.map_or([Some(Part::Index(row)), None], |levels| levels.parts(row));
        match column {
            None => own,
            Some(column) => {
                let columns = self.columns.map_or([Some(Part::Index(column)), None], |own| own.parts(column));
                [own[0], columns[0]]
            }
        }
    }
}
