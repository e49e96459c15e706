//! Chains of NUTS that evaluate their points together: see [`Lockstep`](crate::chains::Lockstep).

use super::Nuts;
use crate::density::{MAX_POINTS, MultiPoint};
use crate::target::BEYOND_CACHES;

impl<'a> Nuts<'a> {
    /// Evaluates the points of groups of `chains` chains together, if the data are larger than the caches.
    #[doc(hidden)]
    pub fn together(mut self, density: &'a dyn MultiPoint, chains: usize) -> Self {
        // Each gradient waits until other threads wake, which pays for gradients of a millisecond or more.
        let is_large = self.target.numbers() >= BEYOND_CACHES;
        // An invalid number of chains is an error, whatever the size of the data.
        let is_alone = !is_large && (1..=MAX_POINTS).contains(&chains);
        self.settings.run.lockstep = if is_alone { 1 } else { chains };
        self.together = Some(density);
        self
    }
}
