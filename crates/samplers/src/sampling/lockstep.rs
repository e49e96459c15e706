//! Chains of NUTS that evaluate their points together: see [`Lockstep`](crate::chains::Lockstep).

use super::Nuts;
use crate::density::{MAX_POINTS, MultiPoint};
use crate::target::BEYOND_CACHES;

impl<'a> Nuts<'a> {
    /// Lets groups of `chains` chains evaluate their points together, where data do not fit the caches.
    #[doc(hidden)]
    pub fn together(mut self, density: &'a dyn MultiPoint, chains: usize) -> Self {
        // Each gradient waits for threads to wake, which is for gradients of a millisecond or more.
        let is_large = self.target.numbers() >= BEYOND_CACHES;
        // A number of chains that there is not is an error, whatever the data are.
        let is_alone = !is_large && (1..=MAX_POINTS).contains(&chains);
        self.settings.run.lockstep = if is_alone { 1 } else { chains };
        self.together = Some(density);
        self
    }
}
