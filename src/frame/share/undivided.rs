//! The share of a frame, where no log density is divided into parts: everything, which takes no memory, so
//! that what asks for it is compiled to what nobody has divided.

use super::Range;

/// The only part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share;

impl Share {
    /// The only part.
    pub(crate) const WHOLE: Self = Self;

    /// False: a frame has everything.
    pub(crate) const MAY_BE_PART: bool = false;

    /// The number of the part.
    #[inline(always)]
    pub(crate) const fn number(self) -> usize {
        0
    }

    /// The number of all parts.
    #[inline(always)]
    pub(crate) const fn count(self) -> usize {
        1
    }
}

/// What a frame evaluates: everything.
#[derive(Clone, Copy, Debug)]
pub(in crate::frame) struct Own {
    /// The part of the log density.
    pub share: Share,
    /// The share of the series that an operation adds up.
    pub series: Share,
}

impl Own {
    /// Everything that a part evaluates.
    pub const fn of(share: Share) -> Self {
        Self { share, series: share }
    }

    /// Sets nothing: sums go over the values of all elements.
    #[inline(always)]
    pub fn set_summed(&mut self, _: Option<Range>) {}

    /// Nothing: sums go over the values of all elements.
    #[inline(always)]
    pub const fn summed(&self) -> Option<Range> {
        None
    }

    /// Sets nothing: all columns are computed.
    #[inline(always)]
    pub fn set_columns(&mut self, _: Option<Range>) {}

    /// Nothing: all columns are computed.
    #[inline(always)]
    pub const fn columns(&self) -> Option<Range> {
        None
    }
}
