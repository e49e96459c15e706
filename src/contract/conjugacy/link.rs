//! The dependence of an expression on one of its variables while the others are held, which conjugate
//! updates read.
//!
//! With x the variable and a, b whatever does not depend on it:
//!
//! | link | expression |
//! |-|-|
//! | `Constant` | a |
//! | `Identity` | x |
//! | `Scaled` | a x of a matrix x, with one number a |
//! | `Spread` | x A of a number x, with a matrix A |
//! | `Multiple` | a x |
//! | `Affine` | a x + b |
//! | `Reciprocal` | a / x |
//! | `Root` | a √x |
//! | `InverseRoot` | a / √x |
//! | `Inverse` | X⁻¹ of a matrix |
//! | `Sticks` | the pieces of a stick that is broken at x₁, x₂, … |
//! | `Other` | anything else |

/// The dependence of an expression on each of its variables alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Link {
    /// a
    Constant,
    /// x
    Identity,
    /// a x of a matrix, with one number a
    Scaled,
    /// x A of a number, with a matrix A
    Spread,
    /// a x
    Multiple,
    /// a x + b
    Affine,
    /// a / x
    Reciprocal,
    /// a √x
    Root,
    /// a / √x
    InverseRoot,
    /// X⁻¹ of a matrix
    Inverse,
    /// The pieces of a stick that is broken at x₁, x₂, …
    Sticks,
    /// Anything else.
    Other,
}

impl Link {
    /// True if both links are of one kind.
    pub const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }

    /// The link that holds for each element by itself.
    pub const fn of_elements(self) -> Self {
        match self {
            Self::Scaled | Self::Spread => Self::Multiple,
            Self::Inverse => Self::Other,
            same => same,
        }
    }

    /// The link of a f + b, given the link of f.
    const fn shifted(self) -> Self {
        match self.of_elements() {
            Self::Constant => Self::Constant,
            Self::Identity | Self::Multiple | Self::Affine => Self::Affine,
            _ => Self::Other,
        }
    }

    /// The link of a f, given the link of f.
    pub const fn scaled(self) -> Self {
        match self.of_elements() {
            Self::Identity => Self::Multiple,
            Self::Sticks => Self::Other,
            same => same,
        }
    }

    /// The link of a sum Σ a f of several elements, given the link of f.
    pub const fn combined(self) -> Self {
        match self.scaled() {
            same @ (Self::Constant | Self::Multiple | Self::Affine) => same,
            _ => Self::Other,
        }
    }

    /// The link of 1 / f, given the link of f.
    pub const fn inverted(self) -> Self {
        match self.of_elements() {
            Self::Constant => Self::Constant,
            Self::Identity | Self::Multiple => Self::Reciprocal,
            Self::Reciprocal => Self::Multiple,
            Self::Root => Self::InverseRoot,
            Self::InverseRoot => Self::Root,
            _ => Self::Other,
        }
    }

    /// The link of √f, given the link of f.
    pub const fn root(self) -> Self {
        match self.of_elements() {
            Self::Constant => Self::Constant,
            Self::Identity | Self::Multiple => Self::Root,
            Self::Reciprocal => Self::InverseRoot,
            _ => Self::Other,
        }
    }

    /// The link that describes both links, since an expression has a single link for all its variables.
    const fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Constant, link) | (link, Self::Constant) => link,
            (Self::Identity, Self::Identity) => Self::Identity,
            (Self::Identity | Self::Multiple, Self::Identity | Self::Multiple) => Self::Multiple,
            (
                Self::Identity | Self::Multiple | Self::Affine,
                Self::Identity | Self::Multiple | Self::Affine,
            ) => Self::Affine,
            (left, right) if left.is(right) => left,
            _ => Self::Other,
        }
    }

    /// The link of f ± g; `apart` is true if no variable is in both f and g.
    pub const fn sum(self, other: Self, apart: bool) -> Self {
        let sum = self.shifted().with(other.shifted());
        // a x + b x is affine too.
        if apart || sum.is(Self::Affine) { sum } else { Self::Other }
    }

    /// The link of f g; `apart` is true if no variable is in both f and g.
    pub const fn product(self, other: Self, apart: bool) -> Self {
        if apart { self.scaled().with(other.scaled()) } else { Self::Other }
    }

    /// The link of f c, the product of a matrix f and a number c; `apart` is true if no variable is in
    /// both.
    pub const fn product_with_number(self, number: Self, apart: bool) -> Self {
        match (self, number) {
            (Self::Identity | Self::Scaled, Self::Constant) => Self::Scaled,
            (Self::Constant, Self::Identity | Self::Multiple) => Self::Spread,
            _ => self.product(number, apart),
        }
    }

    /// The link of f / g; `apart` is true if no variable is in both f and g.
    pub const fn quotient(self, other: Self, apart: bool) -> Self {
        if apart { self.scaled().with(other.inverted().scaled()) } else { Self::Other }
    }
}
