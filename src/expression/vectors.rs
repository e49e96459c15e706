//! Matrices that are built from vectors, as methods.

use crate::contract::expression::Expression;
use crate::expression::{Diagonal, Expr, IntoExpr};
use crate::matrix::DiagonalMatrix;
use crate::node::{Binary, Mul, RepeatedColumn, RepeatedRow, Stored, Tiled, View, Whole};
use crate::shape::{Dimension, IntoDimension, Matrix, Vector, VectorShape};

/// The shape of the product x yᵀ of vectors of this length and of the length of `Y`.
pub type OuterShape<Length, Y> = Matrix<Length, <<Y as Expression>::Shape as VectorShape>::Length>;

/// The product x yᵀ of two vectors; the first has this length.
pub type Outer<X, Y, Length> = Binary<
    Mul,
    View<RepeatedColumn, X, OuterShape<Length, Y>>,
    Tiled<Y, OuterShape<Length, Y>>,
    OuterShape<Length, Y>,
>;

impl<N: Expression<Shape = Vector<Length>>, Length: Dimension> Expr<N> {
    /// The outer product x yᵀ: the matrix with the element xᵢ yⱼ in row i and column j.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { x: vector(2), y: vector(3) }
    /// let model = model! {
    ///     x |= normal(0.0, 1.0),
    ///     y |= normal(0.0, 1.0),
    ///     m = x.outer(y),
    ///     increment(m.sum()),
    /// };
    /// let trace = model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0, 5.0])?;
    /// assert_eq!(trace.get("m")?, [3.0, 4.0, 5.0, 6.0, 8.0, 10.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn outer<Y: IntoExpr>(self, y: Y) -> Expr<Outer<N, Y::Node, Length>>
    where
        <Y::Node as Expression>::Shape: VectorShape,
    {
        let y = y.into_expr().0;
        let count = y.sides().length().unwrap_or(1);
        Expr(Binary::new(View::new(self.0, RepeatedColumn { count }), Tiled::new(y)))
    }

    /// The square matrix with these elements on its diagonal and zeros elsewhere. (Stan: `diag_matrix`.)
    ///
    /// A product with it is cheaper as [`diag_pre_multiply`](crate::expression::diag_pre_multiply) or
    /// [`diag_post_multiply`](crate::expression::diag_post_multiply).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { v: vector(2) }
    /// let model = model! { v |= normal(0.0, 1.0), m = v.diagonal_matrix(), increment(m.sum()) };
    /// assert_eq!(model.compile()?.constrain(&[1.0, 2.0])?.get("m")?, [1.0, 0.0, 0.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn diagonal_matrix(self) -> Expr<Diagonal<N, Length>> {
        Expr(Whole::new(DiagonalMatrix, (Stored::new(self.0),)))
    }

    /// The matrix with this vector as each of `count` rows. (Stan: `rep_matrix` of a row vector.)
    ///
    /// With `+ - * /` and a matrix, a vector stands for each of its rows already.
    pub fn repeat_rows<Count: IntoDimension>(
        self,
        count: Count,
    ) -> Expr<View<RepeatedRow, N, Matrix<Count::Dimension, Length>>> {
        let count = count.into_dimension().size();
        Expr(View::new(self.0, RepeatedRow { count }))
    }

    /// The matrix with this vector as each of `count` columns, to be combined with a matrix column by column.
    /// (Stan: `rep_matrix` of a vector.)
    ///
    /// Nothing is copied.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { m: vector(2).rows(2) }
    /// let model = model! {
    ///     m |= normal(0.0, 1.0),
    ///     centred = m - m.column(0).repeat_columns(2),
    ///     increment(centred.sum()),
    /// };
    /// assert_eq!(model.compile()?.constrain(&[1.0, 2.0, 5.0, 9.0])?.get("centred")?, [0.0, 1.0, 0.0, 4.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn repeat_columns<Count: IntoDimension>(
        self,
        count: Count,
    ) -> Expr<View<RepeatedColumn, N, Matrix<Length, Count::Dimension>>> {
        let count = count.into_dimension().size();
        Expr(View::new(self.0, RepeatedColumn { count }))
    }
}
