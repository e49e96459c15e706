//! The coordinates of a parameter.

use core::ops::Range;

/// The places of a parameter's coordinates in the unconstrained point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// The name of the parameter.
    pub name: &'static str,
    /// The places, of which there are none where the parameter has been given a value.
    pub range: Range<usize>,
    /// True if each row of a matrix has coordinates of its own, those of one row before those of the next, as
    /// the vectors of an array have in Stan.
    pub has_rows: bool,
}
