//! Data that are prefetched from memory while other data are evaluated.
//!
//! If the same rows are evaluated at several points in turn, the processor waits for memory at the first
//! point, and memory is idle at all others. So at each point a share of the next rows is prefetched, a
//! cache line now and then, and when the next rows are evaluated they stand in the second-level cache.

use super::{Frame, Packed};

/// The number of numbers in a cache line.
const LINE: usize = 8;

/// The rows that a frame prefetches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead {
    /// The distance in rows from the evaluated rows to the prefetched ones; 0 if none are prefetched.
    rows: usize,
    /// The number of the share that is prefetched, out of `shares`.
    share: usize,
    shares: usize,
}

impl Ahead {
    /// Prefetches nothing.
    pub(crate) const NOTHING: Self = Self { rows: 0, share: 0, shares: 1 };

    /// A share of the rows at the distance `rows` after the rows that are evaluated.
    #[inline(always)]
    pub(crate) fn new(rows: usize, share: usize, shares: usize) -> Self {
        Self { rows, share, shares }
    }
}

impl Frame<'_> {
    /// Sets the rows that are prefetched.
    #[inline(always)]
    pub(crate) fn set_ahead(&mut self, ahead: Ahead) {
        self.ahead = ahead;
    }

    /// Prefetches the frame's share of the cache lines of `count` words, where `in_a_word` rows of one
    /// column share a word and a row has `width` columns. The lines belong to rows at the distance that
    /// [`Ahead`] holds.
    #[inline(always)]
    pub(crate) fn bring(&self, first: Packed, count: usize, width: usize, in_a_word: usize) {
        let Ahead { rows, share, shares } = self.ahead;
        if rows == 0 {
            return;
        }
        let lines = count / LINE;
        for line in lines * share / shares..lines * (share + 1) / shares {
            // The prefetch does not read: the place may be beyond the end.
            prefetch(self.packed.start.wrapping_add(first.0 + rows * width / in_a_word + line * LINE));
        }
    }
}

/// Prefetches the cache line of a place into the second-level cache.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch(place: *const f64) {
    use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
    // SAFETY: no address faults, and the instruction is one of SSE, which every such machine has.
    unsafe { _mm_prefetch::<_MM_HINT_T1>(place.cast()) }
}

/// Does nothing: stable Rust has no prefetch instruction for other machines.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn prefetch(_: *const f64) {}
