//! Both triangles of a pattern, in an order of its rows: the neighbours of each row, and the places of
//! their values.

use super::pattern::Pattern;

/// The neighbours of each row, including the row itself.
pub(super) struct Graph {
    starts: Vec<usize>,
    /// The number of the neighbour, and the place of the value in the pattern.
    neighbours: Vec<(u32, u32)>,
}

impl Graph {
    /// Makes the graph of a pattern; row i of the pattern is row `ranks[i]` of the graph.
    pub fn new(pattern: &Pattern, ranks: &[u32]) -> Self {
        let size = pattern.size();
        // The start of each row moves to the start of the next row while its neighbours are written.
        let mut starts = vec![0; size + 2];
        // A pair is listed in both rows, the diagonal in its row.
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

    /// The neighbours of a row, unsorted, each with the place of its value.
    pub fn of(&self, row: usize) -> &[(u32, u32)] {
        &self.neighbours[self.starts[row]..self.starts[row + 1]]
    }
}
