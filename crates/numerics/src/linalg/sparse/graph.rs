//! Both triangles of a pattern, in an order of its rows: each row's neighbours, and where their values stand.

use super::pattern::Pattern;

/// The neighbours of each row, to which it belongs itself.
pub(super) struct Graph {
    starts: Vec<usize>,
    /// The neighbour, and the place of the value in the pattern.
    neighbours: Vec<(u32, u32)>,
}

impl Graph {
    /// The graph of a pattern whose row i is row `ranks[i]` of the graph.
    pub fn new(pattern: &Pattern, ranks: &[u32]) -> Self {
        let size = pattern.size();
        // Each row's start goes up to that of the next while its neighbours are written.
        let mut starts = vec![0; size + 2];
        // A pair stands in both rows, the diagonal in its row.
        let ends = || {
            let ranked = pattern.iter().map(|(row, column)| (ranks[row], ranks[column]));
            (0..).zip(ranked).flat_map(|(place, (row, column))| {
                let other = (row != column).then_some((column, row, place));
                other.into_iter().chain([(row, column, place)])
            })
        };
        ends().for_each(|(row, _, _)| starts[row as usize + 2] += 1);
        for row in 2..size + 2 {
            starts[row] += starts[row - 1];
        }
        let mut neighbours = vec![(0, 0); starts[size + 1]];
        for (row, neighbour, place) in ends() {
            let start = &mut starts[row as usize + 1];
            neighbours[*start] = (neighbour, place);
            *start += 1;
        }
        Self { starts, neighbours }
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.starts.len() - 2
    }

    /// The neighbours of a row, in no order, each with the place of its value.
    pub fn of(&self, row: usize) -> &[(u32, u32)] {
        &self.neighbours[self.starts[row]..self.starts[row + 1]]
    }
}
