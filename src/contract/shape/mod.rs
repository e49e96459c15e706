//! Shapes are types: [`Scalar`], [`Vector<N>`] and [`Matrix<R, C>`].
//!
//! A dimension is a `typenum` number when it is part of the type and [`Dyn`] when it is known at run time.
//! A trait on the tags ([`Broadcast`]) states which shapes can be combined, so a mismatch of known shapes
//! is a compile error; lengths that the types do not know are compared by `compile()`.

mod broadcast;
mod kind;

pub use broadcast::{Broadcast, LeftOf};
pub use kind::{MatrixShape, PartOfMatrix, PartOfVector, SquareShape, VectorShape};
#[doc(inline)]
pub use monomorph_base::shape::{
    Dimension, Dyn, Extent, IntoDimension, Matrix, MatrixForm, Predecessor, SameDimension, Scalar, Sides,
    Size, Tag, Triangular, Vector,
};

use crate::contract::expression::Expression;

/// A shape of expressions.
pub trait Shape: Tag {
    /// A scalar expression made to fit this shape: the scalar itself, or the scalar repeated.
    type FromScalar<N: Expression>: Expression;

    /// A vector expression made to fit this shape: the vector itself, or a matrix that has the vector as each
    /// of its rows.
    type FromVector<N: Expression>: Expression;

    /// An expression of this shape made to fit the shape `To`: scalars are repeated, and vectors too if
    /// `To` is a matrix; other expressions stay as they are.
    type Lift<N: Expression, To: Shape>: Expression;

    /// The conversion that goes with [`FromScalar`](Self::FromScalar).
    fn from_scalar<N: Expression>(expression: N) -> Self::FromScalar<N>;

    /// The conversion that goes with [`FromVector`](Self::FromVector).
    fn from_vector<N: Expression>(expression: N) -> Self::FromVector<N>;

    /// The conversion that goes with [`Lift`](Self::Lift).
    fn lift<N: Expression, To: Shape>(expression: N) -> Self::Lift<N, To>;
}

/// The expression `N` made to fit the shape `To`.
pub type Lifted<N, To> = <<N as Expression>::Shape as Shape>::Lift<N, To>;
