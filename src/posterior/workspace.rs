//! The memory of evaluations.

use crate::simd::Aligned;

/// Values, adjoints and working memory of one thread's evaluations. Made by
/// [`Posterior::workspace`](super::Posterior::workspace).
#[derive(Clone, Debug)]
pub struct Workspace {
    pub(super) values: Aligned,
    pub(super) adjoints: Aligned,
    pub(super) scratch: Aligned,
}
