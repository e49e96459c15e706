//! The numbers that distinguish a posterior from a posterior with other data.

use super::Posterior;

impl<M> Posterior<M> {
    /// All numbers that depend on data alone, and all indices.
    pub(crate) fn constants(&self) -> ([&[f64]; 2], &[u32]) {
        ([self.store.packed.as_slice(), self.store.initial.storage().values.as_slice()], &self.store.indices)
    }
}
