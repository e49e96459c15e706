//! The memory of evaluations.

use crate::simd::Aligned;
use core::mem::MaybeUninit;

/// Values, adjoints and working memory of one thread's evaluations. Made by
/// [`Posterior::workspace`](super::Posterior::workspace), for that posterior and its clones alone.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The number of the posterior that made it, which its clones share: they hold the same constants.
    pub(super) owner: u64,
    pub(super) values: Aligned,
    pub(super) adjoints: Aligned,
    pub(super) scratch: Aligned,
    /// Working memory of linear algebra, never read before it is written.
    pub(super) stack: Vec<MaybeUninit<u8>>,
    /// All coordinates, and all of the gradient, where a [full conditional](super::FullConditional) is given its own alone.
    pub(super) outer: (Vec<f64>, Vec<f64>),
    /// For the parts of long statements.
    #[cfg(feature = "rayon")]
    pub(super) parts: Vec<crate::simd::Part>,
}

#[cfg(feature = "rayon")]
impl Workspace {
    /// Makes memory for the parts of long statements.
    pub(super) fn make_parts(&mut self, count: usize) {
        let part = crate::simd::Part {
            values: self.values.clone(),
            adjoints: self.adjoints.clone(),
            scratch: self.scratch.clone(),
            stack: self.stack.clone(),
            sums: Default::default(),
        };
        self.parts = vec![part; count];
    }
}
