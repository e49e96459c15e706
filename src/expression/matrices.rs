//! Functions of expressions that are matrices, as methods.

use super::{Expr, Index};
use crate::node::{Cells, Node, Row};
use crate::shape::{Dimension, Matrix};

impl<N: Node<Shape = Matrix<Rows, Columns>>, Rows: Dimension, Columns: Dimension> Expr<N> {
    /// The row at an index, counted from 0: a vector.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { weights: simplex(3).rows(2) }
    /// let model = model! {
    ///     weights |= flat(),
    ///     increment(2.0 * weights.row(0).log().sum() + 3.0 * weights.row(1).log().sum()),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 4);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn row(self, index: usize) -> Expr<Row<N, Columns>> {
        Expr(Row::new(self.0, index))
    }

    /// Cells by a row and a column each, both counted from 0: a vector.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (subject, condition) = ([0, 0, 1, 1, 1], [0, 1, 0, 1, 1]);
    /// let y = [1.2, 0.8, 2.0, 0.1, 0.4];
    /// params! { effect: vector(2).rows(2) }
    /// let model = model! {
    ///     effect |= normal(0.0, 1.0),
    ///     data(&y) |= normal(effect.cells(&subject, &condition), 1.0),
    /// };
    /// assert_eq!(model.compile()?.parameter_names()[1], "effect[0,1]");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn cells<'a, RowIndex: Index, ColumnIndex: Index>(
        self,
        rows: &'a (impl AsRef<[RowIndex]> + ?Sized),
        columns: &'a (impl AsRef<[ColumnIndex]> + ?Sized),
    ) -> Expr<Cells<'a, RowIndex, ColumnIndex, N>> {
        Expr(Cells::new(self.0, rows.as_ref(), columns.as_ref()))
    }
}
