//! A number in working memory that holds the current round of a loop, for the nodes inside.

use crate::compiler::Compiler;
use crate::frame::{Frame, Scratch};

/// The place of a number that counts from 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counter {
    place: Scratch,
    /// The highest number.
    last: usize,
}

impl Counter {
    /// Claims a place for a number below `count`.
    pub fn claim(count: usize, compiler: &mut Compiler) -> Self {
        Self { place: compiler.scratch(1), last: count.saturating_sub(1) }
    }

    /// The highest number.
    pub fn last(self) -> usize {
        self.last
    }

    /// Sets the number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn set(self, frame: &mut Frame<'_>, number: usize) {
        // The bits of the number, since a conversion takes longer than the addition that waits for it.
        frame.set_scratch_number(self.place, f64::from_bits(number as u64));
    }

    /// The number of the loop's current round.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn get(self, frame: &Frame<'_>) -> usize {
        // For any content of the memory, the result is one of the numbers.
        (frame.scratch_number(self.place).to_bits() as usize).min(self.last)
    }
}
