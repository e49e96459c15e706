//! The roles of the expressions with which a support is declared.

use core::fmt;

/// The role of an expression with which a support is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoundRole {
    /// The least value.
    Lower,
    /// The greatest value.
    Upper,
    /// The value at the coordinate 0.
    Offset,
    /// The distance between values whose coordinates differ by 1.
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
