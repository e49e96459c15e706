//! The number of a component of a mixture, and the place where it stands while the component is evaluated.

use crate::compiler::{ClosureKey, Compiler, Counter};
use crate::frame::Frame;

/// The number of a component, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct BoundComponentIndex {
    /// The components that it counts.
    key: ClosureKey,
    counter: Counter,
}

impl BoundComponentIndex {
    /// The number of one of `count` components, with a place of its own for the one that is being evaluated.
    pub(crate) fn claim(key: ClosureKey, count: usize, compiler: &mut Compiler) -> Self {
        Self { key, counter: Counter::claim(count, compiler) }
    }

    /// The components that it counts.
    pub(crate) fn key(self) -> ClosureKey {
        self.key
    }

    /// The highest number.
    pub(crate) fn last(self) -> usize {
        self.counter.last()
    }

    /// Goes to a component.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set(self, frame: &mut Frame<'_>, number: usize) {
        self.counter.set(frame, number);
    }

    /// The component that is being evaluated.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn get(self, frame: &Frame<'_>) -> usize {
        self.counter.get(frame)
    }
}
