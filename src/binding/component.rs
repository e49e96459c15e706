//! The number of a component of a mixture, and the place where it stands while the component is evaluated.

use super::{ClosureKey, Compiler};
use crate::simd::{Frame, Scratch};

/// The number of a component, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct ComponentIndex {
    /// Which components it counts.
    key: ClosureKey,
    place: Scratch,
    /// The last number.
    last: usize,
}

impl ComponentIndex {
    /// The number of one of `count` components, with a place of its own for the one that is being evaluated.
    pub(crate) fn claim(key: ClosureKey, count: usize, compiler: &mut Compiler) -> Self {
        Self { key, place: compiler.scratch(1), last: count.saturating_sub(1) }
    }

    /// Which components it counts.
    pub(crate) fn key(self) -> ClosureKey {
        self.key
    }

    /// The highest number.
    pub(crate) fn last(self) -> usize {
        self.last
    }

    /// Goes to a component.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set(self, frame: &mut Frame<'_>, number: usize) {
        frame.set_scratch_number(self.place, number as f64);
    }

    /// The component that is being evaluated.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn get(self, frame: &Frame<'_>) -> usize {
        // Whatever stands in the memory, it is the number of a component.
        (frame.scratch_number(self.place) as usize).min(self.last)
    }
}
