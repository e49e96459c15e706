//! The cells of a matrix that data name by their rows and columns. The maths is in
//! [`node::Cells`](crate::node::Cells).

use super::{Describe, Expression, Stored};
use crate::binding::Compiler;
use crate::error::Error;
use crate::expression::Index;
use crate::node;
use crate::rewrite::{Key, RowFacts};
use crate::shape::{Dyn, Sides, Vector};

/// The cells of `N` that a slice of row indices and one of column indices name together, both counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a, RowIndex, ColumnIndex, N> {
    source: Stored<N>,
    rows: &'a [RowIndex],
    columns: &'a [ColumnIndex],
    /// The number of elements in a row.
    width: usize,
}

impl<'a, RowIndex: Index, ColumnIndex: Index, N: Expression> Cells<'a, RowIndex, ColumnIndex, N> {
    /// Gathers cells of a matrix.
    pub(crate) fn new(source: N, rows: &'a [RowIndex], columns: &'a [ColumnIndex]) -> Self {
        let width = source.sides().columns.unwrap_or(1);
        Self { source: Stored::new(source), rows, columns, width }
    }

    /// The number of rows up to the last that is read.
    fn rows_read(&self) -> usize {
        self.rows
            .iter()
            .filter_map(|row| row.to_usize())
            .max()
            .map_or(usize::MAX, |last| last.saturating_add(1))
    }

    /// The number of rows of the matrix.
    fn height(&self) -> usize {
        self.source.count().checked_div(self.width).unwrap_or(0)
    }
}

impl<'a, RowIndex: Index, ColumnIndex: Index, N: Expression> Expression
    for Cells<'a, RowIndex, ColumnIndex, N>
{
    type Shape = Vector<Dyn>;
    type Bound = node::Cells<N::Bound>;
    type Erased = Cells<'a, RowIndex, ColumnIndex, N::Erased>;

    fn erase(self) -> Self::Erased {
        let Self { source, rows, columns, width } = self;
        Cells { source: source.erase(), rows, columns, width }
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.rows.len())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind_first_rows(self.rows_read(), compiler)?;
        compiler.context().check_pairs(&self, self.rows.len(), self.columns.len())?;
        let height = self.height();
        let mut checked = Vec::with_capacity(self.rows.len());
        for (position, (&row, &column)) in self.rows.iter().zip(self.columns).enumerate() {
            let row = compiler.context().check_index(&self, Some(position), row, height);
            let row = row.map_err(|error| error.counting("rows"))?;
            let column = compiler.context().check_index(&self, Some(position), column, self.width);
            let column = column.map_err(|error| error.counting("columns"))?;
            checked.push(row as usize * self.width + column as usize);
        }
        let rows = compiler.context().row_firsts(checked.len());
        let places: Vec<usize> = rows.into_iter().map(|row| checked[row]).collect();
        Ok(node::Cells::new(source, self.rows.len(), &places, compiler))
    }
}

impl<RowIndex: Index, ColumnIndex: Index, N: Expression> Describe for Cells<'_, RowIndex, ColumnIndex, N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".cells(…)");
    }
}

impl<RowIndex: Index, ColumnIndex: Index, N: Expression> RowFacts for Cells<'_, RowIndex, ColumnIndex, N> {
    fn key(&self, row: usize, key: &mut Key) {
        // One index, of the cell: cells of a row are neighbours, and those of a column are not.
        let [down, along] = [self.rows[row].to_usize(), self.columns[row].to_usize()];
        let place =
            down.zip(along).map(|(down, along)| down.saturating_mul(self.width).saturating_add(along));
        key.index(self.source.count(), place.unwrap_or(usize::MAX));
    }
}
