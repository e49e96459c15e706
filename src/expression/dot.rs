//! `.dot`: inner products, and products of matrices and vectors.

use crate::compiler::Index;
use crate::contract::expression::Expression;
use crate::contract::expression::{Multiplication, ProductWithVector};
use crate::expression::operators::combine;
use crate::expression::{Expr, InnerProduct, IntoExpr};
use crate::matrix::{Multiplied, Multiply};
use crate::node::{DataTable, GroupedDot, Mul, Reduce, Stored, Whole};
use crate::shape::{Broadcast, Dimension, Matrix, SameDimension, Shape, Vector};

/// The product of an expression with the left shape and one with the right shape.
pub type Product<L, R> = <<L as Expression>::Shape as Contract<<R as Expression>::Shape>>::Product<L, R>;

/// The product Aᵀ B of whole values, of the shape `Sh`.
pub type MultipliedTransposed<L, R, Sh> = Whole<Multiply<true>, (Stored<L>, Stored<R>), Sh>;

/// Shapes with a product: the last side of the left shape has the length of the first side of the right
/// shape.
#[diagnostic::on_unimplemented(
    message = "shapes `{Self}` and `{Right}` have no product",
    label = "`.dot` does not fit",
    note = "`.dot` takes vectors of one length, or a matrix and what is as long as its rows, a vector or the columns of a \
            matrix; numbers are multiplied with `*`"
)]
pub trait Contract<Right: Shape>: Shape {
    /// The type of the product.
    type Product<L: Expression<Shape = Self>, R: Expression<Shape = Right>>: Expression;

    /// Returns the product.
    fn contract<L: Expression<Shape = Self>, R: Expression<Shape = Right>>(
        left: L,
        right: R,
    ) -> Self::Product<L, R>;
}

impl<N: SameDimension<M>, M: Dimension> Contract<Vector<M>> for Vector<N>
where
    Self: Broadcast<Vector<M>, Output = Vector<N::Common>>,
{
    type Product<L: Expression<Shape = Self>, R: Expression<Shape = Vector<M>>> = InnerProduct<L, R>;

    fn contract<L: Expression<Shape = Self>, R: Expression<Shape = Vector<M>>>(
        left: L,
        right: R,
    ) -> InnerProduct<L, R> {
        Reduce::new(combine::<Mul, _, _>(left, right).0)
    }
}

impl<Rows: Dimension, N: SameDimension<M>, M: Dimension> Contract<Vector<M>> for Matrix<Rows, N> {
    type Product<L: Expression<Shape = Self>, R: Expression<Shape = Vector<M>>> =
        ProductWithVector<L, Rows, R>;

    fn contract<L: Expression<Shape = Self>, R: Expression<Shape = Vector<M>>>(
        left: L,
        right: R,
    ) -> ProductWithVector<L, Rows, R> {
        L::Multiplication::product(left, right)
    }
}

impl<Rows: Dimension, N: SameDimension<M>, M: Dimension, Columns: Dimension> Contract<Matrix<M, Columns>>
    for Matrix<Rows, N>
{
    type Product<L: Expression<Shape = Self>, R: Expression<Shape = Matrix<M, Columns>>> =
        Multiplied<L, R, Matrix<Rows, Columns>>;

    fn contract<L: Expression<Shape = Self>, R: Expression<Shape = Matrix<M, Columns>>>(
        left: L,
        right: R,
    ) -> Multiplied<L, R, Matrix<Rows, Columns>> {
        Whole::new(Multiply, (Stored::new(left), Stored::new(right)))
    }
}

/// A vector is a row on the left.
impl<N: SameDimension<M>, M: Dimension, Columns: Dimension> Contract<Matrix<M, Columns>> for Vector<N> {
    type Product<L: Expression<Shape = Self>, R: Expression<Shape = Matrix<M, Columns>>> =
        MultipliedTransposed<R, L, Vector<Columns>>;

    fn contract<L: Expression<Shape = Self>, R: Expression<Shape = Matrix<M, Columns>>>(
        left: L,
        right: R,
    ) -> MultipliedTransposed<R, L, Vector<Columns>> {
        Whole::new(Multiply, (Stored::new(right), Stored::new(left)))
    }
}

impl<N: Expression> Expr<N> {
    /// The product: Σᵢ xᵢ yᵢ of two vectors, A x of a matrix and a vector, xᵀ A of a vector and a matrix, A B
    /// of two matrices.
    ///
    /// A matrix of data times a vector, [`data`](crate::expression::data)`(&x).dot(beta)`, is packed for
    /// this product, and `compile()` rewrites expressions that are affine in beta: this is the fast way to
    /// write a regression.
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
        N::Shape: Contract<<Right::Node as Expression>::Shape>,
    {
        Expr(<N::Shape as Contract<_>>::contract(self.0, right.into_expr().0))
    }
}

impl<'a, Rows: Dimension, Columns: Dimension> Expr<DataTable<'a, Rows, Columns>> {
    /// The product of each row with the row of `coefficients` that belongs to its group: ηᵢ = Σⱼ xᵢⱼ B at
    /// (gᵢ, j), as in a regression whose coefficients vary between groups.
    ///
    /// `coefficients` has a row for each group and a column for each column of the matrix; `groups` is the
    /// group of each row, counted from 0. It is fastest if rows of one group are consecutive.
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
    ///     data(&y) |= normal(data(&x).dot_by_group(b, &school), sigma),
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
        Coefficients::Node: Expression<Shape = Matrix<Groups, Width>>,
        Columns: SameDimension<Width>,
    {
        Expr(GroupedDot::new(self.0.numbers, coefficients.into_expr().0, groups.as_ref()))
    }
}
