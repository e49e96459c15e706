//! The kinds of supports that conjugate updates tell apart.

/// The kind of a support, known from its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum SupportKind {
    /// All numbers.
    Real,
    /// The elements lie above a bound.
    Above,
    /// The elements lie between two bounds.
    Between,
    /// A simplex, or a matrix whose rows are simplexes.
    Simplex,
    /// Symmetric positive definite matrices.
    Covariance,
    /// A linear subspace: vectors whose elements sum to zero, or matrices whose rows and columns sum to zero.
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
