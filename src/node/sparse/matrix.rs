//! The sparse matrix as the user stores it: compressed rows or compressed columns, borrowed.

use crate::compiler::{Context, Datum, Index};
use crate::error::Error;
use faer::sparse::{SparseColMat, SparseColMatRef, SparseRowMat, SparseRowMatRef};

/// A borrowed sparse matrix of `f64`, for [`data`](crate::expression::data): compressed rows (CSR) or
/// compressed columns (CSC).
///
/// `faer`'s sparse matrices can be used directly, by `data(&matrix)`. This type is for numbers in slices,
/// such as the arguments of Stan's `csr_matrix_times_vector(m, n, w, v, u, b)`, which is
/// `data(Sparse::by_rows(m, n, &u, &v, &w)).dot(b)` with `u` and `v` counted from 0.
///
/// ```
/// use monomorph::expression::Sparse;
/// use monomorph::prelude::*;
///
/// // [1 0 2]
/// // [0 0 0]
/// // [0 3 0]
/// let (starts, columns, values) = ([0, 2, 2, 3], [0, 2, 1], [1.0, 2.0, 3.0]);
/// let x = Sparse::by_rows(3, 3, &starts, &columns, &values);
/// params! { b: vector(3) }
/// let model = model! { b |= normal(0.0, 1.0), eta = data(x).dot(b), increment(eta) };
/// assert_eq!(model.compile()?.constrain(&[1.0, 10.0, 100.0])?.get("eta")?, [201.0, 0.0, 30.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// `compile()` checks the numbers: the starts ascend and end with the number of entries, the indices in
/// each row (or column) strictly ascend, they are inside the matrix, and the values are finite.
#[derive(Clone, Copy, Debug)]
pub struct Sparse<'a, I> {
    lines: Lines,
    rows: usize,
    columns: usize,
    /// The place of the first entry of each line, and the number of entries as the last start.
    starts: &'a [I],
    /// The number of entries of each line, if there are gaps between lines.
    counts: Option<&'a [I]>,
    /// The place of each entry in its line.
    indices: &'a [I],
    values: &'a [f64],
}

/// The direction of the compressed lines.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lines {
    Rows,
    Columns,
}

impl<'a, I> Sparse<'a, I> {
    /// A matrix by rows: the entries of row i stand from `starts[i]` to `starts[i + 1]`, each with a
    /// column, counted from 0, and a value.
    pub fn by_rows(
        rows: usize,
        columns: usize,
        starts: &'a [I],
        column_indices: &'a [I],
        values: &'a [f64],
    ) -> Self {
        Self { lines: Lines::Rows, rows, columns, starts, counts: None, indices: column_indices, values }
    }

    /// A matrix by columns: the entries of column j stand from `starts[j]` to `starts[j + 1]`, each with a
    /// row, counted from 0, and a value.
    pub fn by_columns(
        rows: usize,
        columns: usize,
        starts: &'a [I],
        row_indices: &'a [I],
        values: &'a [f64],
    ) -> Self {
        Self { lines: Lines::Columns, rows, columns, starts, counts: None, indices: row_indices, values }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }
}

impl<I: Index> Sparse<'_, I> {
    /// The number of entries.
    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    /// The number of rows or columns that are compressed.
    pub(super) fn line_count(&self) -> usize {
        if self.is_by_rows() { self.rows } else { self.columns }
    }

    /// True if rows are compressed.
    pub(super) fn is_by_rows(&self) -> bool {
        self.lines == Lines::Rows
    }

    /// The places of a line's entries; empty if the line or its bounds are outside the slices.
    fn range(&self, line: usize) -> core::ops::Range<usize> {
        let number = |numbers: &[I], place: usize| numbers.get(place).and_then(|number| number.to_usize());
        let start = number(self.starts, line).unwrap_or(0);
        let end = match self.counts {
            Some(counts) => start.saturating_add(number(counts, line).unwrap_or(0)),
            None => number(self.starts, line.saturating_add(1)).unwrap_or(0),
        };
        let most = self.indices.len().min(self.values.len());
        if start <= end && end <= most { start..end } else { 0..0 }
    }

    /// The entries of a line: their places in it, and their values.
    pub(super) fn line(&self, line: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.range(line);
        let places = self.indices[range.clone()].iter().map(|index| index.to_usize().unwrap_or(usize::MAX));
        places.zip(self.values[range].iter().copied())
    }

    /// Calls `visit` with the column and the value of each entry of a row, columns ascending.
    pub(super) fn each_of_row(&self, row: usize, mut visit: impl FnMut(usize, f64)) {
        if self.is_by_rows() {
            self.line(row).for_each(|(column, value)| visit(column, value));
            return;
        }
        for column in 0..self.columns {
            if let Some(value) = self.find(column, row) {
                visit(column, value);
            }
        }
    }

    /// The value of a cell.
    pub(super) fn cell(&self, row: usize, column: usize) -> f64 {
        let (line, place) = if self.is_by_rows() { (row, column) } else { (column, row) };
        self.find(line, place).unwrap_or(0.0)
    }

    /// The value at a place in a line, if the matrix has an entry there.
    fn find(&self, line: usize, place: usize) -> Option<f64> {
        let range = self.range(line);
        let places = &self.indices[range.clone()];
        let found = places.binary_search_by_key(&Some(place), |index| index.to_usize()).ok()?;
        Some(self.values[range.start + found])
    }

    /// Checks the numbers.
    pub(super) fn check(&self, context: &Context) -> Result<(), Error> {
        let (lines, length) = (self.line_count(), if self.is_by_rows() { self.columns } else { self.rows });
        let [line_name, place_name] = if self.is_by_rows() { ["row", "column"] } else { ["column", "row"] };
        let of_matrix = || format!("the sparse matrix in {}", context.part());
        let starts = format!("the starts of the {line_name}s of {}", of_matrix());
        context.check_same_length(&of_matrix(), lines.saturating_add(1), &starts, self.starts.len())?;
        if let Some(counts) = self.counts {
            let name = format!("the counts of the {line_name}s of {}", of_matrix());
            context.check_same_length(&of_matrix(), lines, &name, counts.len())?;
        }
        let indices = format!("the {place_name} indices of {}", of_matrix());
        let values = format!("the values of {}", of_matrix());
        context.check_same_length(&indices, self.indices.len(), &values, self.values.len())?;
        self.check_starts(context, &starts)?;
        context.check_all_finite(&values, self.values)?;
        for line in 0..lines {
            let mut before = None;
            for place in self.range(line) {
                let index = self.indices[place];
                let own = context.check_index_of(|| indices.clone(), Some(place), index, length)?;
                if before.is_some_and(|before| before >= own) {
                    let rule = format!("be greater than the one before it in its {line_name}");
                    return Err(context.outside(indices, Some(place), Datum::to_f64(index), &rule));
                }
                before = Some(own);
            }
        }
        Ok(())
    }

    /// Checks that lines follow each other inside the entries, and that together they contain all entries.
    fn check_starts(&self, context: &Context, name: &str) -> Result<(), Error> {
        let mut before = 0;
        for (place, start) in self.starts.iter().enumerate() {
            let own = start.to_usize().filter(|&start| start >= before && start <= self.values.len());
            let is_right = match place {
                0 => own.is_some_and(|start| start == 0 || self.counts.is_some()),
                _ if place + 1 == self.starts.len() && self.counts.is_none() => {
                    own == Some(self.values.len())
                }
                _ => own.is_some(),
            };
            let Some(own) = own.filter(|_| is_right) else {
                let rule = "ascend from 0 to the number of entries";
                return Err(context.outside(name.to_owned(), Some(place), Datum::to_f64(*start), rule));
            };
            before = own;
        }
        Ok(())
    }
}

impl<'a, I: faer::Index> From<SparseRowMatRef<'a, I, f64>> for Sparse<'a, I> {
    fn from(matrix: SparseRowMatRef<'a, I, f64>) -> Self {
        let (rows, columns, starts, counts, indices) = matrix.symbolic().parts();
        Self { lines: Lines::Rows, rows, columns, starts, counts, indices, values: matrix.val() }
    }
}

impl<'a, I: faer::Index> From<SparseColMatRef<'a, I, f64>> for Sparse<'a, I> {
    fn from(matrix: SparseColMatRef<'a, I, f64>) -> Self {
        let (rows, columns, starts, counts, indices) = matrix.symbolic().parts();
        Self { lines: Lines::Columns, rows, columns, starts, counts, indices, values: matrix.val() }
    }
}

impl<'a, I: faer::Index> From<&'a SparseRowMat<I, f64>> for Sparse<'a, I> {
    fn from(matrix: &'a SparseRowMat<I, f64>) -> Self {
        matrix.as_ref().into()
    }
}

impl<'a, I: faer::Index> From<&'a SparseColMat<I, f64>> for Sparse<'a, I> {
    fn from(matrix: &'a SparseColMat<I, f64>) -> Self {
        matrix.as_ref().into()
    }
}
