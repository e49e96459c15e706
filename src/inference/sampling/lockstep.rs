//! Chains of NUTS that evaluate their points together: see [`Meetings`](crate::chains::Meetings).

use super::Nuts;
use crate::model::statement::BoundModel;
use crate::posterior::{BEYOND_CACHES, MAX_POINTS, Posterior, Together};

impl<'a> Nuts<'a> {
    /// Lets groups of `chains` chains evaluate their points together, where data do not fit the caches.
    pub(super) fn together(mut self, density: &'a dyn Together, chains: usize) -> Self {
        // Each gradient waits for threads to wake, which is for gradients of a millisecond or more.
        let is_large = self.target.numbers() >= BEYOND_CACHES;
        // A number of chains that there is not is an error, whatever the data are.
        let is_alone = !is_large && (1..=MAX_POINTS).contains(&chains);
        self.settings.run.lockstep = if is_alone { 1 } else { chains };
        self.together = Some(density);
        self
    }
}

impl<M: BoundModel> Posterior<M> {
    /// The No-U-Turn sampler of this posterior, whose chains go `chains` together, from 1 to 8: the gradients
    /// that they need at the same time are evaluated in [one pass over the
    /// data](Self::log_density_and_gradients).
    ///
    /// This is for data that do not fit the caches, 16 megabytes or more; the chains of smaller ones run as
    /// those of [`nuts`](Self::nuts). A group of chains keeps one core busy, so by default as many groups run
    /// at the same time as there are cores. The draws are those of `nuts`, for models of few statements to
    /// the bit.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= normal(3.0, 1.0) }.compile()?;
    /// let fit = posterior.nuts_in_lockstep(2).chains(2).warmup(200).draws(200).seed(1).run()?;
    /// assert_eq!(fit.draws(), posterior.nuts().chains(2).warmup(200).draws(200).seed(1).run()?.draws());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn nuts_in_lockstep(&self, chains: usize) -> Nuts<'_> {
        const { Self::assert_continuous() }
        Nuts::new(self).together(self, chains)
    }
}
