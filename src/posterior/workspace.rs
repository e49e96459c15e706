//! The memory of evaluations.

use crate::simd::Aligned;
use core::mem::MaybeUninit;

/// Values, adjoints and working memory of one thread's evaluations. Made by
/// [`Posterior::workspace`](super::Posterior::workspace).
#[derive(Clone, Debug)]
pub struct Workspace {
    pub(super) values: Aligned,
    pub(super) adjoints: Aligned,
    pub(super) scratch: Aligned,
    /// Working memory of linear algebra, never read before it is written.
    pub(super) stack: Vec<MaybeUninit<u8>>,
}
