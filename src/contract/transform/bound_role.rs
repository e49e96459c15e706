//! What the bounds of a support are to it.

use core::fmt;

/// What an expression that a support is declared with is to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundRole {
    /// The least value.
    Lower,
    /// The greatest value.
    Upper,
    /// The value at the coordinate 0.
    Offset,
    /// The distance of values whose coordinates are 1 apart.
    Multiplier,
}

impl fmt::Display for BoundRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lower => "lower bound",
            Self::Upper => "upper bound",
            Self::Offset => "offset",
            Self::Multiplier => "multiplier",
        })
    }
}
