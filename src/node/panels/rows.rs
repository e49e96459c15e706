//! Rows of a panel that are worked on at once: row = first + register · lanes, up to [`REGISTERS`] of them.

use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;

/// The registers of rows that are worked on at once: as many sums as keep one from waiting for itself.
pub(super) const REGISTERS: usize = 8;

/// Up to [`REGISTERS`] registers of rows of a panel.
#[derive(Clone, Copy)]
pub(super) struct Rows<S> {
    pub simd: S,
    /// The first row.
    pub first: usize,
    /// The number of registers.
    pub count: usize,
}

#[inlined(all)]
impl<S: Simd> Rows<S> {
    /// The registers from number `first` on, of which `left` are left.
    pub fn new(simd: S, first: usize, left: usize) -> Self {
        Self { simd, first: first * Pack::<S>::LANES, count: left.min(REGISTERS) }
    }

    /// True if there is a register of this number; where they are `ALL`, nothing is compared. Otherwise one
    /// function serves any number of registers: its branches go the same way for each column.
    pub fn has<const ALL: bool>(self, register: usize) -> bool {
        ALL || register < self.count
    }

    /// The first row of a register.
    pub fn row(self, register: usize) -> usize {
        self.first + register * Pack::<S>::LANES
    }
}
