//! Which shapes combine element by element, and what comes out.

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
