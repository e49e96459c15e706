//! The supports that conjugate updates know.

/// The facts known of a support by its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SupportKind {
    /// All numbers.
    Real,
    /// The elements lie above a bound.
    Above,
    /// The elements lie between two bounds.
    Between,
    /// A simplex, or rows of them.
    Simplex,
    /// Symmetric positive definite matrices.
    Covariance,
    /// A linear subspace: vectors, or matrices, whose elements, or rows and columns, sum to zero.
    ZeroSum,
    /// Whole numbers.
    Integers,
    /// Anything else.
    Other,
}

impl SupportKind {
    /// True if both kinds are equal.
    pub const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }
}
