//! The elements that are integrated over, in groups: given everything else, elements of one group depend on
//! each other, and elements of different groups do not.

use crate::frame::{PackedIndices, scratch};

/// The placeholder for an element that a group does not have.
pub(crate) const NO_ELEMENT: u32 = u32::MAX;

/// The groups of a variable's elements. Known elements belong to no group.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ElementGroups {
    /// The places of the elements of each group, one group after the other; a group with fewer elements than
    /// the largest is filled up with [`NO_ELEMENT`].
    pub places: PackedIndices,
    /// The number of groups.
    pub count: usize,
    /// The number of elements of the largest group.
    pub size: usize,
}

scratch! {
    /// The working memory of a group of n elements.
    pub(super) struct GroupMemory(n) {
        mean: n,
        slope: n,
        work: n,
        matrix: n * n,
    }
}

impl ElementGroups {
    /// Returns the size of the working memory of all groups.
    pub fn memory(&self) -> usize {
        GroupMemory::length(self.size)
    }

    /// Returns the elements of each group.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn of<'i>(&self, indices: &'i [u32]) -> impl Iterator<Item = &'i [u32]> {
        let all = &indices[self.places.0..][..self.count * self.size];
        all.chunks_exact(self.size.max(1)).map(|places| {
            let missing = places.iter().rev().take_while(|&&place| place == NO_ELEMENT).count();
            &places[..places.len() - missing]
        })
    }
}
