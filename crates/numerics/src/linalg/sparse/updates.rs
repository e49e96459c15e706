//! The places of the updates of supernodes in scratch memory.
//!
//! An update occupies its place from its computation until the parent has added it, and supernodes are in
//! postorder. So the updates of supernodes at even depth are a stack that grows from the front of the
//! memory, and those at odd depth a stack that grows from its end: a supernode's own update is on top of
//! one stack, and the updates of its children are on top of the other. The inverse moves from parents to
//! children, with the same places.

use super::analysis::Supernode;

/// Finds the place of each update, and returns the length of the memory for all.
pub(super) fn place_updates(supernodes: &mut [Supernode], children: &[u32], parents: &[u32]) -> usize {
    for at in (0..supernodes.len()).rev() {
        let parent = supernodes.get(parents[at] as usize);
        supernodes[at].is_before_children = parent.is_none_or(|parent| !parent.is_before_children);
    }
    // The lengths of the stacks at the front and at the end; places at the end are distances from it at
    // first.
    let (mut heights, mut length) = ([0, 0], 0);
    for at in 0..supernodes.len() {
        let numbers = supernodes[at].below.len().pow(2);
        let side = usize::from(!supernodes[at].is_before_children);
        supernodes[at].update = heights[side];
        heights[side] += numbers;
        length = length.max(heights[0] + heights[1]);
        for &child in &children[supernodes[at].children.clone()] {
            heights[1 - side] -= supernodes[child as usize].below.len().pow(2);
        }
    }
    for supernode in supernodes.iter_mut().filter(|supernode| !supernode.is_before_children) {
        supernode.update = length - supernode.update - supernode.below.len().pow(2);
    }
    length
}

impl Supernode {
    /// Returns the supernode's own update, memory with the updates of the children, and the place of the
    /// first number of that memory.
    pub fn split_updates<'a>(&self, scratch: &'a mut [f64]) -> (&'a mut [f64], &'a mut [f64], usize) {
        let end = self.update + self.below.len().pow(2);
        if self.is_before_children {
            let (own, children) = scratch.split_at_mut(end);
            (&mut own[self.update..], children, end)
        } else {
            let (children, own) = scratch[..end].split_at_mut(self.update);
            (own, children, 0)
        }
    }
}
