//! `.dot`: inner products, and products of matrices and vectors.

use super::operators::combine;
use super::{Expr, Index, InnerProduct, IntoExpr};
use crate::node::{DataMatrix, DataTable, Dot, GroupedDot, Mul, Node, Reduce, Stored, Whole};
use crate::operation::Multiply;
use crate::shape::{Broadcast, Dimension, Matrix, SameDimension, Shape, Vector};

/// The product of an expression of the left shape and one of the right.
pub type Product<L, R> = <<L as Node>::Shape as Contract<<R as Node>::Shape>>::Product<L, R>;

/// The product A B of whole values, of the shape `Sh`.
pub type Multiplied<L, R, Sh> = Whole<Multiply<false>, (Stored<L>, Stored<R>), Sh>;

/// The product Aᵀ B of whole values, of the shape `Sh`.
pub type MultipliedTransposed<L, R, Sh> = Whole<Multiply<true>, (Stored<L>, Stored<R>), Sh>;

/// Shapes with a product: the last side of the left runs along the first side of the right.
#[diagnostic::on_unimplemented(
    message = "shapes `{Self}` and `{Right}` have no product",
    label = "`.dot` does not fit",
    note = "`.dot` takes vectors of one length, or a matrix and what is as long as its rows, a vector or the columns of a \
            matrix; numbers are multiplied with `*`"
)]
pub trait Contract<Right: Shape>: Shape {
    /// The node of the product.
    type Product<L: Node<Shape = Self>, R: Node<Shape = Right>>: Node;

    /// The product.
    fn contract<L: Node<Shape = Self>, R: Node<Shape = Right>>(left: L, right: R) -> Self::Product<L, R>;
}

impl<N: SameDimension<M>, M: Dimension> Contract<Vector<M>> for Vector<N>
where
    Self: Broadcast<Vector<M>, Output = Vector<N::Common>>,
{
    type Product<L: Node<Shape = Self>, R: Node<Shape = Vector<M>>> = InnerProduct<L, R>;

    fn contract<L: Node<Shape = Self>, R: Node<Shape = Vector<M>>>(left: L, right: R) -> InnerProduct<L, R> {
        Reduce::new(combine::<Mul, _, _>(left, right).0)
    }
}

impl<Rows: Dimension, N: SameDimension<M>, M: Dimension> Contract<Vector<M>> for Matrix<Rows, N> {
    type Product<L: Node<Shape = Self>, R: Node<Shape = Vector<M>>> = Multiplied<L, R, Vector<Rows>>;

    fn contract<L: Node<Shape = Self>, R: Node<Shape = Vector<M>>>(
        left: L,
        right: R,
    ) -> Multiplied<L, R, Vector<Rows>> {
        Whole::new(Multiply, (Stored::new(left), Stored::new(right)))
    }
}

impl<Rows: Dimension, N: SameDimension<M>, M: Dimension, Columns: Dimension> Contract<Matrix<M, Columns>>
    for Matrix<Rows, N>
{
    type Product<L: Node<Shape = Self>, R: Node<Shape = Matrix<M, Columns>>> =
        Multiplied<L, R, Matrix<Rows, Columns>>;

    fn contract<L: Node<Shape = Self>, R: Node<Shape = Matrix<M, Columns>>>(
        left: L,
        right: R,
    ) -> Multiplied<L, R, Matrix<Rows, Columns>> {
        Whole::new(Multiply, (Stored::new(left), Stored::new(right)))
    }
}

/// A vector is a row on the left.
impl<N: SameDimension<M>, M: Dimension, Columns: Dimension> Contract<Matrix<M, Columns>> for Vector<N> {
    type Product<L: Node<Shape = Self>, R: Node<Shape = Matrix<M, Columns>>> =
        MultipliedTransposed<R, L, Vector<Columns>>;

    fn contract<L: Node<Shape = Self>, R: Node<Shape = Matrix<M, Columns>>>(
        left: L,
        right: R,
    ) -> MultipliedTransposed<R, L, Vector<Columns>> {
        Whole::new(Multiply, (Stored::new(right), Stored::new(left)))
    }
}

impl<N: Node> Expr<N> {
    /// The product: Σᵢ xᵢ yᵢ of two vectors, A x of a matrix and a vector, xᵀ A of a vector and a matrix, A B of two matrices.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { a: vector(3).rows(2), x: vector(3) }
    /// let model = model! {
    ///     a |= normal(0.0, 1.0),
    ///     x |= normal(0.0, 1.0),
    ///     y = a.dot(x),
    ///     increment(y.dot(y)),
    /// };
    /// let q = [1.0, 0.0, 2.0, 0.0, 1.0, 0.0, 3.0, 4.0, 5.0];
    /// assert_eq!(model.compile()?.constrain(&q)?.get("y")?, [13.0, 4.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn dot<Right: IntoExpr>(self, right: Right) -> Expr<Product<N, Right::Node>>
    where
        N::Shape: Contract<<Right::Node as Node>::Shape>,
    {
        Expr(<N::Shape as Contract<_>>::contract(self.0, right.into_expr().0))
    }
}

/// Shapes that a matrix of data with `Columns` columns can be multiplied with.
#[diagnostic::on_unimplemented(
    message = "a matrix of data has no product with the shape `{Self}`",
    label = "neither a vector nor a matrix that fits",
    note = "`matrix(x).dot(…)` takes a vector as long as the rows of x, or a matrix with columns of that length"
)]
pub trait TimesData<Columns: Dimension>: Shape {
    /// The node of the product.
    type Product<'a, Rows: Dimension, N: Node<Shape = Self>>: Node;

    /// The product.
    fn times_data<'a, Rows: Dimension, N: Node<Shape = Self>>(
        data: DataMatrix<'a, Rows, Columns>,
        right: N,
    ) -> Self::Product<'a, Rows, N>;
}

impl<Columns: SameDimension<M>, M: Dimension> TimesData<Columns> for Vector<M> {
    type Product<'a, Rows: Dimension, N: Node<Shape = Self>> = Dot<'a, Rows, N>;

    fn times_data<'a, Rows: Dimension, N: Node<Shape = Self>>(
        data: DataMatrix<'a, Rows, Columns>,
        right: N,
    ) -> Dot<'a, Rows, N> {
        Dot::new(data.numbers, right)
    }
}

impl<Columns: SameDimension<M>, M: Dimension, Width: Dimension> TimesData<Columns> for Matrix<M, Width> {
    type Product<'a, Rows: Dimension, N: Node<Shape = Self>> =
        Multiplied<DataTable<'a, Rows, Columns>, N, Matrix<Rows, Width>>;

    fn times_data<'a, Rows: Dimension, N: Node<Shape = Self>>(
        data: DataMatrix<'a, Rows, Columns>,
        right: N,
    ) -> Self::Product<'a, Rows, N> {
        Whole::new(Multiply, (Stored::new(DataTable::new(data)), Stored::new(right)))
    }
}

/// The product of a matrix of data and an expression.
pub type DataProduct<'a, Rows, Columns, R> = <<R as Node>::Shape as TimesData<Columns>>::Product<'a, Rows, R>;

impl<'a, Rows: Dimension, Columns: Dimension> Expr<DataMatrix<'a, Rows, Columns>> {
    /// The product of each row with the row of `coefficients` that belongs to its group: ηᵢ = Σⱼ xᵢⱼ B at (gᵢ, j), as in a
    /// regression whose coefficients vary between groups.
    ///
    /// `coefficients` has a row for each group and a column for each column of the matrix, `groups` the group of each row,
    /// counted from 0. It is fastest where rows of one group follow each other.
    ///
    /// ```
    /// use monomorph::faer::mat;
    /// use monomorph::prelude::*;
    ///
    /// let x = mat![[1.0, 0.5], [1.0, 1.5], [1.0, 2.5], [1.0, 0.5]];
    /// let (school, y) = ([0, 0, 1, 1], [0.1, 0.9, 2.2, 1.0]);
    /// params! { b: vector(2).rows(2), sigma: positive() }
    /// let model = model! {
    ///     b     |= normal(0.0, 1.0),
    ///     sigma |= exponential(1.0),
    ///     data(&y) |= normal(matrix(x.as_ref()).dot_by_group(b, &school), sigma),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 5);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn dot_by_group<Coefficients: IntoExpr, I: Index, Groups: Dimension, Width: Dimension>(
        self,
        coefficients: Coefficients,
        groups: &'a (impl AsRef<[I]> + ?Sized),
    ) -> Expr<GroupedDot<'a, Rows, I, Coefficients::Node>>
    where
        Coefficients::Node: Node<Shape = Matrix<Groups, Width>>,
        Columns: SameDimension<Width>,
    {
        Expr(GroupedDot::new(self.0.numbers, coefficients.into_expr().0, groups.as_ref()))
    }

    /// The product with a vector that has as many elements as the matrix has columns, or with a matrix that has as many
    /// rows.
    pub fn dot<Right: IntoExpr>(self, right: Right) -> Expr<DataProduct<'a, Rows, Columns, Right::Node>>
    where
        <Right::Node as Node>::Shape: TimesData<Columns>,
    {
        Expr(<<Right::Node as Node>::Shape as TimesData<Columns>>::times_data(self.0, right.into_expr().0))
    }
}
