//! Data that are brought from memory while others are evaluated.
//!
//! Where each of several points goes through the same rows, the processor waits for memory at the first one
//! alone, and memory waits for the processor at all others. So each point asks for its share of the rows that
//! come next, a line now and then, and when they are evaluated they stand in the second-level cache.

use super::{Frame, Packed};

/// The number of numbers of a line of a cache.
const LINE: usize = 8;

/// The rows that a frame brings from memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// How many rows behind those that are evaluated they stand; 0 if none are brought.
    rows: usize,
    /// The number of the share that is brought, of `shares`.
    share: usize,
    shares: usize,
}

impl Ahead {
    /// Nothing is brought from memory.
    pub(crate) const NOTHING: Self = Self { rows: 0, share: 0, shares: 1 };

    /// A share of the rows that stand `rows` rows behind those that are evaluated.
    #[inline(always)]
    pub(crate) fn new(rows: usize, share: usize, shares: usize) -> Self {
        Self { rows, share, shares }
    }
}

impl Frame<'_> {
    /// Sets the rows that are brought from memory.
    #[inline(always)]
    pub(crate) fn set_ahead(&mut self, ahead: Ahead) {
        self.ahead = ahead;
    }

    /// Brings the frame's share of the lines of `count` words, of which `in_a_word` rows have `width`: of
    /// those that stand as many rows behind these as [`Ahead`] says.
    #[inline(always)]
    pub(crate) fn bring(&self, first: Packed, count: usize, width: usize, in_a_word: usize) {
        let Ahead { rows, share, shares } = self.ahead;
        if rows == 0 {
            return;
        }
        let lines = count / LINE;
        for line in lines * share / shares..lines * (share + 1) / shares {
            // Nothing is read: the place may be behind the end.
            prefetch(self.packed.start.wrapping_add(first.0 + rows * width / in_a_word + line * LINE));
        }
    }
}

/// Asks for the line of a place, for the second-level cache.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch(place: *const f64) {
    use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
    // SAFETY: no address faults, and the instruction is one of SSE, which every such machine has.
    unsafe { _mm_prefetch::<_MM_HINT_T1>(place.cast()) }
}

/// Stable Rust has no such instruction of other machines.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn prefetch(_: *const f64) {}
