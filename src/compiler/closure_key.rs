//! The key that tells one closure's placeholders from those of another.

use core::sync::atomic::{AtomicUsize, Ordering};

/// Identifies the components of a mixture, a scan or a process for what is written inside of their closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosureKey(usize);

impl ClosureKey {
    /// A key that is different from all others.
    pub(crate) fn unique() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
