//! Which shapes combine element by element, and what comes out.

use super::{Dimension, SameDimension, Scalar, Shape, Vector};

/// Shapes that combine element by element.
///
/// | | `Scalar` | `Vector<N>` |
/// |-|-|-|
/// | `Scalar` | `Scalar` | `Vector<N>` |
/// | `Vector<M>` | `Vector<M>` | `Vector<N>`, if M and N can be equal |
#[diagnostic::on_unimplemented(
    message = "shapes `{Self}` and `{Other}` do not combine element by element",
    label = "the shapes do not fit",
    note = "a scalar combines with anything, a vector with a scalar or a vector of the same length"
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
