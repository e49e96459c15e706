//! Addresses of elements, which differ between vectors and matrices.

use crate::compiler::{Context, Index};
use crate::contract::expression::Expression;
use crate::error::Error;
use crate::sealed::{Sealed, sealed};
use crate::shape::Size;

/// The addresses of some elements of a vector or of a matrix, all counted from 0.
pub trait Address: Sealed + Copy + Send + Sync {
    /// The method with which a user gathers by these addresses.
    const METHOD: &'static str;

    /// The number of addresses.
    fn count(&self) -> usize;

    /// The place of the element with the address `number`, row after row, in a value of this size;
    /// `usize::MAX` if the address is not an index.
    fn place(&self, number: usize, size: Size) -> usize;

    /// The number of rows up to the last one that is read; later rows need not be computed.
    fn rows_read(&self) -> usize {
        usize::MAX
    }

    /// The places of all elements in a value of this size. Messages name the expression `node`.
    fn places(&self, node: &impl Expression, size: Size, context: &Context) -> Result<Vec<usize>, Error>;
}

/// The index with this number, if it exists and is a whole number that is not negative.
fn index_of<I: Index>(indices: &[I], number: usize) -> Option<usize> {
    indices.get(number)?.to_usize()
}

/// The index of each element of a vector.
impl<I: Index> Address for &[I] {
    const METHOD: &'static str = ".at(…)";

    fn count(&self) -> usize {
        self.len()
    }

    fn place(&self, number: usize, _: Size) -> usize {
        index_of(self, number).unwrap_or(usize::MAX)
    }

    fn places(&self, node: &impl Expression, size: Size, context: &Context) -> Result<Vec<usize>, Error> {
        let check = |(position, &index)| context.check_index(node, Some(position), index, size.length());
        self.iter().enumerate().map(|named| Ok(check(named)? as usize)).collect()
    }
}

/// The row and the column of each cell of a matrix.
pub type Cells<'a, RowIndex, ColumnIndex> = (&'a [RowIndex], &'a [ColumnIndex]);

impl<RowIndex: Index, ColumnIndex: Index> Address for Cells<'_, RowIndex, ColumnIndex> {
    const METHOD: &'static str = ".cells(…)";

    fn count(&self) -> usize {
        self.0.len()
    }

    fn place(&self, number: usize, size: Size) -> usize {
        let cell = index_of(self.0, number).zip(index_of(self.1, number));
        cell.map_or(usize::MAX, |(row, column)| row.saturating_mul(size.columns).saturating_add(column))
    }

    fn rows_read(&self) -> usize {
        let last = self.0.iter().filter_map(|row| row.to_usize()).max();
        last.map_or(usize::MAX, |last| last.saturating_add(1))
    }

    fn places(&self, node: &impl Expression, size: Size, context: &Context) -> Result<Vec<usize>, Error> {
        let (rows, columns) = *self;
        context.check_pairs(node, rows.len(), columns.len())?;
        let pairs = rows.iter().zip(columns).enumerate();
        let place = |(position, (&row, &column))| {
            let row = context.check_index(node, Some(position), row, size.rows);
            let row = row.map_err(|error| error.counting("rows"))?;
            let column = context.check_index(node, Some(position), column, size.columns);
            let column = column.map_err(|error| error.counting("columns"))?;
            Ok(row as usize * size.columns + column as usize)
        };
        pairs.map(place).collect()
    }
}

sealed! {
    [I] &[I];
}
