//! Sums of rows, of columns and of squares, as methods.

use crate::contract::expression::Expression;
use crate::expression::functions_of_one::Square;
use crate::expression::{Expr, Many};
use crate::matrix::Sums;
use crate::node::{Reduce, Stored, Sum, Unary, Whole};
use crate::shape::{Dimension, Matrix, Vector};

/// The sums of the rows or of the columns of `N`, a vector of the dimension `Length`.
pub type SumsOf<const OF_ROWS: bool, N, Length> = Whole<Sums<OF_ROWS>, (Stored<N>,), Vector<Length>>;

impl<N: Expression<Shape = Matrix<Rows, Columns>>, Rows: Dimension, Columns: Dimension> Expr<N> {
    /// The sum of each row: a vector.
    ///
    /// The inner products of the rows of two matrices are `(a * b).row_sums()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(3).rows(2) }
    /// let model = model! {
    ///     m |= normal(0.0, 1.0),
    ///     down = m.row_sums(),
    ///     along = m.column_sums(),
    ///     increment(down.sum() + along.sum()),
    /// };
    /// let trace = model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// assert_eq!(trace.get("down")?, [6.0, 15.0]);
    /// assert_eq!(trace.get("along")?, [5.0, 7.0, 9.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn row_sums(self) -> Expr<SumsOf<true, N, Rows>> {
        Expr(Whole::new(Sums, (Stored::new(self.0),)))
    }

    /// The sum of each column: a vector. See [`row_sums`](Self::row_sums).
    pub fn column_sums(self) -> Expr<SumsOf<false, N, Columns>> {
        Expr(Whole::new(Sums, (Stored::new(self.0),)))
    }

    /// The sum of the squares of each row: a vector.
    pub fn rows_dot_self(self) -> Expr<SumsOf<true, Unary<Square, N>, Rows>> {
        self.square().row_sums()
    }

    /// The sum of the squares of each column: a vector.
    pub fn columns_dot_self(self) -> Expr<SumsOf<false, Unary<Square, N>, Columns>> {
        self.square().column_sums()
    }
}

impl<N: Expression> Expr<N> {
    /// The sum of the squares of all elements.
    pub fn dot_self(self) -> Expr<Reduce<Sum, Unary<Square, N>>>
    where
        N::Shape: Many,
    {
        Expr(Reduce::new(self.square().0))
    }
}
