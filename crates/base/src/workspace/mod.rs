//! [`Workspace`]: the memory of evaluations.

mod pace;
mod parts;
mod storage;

pub use pace::{Pace, Turn};
pub use parts::{PartStorage, PartsStorage, Sums};
pub use storage::Storage;

use core::sync::atomic::{AtomicU64, Ordering};

/// The number of the next workspace that is no clone. 0 is that of an empty workspace.
static MADE: AtomicU64 = AtomicU64::new(1);

/// Values, adjoints and working memory of one thread's evaluations. Made by `Posterior::workspace`, for that
/// posterior and its clones alone.
///
/// The chapter *Embedding a posterior* of the guide begins with a whole program.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The number of the workspace that was made first, which its clones share.
    owner: u64,
    storage: Storage,
}

impl Clone for Workspace {
    fn clone(&self) -> Self {
        Self { owner: self.owner, storage: self.storage.clone() }
    }

    /// Copies into the memory that is there, where it is enough.
    fn clone_from(&mut self, other: &Self) {
        // Nobody's, should the copy panic: kernels trust the sizes of a workspace that is theirs.
        self.owner = 0;
        self.storage.clone_from(&other.storage);
        self.owner = other.owner;
    }
}

#[doc(hidden)]
impl Workspace {
    /// A workspace that is the clone of no other, over some memory.
    pub fn new(storage: Storage) -> Self {
        Self { owner: MADE.fetch_add(1, Ordering::Relaxed), storage }
    }

    /// True if both are clones of one workspace, so that they hold the same constants.
    #[inline(always)]
    pub fn is_of(&self, other: &Self) -> bool {
        self.owner == other.owner
    }

    /// The memory.
    #[inline(always)]
    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// The memory, to be changed.
    ///
    /// # Safety
    ///
    /// Kernels trust what they find in the workspace of their posterior. The caller must be the posterior
    /// that has made the workspace, or write what that posterior would.
    #[inline(always)]
    pub unsafe fn storage_mut(&mut self) -> &mut Storage {
        &mut self.storage
    }

    /// The memory alone, to be used again.
    pub fn into_storage(self) -> Storage {
        self.storage
    }
}
