//! [`RowFirsts`]: the rows of data that the rows of a statement begin with.

use crate::compiler::Rows;
use crate::simd::BLOCK_ROWS;

/// The first of the rows of the data that each row of a statement is made of.
#[derive(Debug)]
pub(crate) enum RowFirsts {
    /// The rows are those of the data, of which this is the number. A list of them might not fit into memory.
    All(usize),
    /// The rows are others.
    Of(Vec<usize>),
}

impl RowFirsts {
    /// The rows of a statement, which are those of the `data` rows of data if it has no others.
    pub fn new(rows: Option<&Rows>, data: usize) -> Self {
        rows.map_or(Self::All(data), |rows| Self::Of(rows.firsts().collect()))
    }

    /// The rows one after the other.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).map(|row| self.at(row))
    }

    /// The rows of each block; of the last one those that are left.
    pub fn blocks(&self) -> impl Iterator<Item = Vec<usize>> {
        let starts = (0..self.len()).step_by(BLOCK_ROWS);
        starts.map(|start| (start..self.len().min(start + BLOCK_ROWS)).map(|row| self.at(row)).collect())
    }

    fn len(&self) -> usize {
        match self {
            Self::All(count) => *count,
            Self::Of(rows) => rows.len(),
        }
    }

    fn at(&self, row: usize) -> usize {
        match self {
            Self::All(_) => row,
            Self::Of(rows) => rows[row],
        }
    }
}
