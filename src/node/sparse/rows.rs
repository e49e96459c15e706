//! The entries of a sparse matrix by rows, in order, from a matrix by rows or by columns.

use super::Sparse;
use crate::compiler::Index;
use faer::Mat;

/// The entries row after row, each a column and a value.
pub(super) struct Rows {
    starts: Vec<usize>,
    entries: Vec<(usize, f64)>,
}

impl Rows {
    /// The entries of a matrix that has been checked.
    pub fn of<I: Index>(matrix: &Sparse<'_, I>) -> Self {
        let mut starts = vec![0; matrix.rows() + 1];
        let mut entries = vec![(0, 0.0); matrix.count()];
        if matrix.is_by_rows() {
            entries.clear();
            for row in 0..matrix.rows() {
                entries.extend(matrix.line(row));
                starts[row + 1] = entries.len();
            }
            return Self { starts, entries };
        }
        // A counting sort by row. Columns are visited in order, so the columns of each row ascend.
        let columns = || {
            (0..matrix.columns()).flat_map(|column| {
                matrix.line(column).map(move |(row, value)| (row, column, value)) //
            })
        };
        columns().for_each(|(row, ..)| starts[row + 1] += 1);
        for row in 0..matrix.rows() {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        for (row, column, value) in columns() {
            entries[next[row]] = (column, value);
            next[row] += 1;
        }
        Self { starts, entries }
    }

    /// The entries of a row.
    pub fn row(&self, row: usize) -> &[(usize, f64)] {
        &self.entries[self.starts[row]..self.starts[row + 1]]
    }

    /// The number of entries in each column, counted over these rows.
    pub fn counts(&self, rows: &[usize], columns: usize) -> Vec<usize> {
        let mut counts = vec![0; columns];
        rows.iter().flat_map(|&row| self.row(row)).for_each(|&(column, _)| counts[column] += 1);
        counts
    }

    /// For these rows the columns of their first entries, those of their second entries, and so on. A row
    /// with fewer entries has its last one again, and a row without any the first column.
    pub fn ways(&self, rows: &[usize]) -> Vec<Vec<usize>> {
        let most = rows.iter().map(|&row| self.row(row).len()).max().unwrap_or(0);
        let column = |row: usize, way: usize| {
            let entries = self.row(row);
            entries.get(way).or(entries.last()).map_or(0, |&(column, _)| column)
        };
        (0..most).map(|way| rows.iter().map(|&row| column(row, way)).collect()).collect()
    }

    /// A dense matrix of these columns, in ascending order, with their zeros.
    pub fn dense(&self, columns: &[usize]) -> Mat<f64> {
        let rows = self.starts.len() - 1;
        let mut dense = Mat::zeros(rows, columns.len());
        for row in 0..rows {
            for &(column, value) in self.row(row) {
                if let Ok(place) = columns.binary_search(&column) {
                    dense[(row, place)] = value;
                }
            }
        }
        dense
    }
}
