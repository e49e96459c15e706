//! The ways to multiply a matrix expression with a vector: from panels of data, or as a whole.

use super::Expression;
use crate::shape::Dimension;

/// An expression whose type determines how it is multiplied with a vector, if it is a matrix.
pub trait TimesVector {
    /// The way in which the expression is multiplied with a vector: a [`Multiplication`].
    type Multiplication;
}

/// A way to multiply the matrix `L` with vectors.
pub trait Multiplication<L: Expression> {
    /// The product of the matrix, which has `Rows` rows, and the vector `V`.
    type Product<Rows: Dimension, V: Expression>: Expression;

    /// Makes the expression of the product of the matrix and the vector.
    fn product<Rows: Dimension, V: Expression>(matrix: L, vector: V) -> Self::Product<Rows, V>;
}

/// The product of the matrix `L`, which has `Rows` rows, and the vector `V`.
pub type ProductWithVector<L, Rows, V> =
    <<L as TimesVector>::Multiplication as Multiplication<L>>::Product<Rows, V>;

/// The matrix and the vector stand in the workspace.
#[derive(Clone, Copy, Debug)]
pub struct AsWhole;

/// The matrix is data in panels.
#[derive(Clone, Copy, Debug)]
pub struct InPanels;
