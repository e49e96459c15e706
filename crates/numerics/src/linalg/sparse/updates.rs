//! Where the updates of supernodes stand in scratch memory.
//!
//! An update stands there from when it is made until the parent has added it, and supernodes are in
//! postorder. So those of supernodes at even depth are a stack, which grows from the front of the memory, and
//! those at odd depth one that grows from its end: a supernode's own update is on top of the one stack, and
//! those of its children are on top of the other. The inverse goes from parents to children, with the same
//! places.

use super::analysis::Supernode;

/// Finds the place of each update; the length of the memory that all take.
pub(super) fn place_updates(supernodes: &mut [Supernode], children: &[u32], parents: &[u32]) -> usize {
    for at in (0..supernodes.len()).rev() {
        let parent = supernodes.get(parents[at] as usize);
        supernodes[at].is_before_children = parent.is_none_or(|parent| !parent.is_before_children);
    }
    // The numbers in the stack at the front and in that at the end, of which places are distances first.
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
    /// The own update, and memory with the updates of the children, whose first number has this place.
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
