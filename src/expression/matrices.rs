//! Functions of expressions that are matrices, as methods.

use crate::compiler::Index;
use crate::contract::expression::Expression;
use crate::expression::{Expr, IntoExpr, Many, OfTwo, SideOf};
use crate::matrix::{ConvolveColumns, RowsAt};
use crate::node::{
    BlockOf, Cells, ColumnOf, ColumnsOf, Diagonal, Flatten, Gather, Reduce, Reshape, RowOf, RowsOf, Stored,
    Sum, Transpose, View, Whole,
};
use crate::shape::{Dimension, Dyn, IntoDimension, Matrix, MatrixShape, SquareShape, Vector};
use core::ops::Range;

/// The rows of `N` at indices of the type `I`.
pub type RowsByIndex<'a, I, N, Columns> = Whole<RowsAt<'a, I>, (Stored<N>,), Matrix<Dyn, Columns>>;

/// The elements of `N` in rows and columns of other lengths.
pub type Reshaped<N, Rows, Columns> =
    View<Reshape, N, Matrix<<Rows as IntoDimension>::Dimension, <Columns as IntoDimension>::Dimension>>;

/// The diagonal of `N`, a square matrix.
pub type DiagonalOf<N> = View<Diagonal, N, Vector<SideOf<N>>>;

impl<N: Expression<Shape = Matrix<Rows, Columns>>, Rows: Dimension, Columns: Dimension> Expr<N> {
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
    pub fn row(self, index: usize) -> Expr<View<RowOf, N, Vector<Columns>>> {
        Expr(View::new(self.0, RowOf { index }))
    }

    /// The convolution of each column with a column of weights, backward in time: Σₖ wₖⱼ xᵢ₋ₖ,ⱼ for k = 0,
    /// 1, …, as far as there are rows of weights and of this matrix. The weights are a matrix with the same
    /// number of columns. For a single vector, use [`convolve`](Self::convolve).
    ///
    /// ```
    /// use monomorph::faer::mat;
    /// use monomorph::prelude::*;
    ///
    /// let weights = mat![[1.0, 0.5], [0.0, 0.25]];
    /// params! { x: vector(2).rows(3) }
    /// let model = model! {
    ///     x |= normal(0.0, 1.0), seen = x.convolve_columns(data(&weights)), increment(seen.sum()),
    /// };
    /// let trace = model.compile()?.constrain(&[1.0, 4.0, 2.0, 8.0, 3.0, 0.0])?;
    /// assert_eq!(trace.get("seen")?, [1.0, 2.0, 2.0, 5.0, 3.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`compile`](crate::posterior::compile::Compile::compile) refuses weights with another number of
    /// columns, and matrices without elements.
    pub fn convolve_columns<Weights: IntoExpr>(
        self,
        weights: Weights,
    ) -> OfTwo<ConvolveColumns, N, Weights::Node>
    where
        <Weights::Node as Expression>::Shape: MatrixShape,
    {
        Expr(Whole::new(ConvolveColumns, (Stored::new(self.0), Stored::new(weights.into_expr().0))))
    }

    /// The elements at pairs of a row and a column, both counted from 0: a vector.
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
    /// assert_eq!(model.compile()?.parameter_names()[2], "effect[0,1]");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn cells<'a, RowIndex: Index, ColumnIndex: Index>(
        self,
        rows: &'a (impl AsRef<[RowIndex]> + ?Sized),
        columns: &'a (impl AsRef<[ColumnIndex]> + ?Sized),
    ) -> Expr<Gather<Cells<'a, RowIndex, ColumnIndex>, N>> {
        Expr(Gather::new(self.0, (rows.as_ref(), columns.as_ref())))
    }

    /// The rows at the indices of a slice, counted from 0: a matrix. (Stan: `m[index]`.)
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let group = [1, 1, 0];
    /// params! { effects: vector(2).rows(2) }
    /// let model = model! {
    ///     effects |= normal(0.0, 1.0),
    ///     each = effects.rows_at(&group),
    ///     increment(each.sum()),
    /// };
    /// let point = model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(point.get("each")?, [3.0, 4.0, 3.0, 4.0, 1.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn rows_at<'a, I: Index>(
        self,
        rows: &'a (impl AsRef<[I]> + ?Sized),
    ) -> Expr<RowsByIndex<'a, I, N, Columns>> {
        Expr(Whole::new(RowsAt { rows: rows.as_ref() }, (Stored::new(self.0),)))
    }

    /// The transpose. Nothing is copied, unless a product reads it: Aᵀ B is
    /// [`a.transpose().dot(b)`](Self::dot), and Aᵀ x for a vector x is `x.dot(a)`, without a transpose.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(3).rows(2) }
    /// let model = model! { m |= normal(0.0, 1.0), t = m.transpose(), increment(t.sum()) };
    /// let q = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// assert_eq!(model.compile()?.constrain(&q)?.get("t")?, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn transpose(self) -> Expr<View<Transpose, N, Matrix<Columns, Rows>>> {
        Expr(View::new(self.0, Transpose {}))
    }

    /// The diagonal of a square matrix: a vector.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(2).rows(2) }
    /// let model = model! { m |= normal(0.0, 1.0), d = m.diagonal(), increment(d + m.trace()) };
    /// assert_eq!(model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0])?.get("d")?, [1.0, 4.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn diagonal(self) -> Expr<DiagonalOf<N>>
    where
        N::Shape: SquareShape,
    {
        Expr(View::new(self.0, Diagonal {}))
    }

    /// The sum of the diagonal of a square matrix.
    pub fn trace(self) -> Expr<Reduce<Sum, DiagonalOf<N>>>
    where
        N::Shape: SquareShape,
    {
        Expr(Reduce::new(self.diagonal().0))
    }

    /// The column at an index, counted from 0: a vector.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(3).rows(2) }
    /// let model = model! { m |= normal(0.0, 1.0), last = m.column(2), increment(last) };
    /// assert_eq!(model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?.get("last")?, [3.0, 6.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn column(self, index: usize) -> Expr<View<ColumnOf, N, Vector<Rows>>> {
        Expr(View::new(self.0, ColumnOf { index }))
    }

    /// The rows of a range: a matrix.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(2).rows(3) }
    /// let model = model! {
    ///     m |= normal(0.0, 1.0),
    ///     below = m.rows(1..3),
    ///     right = m.columns(1..2),
    ///     corner = m.block(1..3, 0..1),
    ///     increment(below.sum() + right.sum() + corner.sum()),
    /// };
    /// let trace = model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// assert_eq!(trace.get("below")?, [3.0, 4.0, 5.0, 6.0]);
    /// assert_eq!(trace.get("right")?, [2.0, 4.0, 6.0]);
    /// assert_eq!(trace.get("corner")?, [3.0, 5.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn rows(self, range: Range<usize>) -> Expr<View<RowsOf, N, Matrix<Dyn, Columns>>> {
        Expr(View::new(self.0, RowsOf { range: range.into() }))
    }

    /// The columns of a range: a matrix. See [`rows`](Self::rows).
    pub fn columns(self, range: Range<usize>) -> Expr<View<ColumnsOf, N, Matrix<Rows, Dyn>>> {
        Expr(View::new(self.0, ColumnsOf { range: range.into() }))
    }

    /// The block of a range of rows and a range of columns. See [`rows`](Self::rows).
    pub fn block(
        self,
        rows: Range<usize>,
        columns: Range<usize>,
    ) -> Expr<View<BlockOf, N, Matrix<Dyn, Dyn>>> {
        Expr(View::new(self.0, BlockOf { rows: rows.into(), columns: columns.into() }))
    }

    /// All elements as a vector, *row by row*. Nothing is copied.
    ///
    /// Stan's `to_vector` goes column by column: it is `m.transpose().flatten()`.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(2).rows(2) }
    /// let model = model! {
    ///     m |= normal(0.0, 1.0),
    ///     by_rows = m.flatten(),
    ///     by_columns = m.transpose().flatten(),
    ///     increment(by_rows * by_columns),
    /// };
    /// let trace = model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(trace.get("by_rows")?, [1.0, 2.0, 3.0, 4.0]);
    /// assert_eq!(trace.get("by_columns")?, [1.0, 3.0, 2.0, 4.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias = "to_vector")]
    pub fn flatten(self) -> Expr<View<Flatten, N, Vector<Dyn>>> {
        Expr(View::new(self.0, Flatten {}))
    }
}

impl<N: Expression> Expr<N> {
    /// The matrix with the elements of a vector or a matrix, *row by row*. Nothing is copied. The size must
    /// fit, which `compile()` checks.
    ///
    /// Stan's `to_matrix` goes column by column: it is `x.reshape(columns, rows).transpose()` for a vector
    /// x.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { x: vector(6) }
    /// let model = model! { x |= normal(0.0, 1.0), m = x.reshape(2, 3), last = m.row(1), increment(last) };
    /// let point = model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    /// assert_eq!(point.get("last")?, [4.0, 5.0, 6.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias = "to_matrix")]
    pub fn reshape<Rows: IntoDimension, Columns: IntoDimension>(
        self,
        rows: Rows,
        columns: Columns,
    ) -> Expr<Reshaped<N, Rows, Columns>>
    where
        N::Shape: Many,
    {
        let (rows, columns) = (rows.into_dimension().size(), columns.into_dimension().size());
        Expr(View::new(self.0, Reshape { rows, columns }))
    }
}
