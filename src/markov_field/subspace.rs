//! The subspace {x : Uᵀx = 0} in which a parameter's values lie, with a test of equality.

use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

/// A subspace, represented by a checksum of its definition. The law of the values and the support of the
/// parameter are written in two places, and must have the same subspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subspace(u64);

impl Subspace {
    /// The subspace of values whose sums over groups are 0. `groups` has the group of each element, or
    /// `None` for a free element. Groups are numbered in the order of their first elements.
    pub(crate) fn of_sums(groups: impl IntoIterator<Item = Option<usize>>) -> Self {
        Self::of(|hasher| groups.into_iter().for_each(|group| group.hash(hasher)))
    }

    /// The subspace of values without a level and a trend over these places.
    pub(crate) fn without_trend(places: &[f64]) -> Self {
        Self::of(|hasher| places.iter().for_each(|place| place.to_bits().hash(hasher)))
    }

    fn of(write: impl FnOnce(&mut DefaultHasher)) -> Self {
        let mut hasher = DefaultHasher::new();
        write(&mut hasher);
        Self(hasher.finish())
    }
}
