//! The shapes that combine element by element, and the shapes of the results.
//!
//! `Dyn` combines with a number and gives the number; `compile()` compares the lengths. The tags alone
//! decide which side is repeated, in type functions without bounds that could appear in messages: a scalar
//! in a vector expression is a `Splat`, a vector beside a matrix is `Tiled`. On the left of `|=` only a
//! number is repeated, as in Stan; a vector with a matrix on the right does not compile, because it is
//! usually `data(&x) * beta` in place of `data(&x).dot(beta)`.

use super::{Dimension, Matrix, SameDimension, Scalar, Shape, Vector};

/// Shapes that combine element by element.
///
/// | | `Scalar` | `Vector<N>` |
/// |-|-|-|
/// | `Scalar` | `Scalar` | `Vector<N>` |
/// | `Vector<M>` | `Vector<M>` | `Vector<N>`, if M and N can be equal |
/// | `Matrix<R, C>` | `Matrix<R, C>` | `Matrix<R, C>`, if C and N can be equal: the vector is every row |
#[diagnostic::on_unimplemented(
    message = "shapes `{Self}` and `{Other}` do not combine element by element",
    label = "the shapes do not fit",
    note = "a scalar combines with anything, a vector with a scalar or a vector of the same length, a matrix with \
            a scalar, a matrix of its size or a vector as long as its rows"
)]
pub trait Broadcast<Other: Shape>: Shape {
    /// The shape of the result.
    type Output: Shape;
}

/// The shapes that can stand on the left of `|=` if the distribution has a log density for each element of
/// the shape `Law`.
///
/// A number on the left is repeated along arguments that are vectors or matrices, as in Stan. A vector is not
/// repeated for each row of a matrix.
///
/// | left | arguments |
/// |-|-|
/// | a number | numbers, vectors, matrices: the log density is a sum over their elements |
/// | a vector | numbers, and vectors of its length |
/// | a matrix | numbers, vectors as long as its rows, and matrices of its size |
#[diagnostic::on_unimplemented(
    message = "what stands on the left of `|=` is no matrix, but an argument of the distribution is one",
    label = "the left side would be repeated for each row of a matrix",
    note = "`x * beta` multiplies each row of a matrix x with beta element by element; the product of a matrix and a vector is \
            written `x.dot(beta)`",
    note = "a covariance matrix is an argument of `multi_normal(mean, covariance)`, a factor of it one of `multi_normal_cholesky(mean, l)`",
    note = "if each row of the matrix is meant to have the same left side, write `increment(distribution.log_density(y))`"
)]
pub trait LeftOf<Law: Shape>: Shape {}

impl<Law: Shape> LeftOf<Law> for Scalar {}
impl<N: Dimension> LeftOf<Scalar> for Vector<N> {}
impl<N: Dimension, M: Dimension> LeftOf<Vector<M>> for Vector<N> {}
impl<Law: Shape, Rows: Dimension, Columns: Dimension> LeftOf<Law> for Matrix<Rows, Columns> {}

impl Broadcast<Scalar> for Scalar {
    type Output = Scalar;
}

impl<N: Dimension> Broadcast<Vector<N>> for Scalar {
    type Output = Vector<N>;
}

impl<N: Dimension> Broadcast<Scalar> for Vector<N> {
    type Output = Vector<N>;
}

impl<N: SameDimension<M>, M: Dimension> Broadcast<Vector<M>> for Vector<N> {
    type Output = Vector<N::Common>;
}

impl<Rows: Dimension, Columns: Dimension> Broadcast<Matrix<Rows, Columns>> for Scalar {
    type Output = Matrix<Rows, Columns>;
}

impl<Rows: Dimension, Columns: Dimension> Broadcast<Scalar> for Matrix<Rows, Columns> {
    type Output = Self;
}

impl<Rows: Dimension, Columns: SameDimension<N>, N: Dimension> Broadcast<Vector<N>>
    for Matrix<Rows, Columns>
{
    type Output = Matrix<Rows, Columns::Common>;
}

impl<Rows: Dimension, Columns: Dimension, N: SameDimension<Columns>> Broadcast<Matrix<Rows, Columns>>
    for Vector<N>
{
    type Output = Matrix<Rows, N::Common>;
}

impl<Rows, Columns, OtherRows, OtherColumns> Broadcast<Matrix<OtherRows, OtherColumns>>
    for Matrix<Rows, Columns>
where
    Rows: SameDimension<OtherRows>,
    Columns: SameDimension<OtherColumns>,
    OtherRows: Dimension,
    OtherColumns: Dimension,
{
    type Output = Matrix<Rows::Common, Columns::Common>;
}
