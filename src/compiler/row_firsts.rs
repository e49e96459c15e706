//! [`RowFirsts`]: for each row of a statement, the first row of data from which it is made.

use crate::compiler::Rows;
use crate::simd::BLOCK_ROWS;

/// The first of the rows of data from which each row of a statement is made.
#[derive(Debug)]
pub(crate) enum RowFirsts {
    /// Each row is one row of the data; the number of these rows. A list of them might not fit in memory.
    All(usize),
    /// The first rows of merged or sorted rows.
    Of(Vec<usize>),
}

impl RowFirsts {
    /// The rows of a statement; without other rows they are the `data` rows of the data.
    pub fn new(rows: Option<&Rows>, data: usize) -> Self {
        rows.map_or(Self::All(data), |rows| Self::Of(rows.firsts().collect()))
    }

    /// The first row of data of each row of the statement, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).map(|row| self.at(row))
    }

    /// The first rows of data, block by block; the last block has the remaining rows.
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
