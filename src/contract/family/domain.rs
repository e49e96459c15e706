//! The domain of a variable or of an argument of a distribution.

use crate::contract::law::Measure;
use crate::simd::{Mask, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// A set of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Domain {
    /// Every number.
    Real,
    /// Every number, −∞ and ∞.
    Extended,
    /// x > 0
    Positive,
    /// x ≥ 0
    NonNegative,
    /// 0 ≤ x ≤ 1
    Unit,
    /// 0 < x < 1
    OpenUnit,
    /// 0, 1, 2, …
    Count,
    /// 0 or 1
    Binary,
    /// …, −1, 0, 1, …
    Whole,
}

#[inlined]
impl Domain {
    /// True if the number is inside.
    pub fn contains(self, x: f64) -> bool {
        match self {
            Self::Real => x.is_finite(),
            Self::Extended => !x.is_nan(),
            Self::Positive => x > 0.0 && x.is_finite(),
            Self::NonNegative => x >= 0.0 && x.is_finite(),
            Self::Unit => (0.0..=1.0).contains(&x),
            Self::OpenUnit => x > 0.0 && x < 1.0,
            Self::Count => x >= 0.0 && x.is_finite() && x.fract() == 0.0,
            Self::Binary => x == 0.0 || x == 1.0,
            Self::Whole => x.is_finite() && x.fract() == 0.0,
        }
    }

    /// Moves a number that rounding has put outside the domain, at 0, 1 or infinity, to the next number
    /// inside. Returns other numbers, and NaN, unchanged.
    pub(crate) fn next_inside(self, x: f64) -> f64 {
        const LEAST: f64 = f64::from_bits(1);
        match self {
            Self::Extended | Self::Binary => x,
            Self::Real | Self::Whole => x.clamp(-f64::MAX, f64::MAX),
            Self::Positive => x.clamp(LEAST, f64::MAX),
            Self::NonNegative | Self::Count => x.clamp(0.0, f64::MAX),
            Self::Unit => x.clamp(0.0, 1.0),
            Self::OpenUnit => x.clamp(LEAST, 1.0_f64.next_down()),
        }
    }

    /// The rule in words, which a message puts after "must".
    pub fn rule(self) -> &'static str {
        match self {
            Self::Real => "be finite",
            Self::Extended => "be a number",
            Self::Positive => "be positive and finite",
            Self::NonNegative => "be zero or positive, and finite",
            Self::Unit => "lie between 0 and 1",
            Self::OpenUnit => "lie strictly between 0 and 1",
            Self::Count => "be a whole number, zero or more",
            Self::Binary => "be 0 or 1",
            Self::Whole => "be a whole number",
        }
    }

    /// True if only whole numbers are inside, so that no parameter can be there.
    pub const fn is_discrete(self) -> bool {
        matches!(self, Self::Count | Self::Binary | Self::Whole)
    }

    /// The measure of the log densities of a law on this domain: probabilities for whole numbers, densities
    /// for other numbers.
    pub const fn measure(self) -> Measure {
        if self.is_discrete() { Measure::Probabilities } else { Measure::Densities }
    }

    /// The numbers, with NaN in the lanes that are outside the domain.
    ///
    /// The NaN makes the log density NaN, which the root of the kernel turns into −∞.
    pub fn guard<S: Simd>(self, x: Pack<S>) -> Pack<S> {
        match self {
            Self::Real | Self::Extended | Self::Count | Self::Binary | Self::Whole => x,
            _ => self.inside(x).select(x, f64::NAN),
        }
    }

    /// The lanes that are inside the domain. Whole numbers are data and have been checked already, so all
    /// their lanes count as inside.
    pub fn inside<S: Simd>(self, x: Pack<S>) -> Mask<S> {
        match self {
            Self::Real | Self::Extended | Self::Count | Self::Binary | Self::Whole => x.eq(x),
            Self::Positive => x.gt(0.0),
            Self::NonNegative => x.ge(0.0),
            Self::Unit => x.ge(0.0) & x.le(1.0),
            // The law reads 1 − x beside x, which shows whether x is 1 or only next to 1.
            Self::OpenUnit => x.gt(0.0) & x.le(1.0),
        }
    }
}
