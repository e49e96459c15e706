//! The entries of a sparse matrix in packed order: block after block, in a block sorted by the number of
//! entries of their rows, row after row.

use super::rows::Rows;
use crate::simd::BLOCK_ROWS;

/// The least number of entries of a row whose products are added up in several sums.
pub(super) const LONG: usize = 8;

/// The lists of entries while they are packed.
#[derive(Default)]
pub(super) struct Lists {
    pub values: Vec<f64>,
    pub indices: Vec<usize>,
    pub rows: Vec<usize>,
    pub blocks: Vec<usize>,
    pub runs: Vec<usize>,
    /// The number of short rows that have a column in common with the row before.
    pub conflicts: usize,
}

impl Lists {
    /// The entries of these rows in the columns that are wanted.
    pub fn of(matrix: &Rows, rows: &[usize], is_wanted: &[bool]) -> Self {
        let mut lists = Self::default();
        for rows in rows.chunks(BLOCK_ROWS) {
            let wanted = |row: &usize| {
                matrix.row(*row).iter().copied().filter(|&(column, _)| is_wanted[column]).collect()
            };
            lists.add_block(&rows.iter().map(wanted).collect::<Vec<_>>());
        }
        lists.blocks.extend([lists.runs.len() / 2, lists.values.len()]);
        lists
    }

    /// Adds a block, given the entries of its rows.
    fn add_block(&mut self, block: &[Vec<(usize, f64)>]) {
        self.blocks.extend([self.runs.len() / 2, self.values.len()]);
        let mut order: Vec<usize> = (0..block.len()).collect();
        order.sort_by_key(|&row| core::cmp::Reverse(block[row].len()));
        let mut before: &[(usize, f64)] = &[];
        for rows in order.chunk_by(|&a, &b| block[a].len() == block[b].len()) {
            let length = block[rows[0]].len();
            if length > 0 {
                self.runs.extend([rows.len(), length]);
            }
            for &row in rows {
                self.rows.push(row);
                let own = &block[row];
                let is_in = |entry: &(usize, f64)| before.binary_search_by_key(&entry.0, |it| it.0).is_ok();
                self.conflicts += usize::from(length < LONG && own.iter().any(is_in));
                before = own;
                self.indices.extend(own.iter().map(|entry| entry.0));
                self.values.extend(own.iter().map(|entry| entry.1));
            }
        }
    }
}
