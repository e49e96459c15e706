//! The elimination tree of A = L Lᵀ, and the count of numbers in each column of L.
//!
//! The parent of column j is the first row below the diagonal in which L has a number. Row k of L has a
//! number in column j if a path of parents leads from a neighbour i < k of k to j, j < k: these columns are
//! the row's subtree. Its columns are visited once for each row (Liu 1990, "The role of elimination trees
//! in sparse factorization").

use super::graph::Graph;

/// The mark of a root, which has no parent.
pub(super) const NONE: u32 = u32::MAX;

/// The parent of each column, and the count of numbers in each column of L, including the diagonal.
pub(super) struct Tree {
    pub parents: Vec<u32>,
    pub counts: Vec<u32>,
}

impl Tree {
    pub fn new(graph: &Graph) -> Self {
        let size = graph.size();
        let (mut parents, mut counts) = (vec![NONE; size], vec![1; size]);
        let mut visited = vec![NONE; size];
        for row in 0..size as u32 {
            visited[row as usize] = row;
            for &(neighbour, _) in graph.of(row as usize).iter().filter(|&&(neighbour, _)| neighbour < row) {
                let mut column = neighbour as usize;
                while visited[column] != row {
                    visited[column] = row;
                    counts[column] += 1;
                    if parents[column] == NONE {
                        parents[column] = row;
                    }
                    column = parents[column] as usize;
                }
            }
        }
        Self { parents, counts }
    }
}
