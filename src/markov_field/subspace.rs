//! The subspace {x : Uᵀx = 0} in which a parameter's values lie, as far as two of them are told apart.

use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

/// A subspace by a checksum of what makes it: a law of values in it, and the support of its parameter, are
/// written in two places, and have to be of the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subspace(u64);

impl Subspace {
    /// The values whose sums over groups are 0: the group of each element, by numbers in the order in which
    /// groups begin, or none of an element that is free.
    pub(crate) fn of_sums(groups: impl IntoIterator<Item = Option<usize>>) -> Self {
        Self::of(|hasher| groups.into_iter().for_each(|group| group.hash(hasher)))
    }

    /// The values without a level and without a trend over these places.
    pub(crate) fn without_trend(places: &[f64]) -> Self {
        Self::of(|hasher| places.iter().for_each(|place| place.to_bits().hash(hasher)))
    }

    fn of(write: impl FnOnce(&mut DefaultHasher)) -> Self {
        let mut hasher = DefaultHasher::new();
        write(&mut hasher);
        Self(hasher.finish())
    }
}
