//! The memory that a model claims: places are handed out one after the other, in whole cache lines.

use crate::frame::{Scratch, Sizes, Slot};
use crate::simd::MAX_LANES;
use faer::dyn_stack::StackReq;
use monomorph_base::shape::Extent;

/// The greatest number of numbers of one kind that can be claimed: 128 TiB of them, more than a process can
/// address. Sizes up to this limit can be padded and added, and the sides of a matrix up to it multiplied,
/// without overflow.
pub(super) const MOST: usize = 1 << 44;

/// The claimed memory of a workspace. A claim that is too large returns `None`, and claims nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Claims {
    values: usize,
    scratch: usize,
    stack: usize,
}

impl Claims {
    /// Claims a slot: values with adjoints.
    pub fn slot_of(&mut self, extent: Extent) -> Option<Slot> {
        match extent {
            Extent::Scalar => {
                self.values += 1;
                Some(Slot(self.values - 1))
            }
            Extent::Vector(length) => self.slot(length),
            // A register at the end of the last row may reach beyond the last element.
            Extent::Matrix { length, .. } => self.slot(length.saturating_add(MAX_LANES)),
        }
    }

    /// Claims a vector with adjoints.
    fn slot(&mut self, length: usize) -> Option<Slot> {
        let start = self.values.next_multiple_of(MAX_LANES);
        // A vector without elements has the place of one element, so that its place is not beyond the end.
        self.values = behind(start, length.max(1))?;
        Some(Slot(start))
    }

    /// The number of numbers in the workspace that have been claimed.
    pub fn numbers(&self) -> usize {
        self.values + self.scratch
    }

    /// Claims working memory.
    pub fn scratch(&mut self, length: usize) -> Option<Scratch> {
        let start = self.scratch;
        self.scratch = behind(start, length)?;
        Some(Scratch(start))
    }

    /// Claims working memory for linear algebra. Operations share it: it keeps nothing from one operation
    /// to the next.
    pub fn stack(&mut self, wanted: StackReq) -> Option<()> {
        let bytes = Some(wanted.unaligned_bytes_required()).filter(|&bytes| bytes <= MOST)?;
        self.stack = self.stack.max(bytes);
        Some(())
    }

    /// The sizes of the buffers of a model with `dimension` coordinates.
    pub fn sizes(&self, dimension: usize) -> Sizes {
        let Self { values, scratch, stack } = *self;
        Sizes { dimension, values, scratch, stack }
    }
}

/// The place after `length` more numbers, in whole cache lines; `None` if it is too large.
fn behind(start: usize, length: usize) -> Option<usize> {
    let end = start.checked_add(length.checked_next_multiple_of(MAX_LANES)?)?;
    (end <= MOST).then_some(end)
}
