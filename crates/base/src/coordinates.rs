//! The coordinates of a parameter.

use core::ops::Range;

/// The range of a parameter's coordinates in the unconstrained point.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Coordinates {
    /// The name of the parameter.
    pub name: &'static str,
    /// The range; it is empty if the parameter has been given a value.
    pub range: Range<usize>,
    /// True if each row of a matrix has its own coordinates. Then all coordinates of one row come before
    /// those of the next row, as for an array of vectors in Stan.
    pub has_rows: bool,
}

impl Coordinates {
    /// Makes the coordinates of a parameter.
    #[doc(hidden)]
    pub fn new(name: &'static str, range: Range<usize>, has_rows: bool) -> Self {
        Self { name, range, has_rows }
    }
}
