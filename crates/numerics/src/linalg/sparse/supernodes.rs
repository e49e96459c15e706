//! Supernodes: columns that are eliminated together, as one dense panel.
//!
//! A supernode is joined with the supernode of its parent if one panel, with the zeros that this adds,
//! takes less time than two. A panel of w columns with r rows below takes, counted in multiplications,
//!
//!   c + a (w + r)² + ½ Σ k²,   k from r + 1 to r + w,
//!
//! where c is the cost of a panel of any size and a the cost of moving a number from front to front. If no
//! zeros are added, the last term is the same for two panels and their union, so these are always joined.
//! Joining with zeros, the relaxed supernodes of Duff & Reid 1983 and Ashcraft & Grimes 1989, makes n / 8
//! panels of a chain of n columns, in half the time, and saves a fifth of the time of a lattice.

use super::tree::{NONE, Tree};
use core::cmp::Reverse;
use core::mem::take;

/// The cost c of a panel. Lattices take the same time from 100 to 1 500; chains take more time with a
/// larger cost.
const OF_PANEL: f64 = 100.0;

/// The cost a of moving a number.
const OF_MOVING: f64 = 4.0;

/// The supernodes, children before parents, and an order of columns in which the columns of each are
/// neighbours.
pub(super) struct Supernodes {
    /// The new place of each column.
    pub ranks: Vec<u32>,
    /// The first column of each supernode in the new order, followed by the number of columns.
    pub starts: Vec<u32>,
    /// The parent of each supernode: the supernode that contains the parent of its last column.
    pub parents: Vec<u32>,
}

/// Returns the cost of a panel of `width` columns with `below` rows below.
fn cost(width: usize, below: usize) -> f64 {
    let squares = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0) / 6.0;
    let (height, below) = ((width + below) as f64, below as f64);
    OF_PANEL + OF_MOVING * height * height + 0.5 * (squares(height) - squares(below))
}

/// Returns the number of columns of each supernode, at the place of its last column, and 0 at all others;
/// and for each column the last column of its supernode.
fn join(tree: &Tree) -> (Vec<u32>, Vec<u32>) {
    let size = tree.parents.len();
    let (mut widths, mut lasts) = (vec![1_u32; size], vec![NONE; size]);
    let mut children = vec![Vec::new(); size];
    for column in 0..size {
        // The child with the most rows adds the fewest zeros.
        let mut own: Vec<u32> = take(&mut children[column]);
        own.sort_by_key(|&child| Reverse(tree.counts[child as usize]));
        let below = tree.counts[column] as usize - 1;
        for child in own.into_iter().map(|child| child as usize) {
            let (width, of_child) = (widths[column] as usize, widths[child] as usize);
            let apart = cost(width, below) + cost(of_child, tree.counts[child] as usize - 1);
            if cost(width + of_child, below) <= apart {
                widths[column] += widths[child];
                widths[child] = 0;
                lasts[child] = column as u32;
            }
        }
        if let Some(parent) = children.get_mut(tree.parents[column] as usize) {
            parent.push(column as u32);
        }
    }
    // Parents are later columns, so their supernodes are known.
    for column in (0..size).rev() {
        let joined = lasts[column];
        lasts[column] = if joined == NONE { column as u32 } else { lasts[joined as usize] };
    }
    (widths, lasts)
}

impl Supernodes {
    pub fn new(tree: &Tree) -> Self {
        let (widths, lasts) = join(tree);
        let size = widths.len();
        let parent_of = |last: usize| lasts.get(tree.parents[last] as usize).copied();
        let is_last = |column: &usize| widths[*column] > 0;
        // The number of columns of the subtree of each supernode, at the place of its last column.
        let mut columns = widths.clone();
        for last in (0..size).filter(is_last) {
            if let Some(parent) = parent_of(last) {
                columns[parent as usize] += columns[last];
            }
        }
        // A subtree ends before the columns of its parent, or where the subtree of a sibling begins.
        let (mut ends, mut end_of_roots) = (vec![0; size], size as u32);
        let mut found = vec![];
        for last in (0..size).rev().filter(is_last) {
            let parent = parent_of(last);
            let end = parent.map_or(&mut end_of_roots, |parent| &mut ends[parent as usize]);
            let first = *end - widths[last];
            *end -= columns[last];
            ends[last] = first;
            found.push((first, last as u32));
        }
        found.sort_unstable();

        let mut places = vec![0; size];
        let mut next = vec![0; size];
        for (place, &(first, last)) in (0..).zip(&found) {
            places[last as usize] = place;
            next[last as usize] = first;
        }
        let mut ranks = vec![0; size];
        for (rank, &last) in ranks.iter_mut().zip(&lasts) {
            *rank = next[last as usize];
            next[last as usize] += 1;
        }
        let place = |parent: Option<u32>| parent.map_or(NONE, |last| places[last as usize]);
        Self {
            ranks,
            parents: found.iter().map(|&(_, last)| place(parent_of(last as usize))).collect(),
            starts: found.iter().map(|&(first, _)| first).chain([size as u32]).collect(),
        }
    }
}
