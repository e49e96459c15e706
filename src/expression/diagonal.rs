//! Matrices scaled by rows or by columns: products with diagonal matrices that are never formed.

use crate::contract::expression::Expression;
use crate::expression::{Expr, IntoExpr};
use crate::matrix::DiagonalMatrix;
use crate::node::{Binary, Mul, RepeatedColumn, Stored, Tiled, View, Whole};
use crate::shape::{Matrix, MatrixShape, SameDimension, VectorShape};

/// The diagonal matrix of a vector.
pub type Diagonal<N, Side> = Whole<DiagonalMatrix, (Stored<N>,), Matrix<Side, Side>>;

/// The shape of an expression's node.
type ShapeOf<N> = <N as Expression>::Shape;

/// Each row of the matrix `M` times an element of the vector `V`.
pub type RowsScaled<V, M> = Binary<Mul, View<RepeatedColumn, V, ShapeOf<M>>, M, ShapeOf<M>>;

/// Each column of the matrix `M` times an element of the vector `V`.
pub type ColumnsScaled<M, V> = Binary<Mul, M, Tiled<V, ShapeOf<M>>, ShapeOf<M>>;

/// The matrix whose row i is vᵢ times row i of m: diag(v) M.
///
/// Its elements are computed where they are read, and no diagonal matrix is formed.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { sigma: vector(2).positive(), l: vector(2).rows(2) }
/// let model = model! {
///     sigma |= exponential(1.0),
///     l     |= normal(0.0, 1.0),
///     scaled = diag_pre_multiply(sigma, l),
///     increment(scaled.sum()),
/// };
/// let q = [0.0, 2f64.ln(), 1.0, 2.0, 3.0, 4.0];
/// assert_eq!(model.compile()?.constrain(&q)?.get("scaled")?, [1.0, 2.0, 6.0, 8.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn diag_pre_multiply<V: IntoExpr, M: IntoExpr>(v: V, m: M) -> Expr<RowsScaled<V::Node, M::Node>>
where
    ShapeOf<V::Node>: VectorShape,
    ShapeOf<M::Node>: MatrixShape<Rows: SameDimension<<ShapeOf<V::Node> as VectorShape>::Length>>,
{
    let (v, m) = (v.into_expr().0, m.into_expr().0);
    let count = m.sides().columns.unwrap_or(1);
    Expr(Binary::new(View::new(v, RepeatedColumn { count }), m))
}

/// The matrix whose column j is vⱼ times column j of m: M diag(v), which is also `m * v`.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { m: vector(2).rows(2), sigma: vector(2).positive() }
/// let model = model! {
///     m     |= normal(0.0, 1.0),
///     sigma |= exponential(1.0),
///     scaled = diag_post_multiply(m, sigma),
///     increment((scaled - m * sigma).square()),
/// };
/// let q = [1.0, 2.0, 3.0, 4.0, 0.0, 2f64.ln()];
/// assert_eq!(model.compile()?.constrain(&q)?.get("scaled")?, [1.0, 4.0, 3.0, 8.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn diag_post_multiply<M: IntoExpr, V: IntoExpr>(m: M, v: V) -> Expr<ColumnsScaled<M::Node, V::Node>>
where
    ShapeOf<V::Node>: VectorShape,
    ShapeOf<M::Node>: MatrixShape<Columns: SameDimension<<ShapeOf<V::Node> as VectorShape>::Length>>,
{
    Expr(Binary::new(m.into_expr().0, Tiled::new(v.into_expr().0)))
}
