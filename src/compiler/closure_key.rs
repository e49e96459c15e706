//! The key that distinguishes the placeholders of one closure from those of another.

use core::sync::atomic::{AtomicUsize, Ordering};

/// Identifies the components of a mixture, a scan or a process, for the expressions that its closure makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosureKey(usize);

impl ClosureKey {
    /// A key that is different from all others.
    pub(crate) fn unique() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
