//! The lanes of a vector: the place of a register in it, and the blocks of rows of a loop.

use super::{Mask, Pack};
use pulp::Simd;

/// The number of rows that a blocked loop evaluates at once: a matrix-vector product computes a block of
/// rows, the lanes use them, and their residuals are propagated backward through the product while the rows
/// of the matrix are still in the first-level cache.
pub const BLOCK_ROWS: usize = 64;

/// The place of one register in a vector.
///
/// All lanes are computed, but no masked lane is ever accumulated: so one loop body serves full and partial
/// registers, without neutral filler values.
// Exhaustive: nodes make lanes of other lanes.
#[derive(Clone, Copy)]
pub struct Lane<S: Simd> {
    /// The instruction set's token.
    pub simd: S,
    /// The index of the element in the first lane.
    pub index: usize,
    /// The index of the element in the first lane, counted from the start of the block.
    pub in_block: usize,
    /// The mask of lanes that hold elements.
    pub mask: Mask<S>,
    /// True if all lanes hold elements.
    pub is_full: bool,
}

impl<S: Simd> Lane<S> {
    /// Makes the place of a scalar: every lane holds the same number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn scalar(simd: S) -> Self {
        Self { simd, index: 0, in_block: 0, mask: Mask::first(simd, Pack::<S>::LANES), is_full: true }
    }

    /// Returns the sum of `total` and the unmasked lanes of `term`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn accumulate(self, total: Pack<S>, term: Pack<S>) -> Pack<S> {
        self.mask.select(total + term, total)
    }
}

/// A run of rows, as an iterator over its registers.
// Exhaustive: nodes make blocks of any rows.
#[derive(Clone, Copy)]
pub struct Block<S: Simd> {
    /// The instruction set's token.
    pub simd: S,
    /// The index of the first row.
    pub start: usize,
    /// The index after the last row.
    pub end: usize,
}

impl<S: Simd> Block<S> {
    /// The full registers of the block, in order.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn full_lanes(self) -> Lanes<S> {
        Lanes { block: self, next: self.start }
    }

    /// The last register, if it is not full.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn last_lane(self) -> Option<Lane<S>> {
        let rest = (self.end - self.start) % Pack::<S>::LANES;
        if rest == 0 {
            return None;
        }
        let index = self.end - rest;
        let mask = Mask::first(self.simd, rest);
        Some(Lane { simd: self.simd, index, in_block: index - self.start, mask, is_full: false })
    }
}

/// An iterator over the full registers of a [`Block`].
pub struct Lanes<S: Simd> {
    block: Block<S>,
    next: usize,
}

impl<S: Simd> Iterator for Lanes<S> {
    type Item = Lane<S>;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn next(&mut self) -> Option<Lane<S>> {
        let index = self.next;
        self.next = index + Pack::<S>::LANES;
        if self.next > self.block.end {
            return None;
        }
        Some(Lane { index, in_block: index - self.block.start, ..Lane::scalar(self.block.simd) })
    }
}

impl<S: Simd> DoubleEndedIterator for Lanes<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn next_back(&mut self) -> Option<Lane<S>> {
        let Block { simd, start, end } = self.block;
        if self.next + Pack::<S>::LANES > end {
            return None;
        }
        let index = end - (end - start) % Pack::<S>::LANES - Pack::<S>::LANES;
        self.block.end = index;
        Some(Lane { index, in_block: index - start, ..Lane::scalar(simd) })
    }
}

/// Runs a body for each register of a block: in a loop for the full registers, in which the mask is a
/// constant that the compiler removes, and once more for the last register if it is not full.
#[macro_export]
macro_rules! for_lanes {
    ($lane:ident in $block:expr => $body:block) => {{
        let block = $block;
        for $lane in block.full_lanes() $body
        if let Some($lane) = block.last_lane() $body
    }};
}

/// Runs a body for each register of a block as [`for_lanes`] does, from the last to the first.
#[macro_export]
macro_rules! for_lanes_backward {
    ($lane:ident in $block:expr => $body:block) => {{
        let block = $block;
        if let Some($lane) = block.last_lane() $body
        for $lane in block.full_lanes().rev() $body
    }};
}

/// An iterator over the blocks of a vector. There is at least one block, which may be empty.
pub struct Blocks<S: Simd> {
    simd: S,
    next: usize,
    length: usize,
    rows: usize,
    is_done: bool,
}

impl<S: Simd> Blocks<S> {
    /// Makes blocks of [`BLOCK_ROWS`] rows if `blocked`, else one block for all rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(simd: S, length: usize, blocked: bool) -> Self {
        // The constant exceeds every length, so the compiler sees that the loop over one block is no loop.
        let rows = if blocked { BLOCK_ROWS } else { usize::MAX };
        Self::of(simd, length, rows)
    }

    /// Makes blocks of the rows from `start` to `end`: of [`BLOCK_ROWS`] rows if `blocked`, else one block.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn between(simd: S, start: usize, end: usize, blocked: bool) -> Self {
        Self { next: start, ..Self::new(simd, end, blocked) }
    }

    /// Makes blocks of `rows` rows; the last block may have fewer.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn of(simd: S, length: usize, rows: usize) -> Self {
        Self { simd, next: 0, length, rows, is_done: false }
    }

    /// Makes an iterator over one block.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn once(block: Block<S>) -> Self {
        Self { simd: block.simd, next: block.start, length: block.end, rows: usize::MAX, is_done: false }
    }

    /// The instruction set's token.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn simd(&self) -> S {
        self.simd
    }
}

impl<S: Simd> Iterator for Blocks<S> {
    type Item = Block<S>;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn next(&mut self) -> Option<Block<S>> {
        let start = self.next;
        if self.is_done {
            return None;
        }
        self.is_done = self.length - start <= self.rows;
        let end = if self.is_done { self.length } else { start + self.rows };
        self.next = end;
        Some(Block { simd: self.simd, start, end })
    }
}

impl<S: Simd> DoubleEndedIterator for Blocks<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn next_back(&mut self) -> Option<Block<S>> {
        if self.is_done {
            return None;
        }
        let before = (self.length - self.next).saturating_sub(1) / self.rows * self.rows;
        let (start, end) = (self.next + before, self.length);
        self.is_done = before == 0;
        self.length = start;
        Some(Block { simd: self.simd, start, end })
    }
}
