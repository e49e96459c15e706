//! [`Workspace`]: the memory of evaluations.

mod pace;
mod parts;
mod storage;

pub use pace::{Pace, Turn};
pub use parts::{PartStorage, PartsStorage, Sums};
pub use storage::Storage;

use core::sync::atomic::{AtomicU64, Ordering};

/// The number for the next new workspace. An empty workspace has the number 0.
static MADE: AtomicU64 = AtomicU64::new(1);

/// Values, adjoints and working memory of one thread's evaluations. `Posterior::workspace` makes it, for
/// this posterior and its clones only.
///
/// The chapter *Embedding a posterior* of the guide begins with a whole program.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The number of the workspace from which this one was cloned, directly or indirectly; clones share it.
    owner: u64,
    storage: Storage,
}

impl Clone for Workspace {
    fn clone(&self) -> Self {
        Self { owner: self.owner, storage: self.storage.clone() }
    }

    /// Copies into the existing memory, if it is large enough.
    fn clone_from(&mut self, other: &Self) {
        // The workspace has no owner while it is copied, because the copy may panic: kernels trust the
        // sizes of a workspace that belongs to them.
        self.owner = 0;
        self.storage.clone_from(&other.storage);
        self.owner = other.owner;
    }
}

#[doc(hidden)]
impl Workspace {
    /// Makes a workspace with a new number over `storage`.
    pub fn new(storage: Storage) -> Self {
        Self { owner: MADE.fetch_add(1, Ordering::Relaxed), storage }
    }

    /// True if both are clones of one workspace, so that they contain the same constants.
    #[inline(always)]
    pub fn is_of(&self, other: &Self) -> bool {
        self.owner == other.owner
    }

    /// The memory.
    #[inline(always)]
    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// The memory, for writing.
    ///
    /// # Safety
    ///
    /// Kernels trust the content of a workspace of their posterior. The caller must be the posterior that
    /// made the workspace, or write only what this posterior would write.
    #[inline(always)]
    pub unsafe fn storage_mut(&mut self) -> &mut Storage {
        &mut self.storage
    }

    /// Returns the memory, for another workspace.
    pub fn into_storage(self) -> Storage {
        self.storage
    }
}
