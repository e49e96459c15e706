//! The elements that are integrated over, in groups: those of one group depend on each other given everything
//! else, those of different groups do not.

use crate::frame::{PackedIndices, scratch};

/// The number that stands in the place of an element that a group does not have.
pub(crate) const NO_ELEMENT: u32 = u32::MAX;

/// The groups of a variable's elements. Elements that are known belong to none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ElementGroups {
    /// The places of the elements of each group, one group after the other; behind them [`NO_ELEMENT`], if a
    /// group has fewer than another.
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
    /// The size of the working memory of each group.
    pub fn memory(&self) -> usize {
        GroupMemory::length(self.size)
    }

    /// The elements of each group.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn of<'i>(&self, indices: &'i [u32]) -> impl Iterator<Item = &'i [u32]> {
        let all = &indices[self.places.0..][..self.count * self.size];
        all.chunks_exact(self.size.max(1)).map(|places| {
            let missing = places.iter().rev().take_while(|&&place| place == NO_ELEMENT).count();
            &places[..places.len() - missing]
        })
    }
}
