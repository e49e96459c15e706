//! Products with a structure: a matrix with itself, quadratic forms, Kronecker products.

use crate::contract::expression::Expression;
use crate::expression::diagonal::RowsScaled;
use crate::expression::factors::SquareOf;
use crate::expression::{Expr, IntoExpr};
use crate::matrix::{AddDiagonal, Gram, KroneckerDot, LowerGram, MatrixExp, QuadForm};
use crate::node::{Binary, Mul, RepeatedColumn, Stored, Tiled, View, Whole};
use crate::shape::{
    Dimension, Dyn, Matrix, MatrixShape, SameDimension, Scalar, Shape, SquareShape, Vector, VectorShape,
};

/// The shape of an expression.
type ShapeOf<E> = <<E as IntoExpr>::Node as Expression>::Shape;

/// The shape B of a quadratic form Bᵀ A B, where A has `Side` rows and columns.
#[diagnostic::on_unimplemented(
    message = "there is no quadratic form of a matrix and the shape `{Self}`",
    label = "neither a vector nor a matrix that fits",
    note = "`quad_form(a, b)` is bᵀ a b of a square matrix a and a vector or a matrix b with columns as long as those of a"
)]
pub trait FormOf<Side: Dimension>: Shape {
    /// The shape of the form: a number, or a square matrix.
    type Output: Shape;
}

impl<N: SameDimension<Side>, Side: Dimension> FormOf<Side> for Vector<N> {
    type Output = Scalar;
}

impl<N: SameDimension<Side>, Columns: Dimension, Side: Dimension> FormOf<Side> for Matrix<N, Columns> {
    type Output = Matrix<Columns, Columns>;
}

/// Bᵀ A B, or its symmetric part.
pub type QuadraticForm<const SYMMETRIC: bool, A, B> = Whole<
    QuadForm<SYMMETRIC>,
    (Stored<<A as IntoExpr>::Node>, Stored<<B as IntoExpr>::Node>),
    <ShapeOf<B> as FormOf<<ShapeOf<A> as SquareShape>::Side>>::Output,
>;

fn form<const SYMMETRIC: bool, A: IntoExpr, B: IntoExpr>(a: A, b: B) -> Expr<QuadraticForm<SYMMETRIC, A, B>>
where
    ShapeOf<A>: SquareShape,
    ShapeOf<B>: FormOf<<ShapeOf<A> as SquareShape>::Side>,
{
    Expr(Whole::new(QuadForm, (Stored::new(a.into_expr().0), Stored::new(b.into_expr().0))))
}

/// The quadratic form bᵀ a b of a square matrix: a number for a vector b, a matrix for a matrix b.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { a: vector(2).rows(2), b: vector(2) }
/// let model = model! {
///     a |= normal(0.0, 1.0),
///     b |= normal(0.0, 1.0),
///     form = quad_form(a, b),
///     increment(-0.5 * form + quad_form(a, a).sum()),
/// };
/// assert_eq!(model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0, 1.0, 10.0])?.get("form")?, [451.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn quad_form<A: IntoExpr, B: IntoExpr>(a: A, b: B) -> Expr<QuadraticForm<false, A, B>>
where
    ShapeOf<A>: SquareShape,
    ShapeOf<B>: FormOf<<ShapeOf<A> as SquareShape>::Side>,
{
    form(a, b)
}

/// The symmetric part of [`quad_form`], symmetric to the last bit: (bᵀ a b + bᵀ aᵀ b)/2.
///
/// For a symmetric matrix a, such as a covariance, it is the form itself, without rounding errors in the
/// symmetry. Whether a is symmetric is not checked.
pub fn quad_form_sym<A: IntoExpr, B: IntoExpr>(a: A, b: B) -> Expr<QuadraticForm<true, A, B>>
where
    ShapeOf<A>: SquareShape,
    ShapeOf<B>: FormOf<<ShapeOf<A> as SquareShape>::Side>,
{
    form(a, b)
}

/// diag(v) M diag(v).
pub type DiagonalForm<M, V> =
    Binary<Mul, RowsScaled<V, M>, Tiled<V, <M as Expression>::Shape>, <M as Expression>::Shape>;

/// The square matrix with the element vᵢ aᵢⱼ vⱼ in row i and column j: diag(v) A diag(v).
///
/// It converts a correlation matrix and standard deviations to a covariance. Its elements are computed where
/// they are read.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { a: vector(2).rows(2), v: vector(2) }
/// let model = model! {
///     a |= normal(0.0, 1.0),
///     v |= normal(0.0, 1.0),
///     scaled = quad_form_diag(a, v),
///     increment(scaled.sum()),
/// };
/// assert_eq!(model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0, 1.0, 10.0])?.get("scaled")?,
///     [1.0, 20.0, 30.0, 400.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn quad_form_diag<A: IntoExpr, V: IntoExpr>(a: A, v: V) -> Expr<DiagonalForm<A::Node, V::Node>>
where
    ShapeOf<V>: VectorShape,
    ShapeOf<A>: SquareShape<Side: SameDimension<<ShapeOf<V> as VectorShape>::Length>>,
{
    let (a, v) = (a.into_expr().0, v.into_expr().0);
    let count = a.sides().columns.unwrap_or(1);
    Expr(Binary::new(Binary::new(View::new(v, RepeatedColumn { count }), a), Tiled::new(v)))
}

/// (A ⊗ B) x of three expressions.
pub type KroneckerProduct<A, B, X> = Whole<KroneckerDot, (Stored<A>, Stored<B>, Stored<X>), Vector<Dyn>>;

/// The product (a ⊗ b) x of a Kronecker product and a vector: a vector. The Kronecker product is never
/// formed.
///
/// With X the matrix `x.reshape(columns of a, columns of b)`, the value is a X bᵀ, row by row. The number of
/// elements of x is the number of columns of a times the number of columns of b. The length of the value is
/// known at run time.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { a: vector(2).rows(2), b: vector(2).rows(1), x: vector(4) }
/// let model = model! {
///     a |= normal(0.0, 1.0),
///     b |= normal(0.0, 1.0),
///     x |= normal(0.0, 1.0),
///     y = kronecker_dot(a, b, x),
///     increment(y),
/// };
/// let q = [1.0, 2.0, 0.0, 1.0, /* b */ 1.0, 10.0, /* x */ 1.0, 2.0, 3.0, 4.0];
/// assert_eq!(model.compile()?.constrain(&q)?.get("y")?, [21.0 + 86.0, 43.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn kronecker_dot<A: IntoExpr, B: IntoExpr, X: IntoExpr>(
    a: A,
    b: B,
    x: X,
) -> Expr<KroneckerProduct<A::Node, B::Node, X::Node>>
where
    ShapeOf<A>: MatrixShape,
    ShapeOf<B>: MatrixShape,
    ShapeOf<X>: VectorShape,
{
    let nodes = (Stored::new(a.into_expr().0), Stored::new(b.into_expr().0), Stored::new(x.into_expr().0));
    Expr(Whole::new(KroneckerDot, nodes))
}

impl<N: Expression<Shape = Matrix<Rows, Columns>>, Rows: Dimension, Columns: Dimension> Expr<N> {
    /// Aᵀ A, symmetric to the last bit.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { a: vector(2).rows(2) }
    /// let model = model! {
    ///     a |= normal(0.0, 1.0),
    ///     inner = a.crossprod(),
    ///     outer = a.tcrossprod(),
    ///     increment(inner.sum() + outer.sum()),
    /// };
    /// let trace = model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(trace.get("inner")?, [10.0, 14.0, 14.0, 20.0]);
    /// assert_eq!(trace.get("outer")?, [5.0, 11.0, 11.0, 25.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn crossprod(self) -> Expr<SquareOf<Gram<true>, N, Columns>> {
        Expr(Whole::new(Gram, (Stored::new(self.0),)))
    }

    /// A Aᵀ, symmetric to the last bit. See [`crossprod`](Self::crossprod).
    pub fn tcrossprod(self) -> Expr<SquareOf<Gram<false>, N, Rows>> {
        Expr(Whole::new(Gram, (Stored::new(self.0),)))
    }
}

impl<N: Expression> Expr<N>
where
    N::Shape: SquareShape,
{
    /// L Lᵀ with the lower triangle L of a square matrix: elements above the diagonal are not read.
    ///
    /// It converts a Cholesky factor to a covariance.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { l: vector(2).rows(2) }
    /// let model = model! {
    ///     l |= normal(0.0, 1.0),
    ///     covariance = l.multiply_lower_tri_self_transpose(),
    ///     increment(covariance.sum()),
    /// };
    /// let q = [1.0, 9.0, 2.0, 3.0];
    /// assert_eq!(model.compile()?.constrain(&q)?.get("covariance")?, [1.0, 2.0, 2.0, 13.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn multiply_lower_tri_self_transpose(self) -> Expr<SquareOf<LowerGram, N, SideOf<N>>> {
        Expr(Whole::new(LowerGram, (Stored::new(self.0),)))
    }

    /// The matrix exponential Σₖ Aᵏ/k!, which is not the exponential of each element.
    ///
    /// It solves linear differential equations: y′ = A y has y(t) = exp(t A) y(0). If the sum of magnitudes
    /// in a row is 10¹⁵ or more, the value is NaN and the log density −∞.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { a: vector(2).rows(2) }
    /// let model = model! { a |= normal(0.0, 1.0), e = a.matrix_exp(), increment(e.sum()) };
    /// assert_eq!(model.compile()?.constrain(&[0.0, 2.0, 0.0, 0.0])?.get("e")?, [1.0, 2.0, 0.0, 1.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn matrix_exp(self) -> Expr<SquareOf<MatrixExp, N, SideOf<N>>> {
        Expr(Whole::new(MatrixExp, (Stored::new(self.0),)))
    }

    /// The square matrix with a vector, or one number everywhere, added to its diagonal. (Stan: `add_diag`.)
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { k: vector(2).rows(2), noise: positive() }
    /// let model = model! {
    ///     k     |= normal(0.0, 1.0),
    ///     noise |= exponential(1.0),
    ///     covariance = k.add_diagonal(noise).add_diagonal(data(&[10.0, 20.0])),
    ///     increment(covariance.sum()),
    /// };
    /// let trace = model.compile()?.constrain(&[1.0, 2.0, 3.0, 4.0, 0.0])?;
    /// assert_eq!(trace.get("covariance")?, [12.0, 2.0, 3.0, 25.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias = "add_diag")]
    pub fn add_diagonal<D: IntoExpr>(self, diagonal: D) -> Expr<DiagonalSum<N, D::Node>>
    where
        ShapeOf<D>: OnDiagonal<SideOf<N>>,
    {
        Expr(<ShapeOf<D> as OnDiagonal<SideOf<N>>>::add(self.0, diagonal.into_expr().0))
    }
}

/// The number of rows of a square matrix.
pub type SideOf<N> = <<N as Expression>::Shape as SquareShape>::Side;

/// The matrix `N` with `D` added to its diagonal.
pub type DiagonalSum<N, D> = <<D as Expression>::Shape as OnDiagonal<SideOf<N>>>::Sum<N, D>;

/// The shape of an expression that can be added to the diagonal of a matrix of `Side` rows and columns.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` cannot be added to a diagonal",
    label = "neither a number nor a vector that fits"
)]
pub trait OnDiagonal<Side: Dimension>: Shape {
    /// The type of the sum.
    type Sum<A: Expression, D: Expression>: Expression;

    /// Returns the sum of a matrix and a diagonal.
    fn add<A: Expression, D: Expression>(matrix: A, diagonal: D) -> Self::Sum<A, D>;
}

impl<Side: Dimension> OnDiagonal<Side> for Scalar {
    type Sum<A: Expression, D: Expression> =
        Whole<AddDiagonal<true>, (Stored<A>, Stored<D>), Matrix<Side, Side>>;

    fn add<A: Expression, D: Expression>(matrix: A, diagonal: D) -> Self::Sum<A, D> {
        Whole::new(AddDiagonal, (Stored::new(matrix), Stored::new(diagonal)))
    }
}

impl<Side: Dimension, N: SameDimension<Side>> OnDiagonal<Side> for Vector<N> {
    type Sum<A: Expression, D: Expression> =
        Whole<AddDiagonal<false>, (Stored<A>, Stored<D>), Matrix<Side, Side>>;

    fn add<A: Expression, D: Expression>(matrix: A, diagonal: D) -> Self::Sum<A, D> {
        Whole::new(AddDiagonal, (Stored::new(matrix), Stored::new(diagonal)))
    }
}
