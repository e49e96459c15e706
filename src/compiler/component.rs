//! The number of a component of a mixture, and the place in memory that holds it while the component is
//! evaluated.

use crate::compiler::{ClosureKey, Compiler, Counter};
use crate::frame::Frame;

/// The number of a component, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct BoundComponentIndex {
    /// The key of the list of components that the number counts.
    key: ClosureKey,
    counter: Counter,
}

impl BoundComponentIndex {
    /// Claims a place for the number of the component, out of `count` components, that is being evaluated.
    pub(crate) fn claim(key: ClosureKey, count: usize, compiler: &mut Compiler) -> Self {
        Self { key, counter: Counter::claim(count, compiler) }
    }

    /// The key of the list of components that the number counts.
    pub(crate) fn key(self) -> ClosureKey {
        self.key
    }

    /// The highest number.
    pub(crate) fn last(self) -> usize {
        self.counter.last()
    }

    /// Sets the component that is being evaluated.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set(self, frame: &mut Frame<'_>, number: usize) {
        self.counter.set(frame, number);
    }

    /// The number of the component that is being evaluated.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn get(self, frame: &Frame<'_>) -> usize {
        self.counter.get(frame)
    }
}
