//! Sizes that saturate.

use core::ops::{Add, Mul};

/// A size whose sums and products saturate at the largest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count(pub usize);

impl Count {
    /// The larger of two sizes.
    pub fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Mul for Count {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0.saturating_mul(other.0))
    }
}

// Only literals can be added, not numbers that were computed before, which have the type `usize`.
impl Add<u8> for Count {
    type Output = Self;

    fn add(self, other: u8) -> Self {
        self + Self(other.into())
    }
}

impl Mul<Count> for u8 {
    type Output = Count;

    fn mul(self, other: Count) -> Count {
        Count(self.into()) * other
    }
}
