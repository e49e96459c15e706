//! Rows of a panel that are computed at once: row = first + register · lanes, for up to [`REGISTERS`]
//! registers.

use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of registers of rows that are computed at once: enough sums that no addition waits for the
/// one before.
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
    /// Up to [`REGISTERS`] registers, from the register `first` on, of `left` remaining registers.
    pub fn new(simd: S, first: usize, left: usize) -> Self {
        Self { simd, first: first * Pack::<S>::LANES, count: left.min(REGISTERS) }
    }

    /// True if the register with this number is one of them. If `ALL` is true, nothing is compared.
    /// Otherwise the same function serves any number of registers: its branches are the same for each
    /// column.
    pub fn has<const ALL: bool>(self, register: usize) -> bool {
        ALL || register < self.count
    }

    /// The first row of a register.
    pub fn row(self, register: usize) -> usize {
        self.first + register * Pack::<S>::LANES
    }
}
