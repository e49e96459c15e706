//! Shapes are types: [`Scalar`], [`Vector<N>`] and [`Matrix<R, C>`].
//!
//! A dimension is a `typenum` number when it is part of the type and [`Dyn`] when it is known at run time.
//! What can be combined with what is a trait on the tags ([`Broadcast`]), so a mismatch of known shapes is a
//! compile error; lengths that the types do not know are compared by `compile()`.

mod broadcast;
mod dimension;
mod extent;
mod kind;

pub use broadcast::{Broadcast, LeftOf};
pub use dimension::{Dimension, Dyn, IntoDimension, Predecessor, SameDimension, Triangular};
pub use extent::{Extent, Sides, Size};
pub use kind::{MatrixShape, PartOfMatrix, PartOfVector, SquareShape, VectorShape};

use crate::contract::expression::Expression;
use crate::node::{Splat, Tiled};
use crate::sealed::Sealed;
use core::marker::PhantomData;

/// The shape of a single number.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

/// The shape of a column of `N` numbers.
#[derive(Clone, Copy, Debug)]
pub struct Vector<N: Dimension>(PhantomData<N>);

/// The shape of `R` rows and `C` columns.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<R: Dimension, C: Dimension>(PhantomData<(R, C)>);

/// A shape tag.
pub trait Shape: Sealed + Copy + Send + Sync + 'static {
    /// True for [`Scalar`].
    const IS_SCALAR: bool;

    /// True for [`Matrix`].
    const IS_MATRIX: bool = false;

    /// The number of rows, where the type knows it. A vector is a column, a scalar is one row.
    const ROWS: Option<usize>;

    /// The number of columns, where the type knows it.
    const COLUMNS: Option<usize>;

    /// The number of elements, where the type knows it.
    const LENGTH: Option<usize> = match (Self::ROWS, Self::COLUMNS) {
        (Some(rows), Some(columns)) => Some(rows * columns),
        _ => None,
    };

    /// A scalar expression made to fit this shape: itself, or a [`Splat`].
    type FromScalar<N: Expression>: Expression;

    /// A vector expression made to fit this shape: itself, or a [`Tiled`].
    type FromVector<N: Expression>: Expression;

    /// An expression of this shape made to fit the shape `To`: scalars are repeated, vectors too where `To`
    /// is a matrix; everything else stays.
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

impl Sealed for Scalar {}

impl Shape for Scalar {
    const IS_SCALAR: bool = true;
    const ROWS: Option<usize> = Some(1);
    const COLUMNS: Option<usize> = Some(1);
    type FromScalar<N: Expression> = N;
    type FromVector<N: Expression> = N;
    type Lift<N: Expression, To: Shape> = To::FromScalar<N>;

    fn from_scalar<N: Expression>(expression: N) -> N {
        expression
    }

    fn from_vector<N: Expression>(expression: N) -> N {
        expression
    }

    fn lift<N: Expression, To: Shape>(expression: N) -> To::FromScalar<N> {
        To::from_scalar(expression)
    }
}

impl<Length: Dimension> Sealed for Vector<Length> {}

impl<Length: Dimension> Shape for Vector<Length> {
    const IS_SCALAR: bool = false;
    const ROWS: Option<usize> = Length::SIZE;
    const COLUMNS: Option<usize> = Some(1);
    type FromScalar<N: Expression> = Splat<N, Self>;
    type FromVector<N: Expression> = N;
    type Lift<N: Expression, To: Shape> = To::FromVector<N>;

    fn from_scalar<N: Expression>(expression: N) -> Splat<N, Self> {
        Splat::new(expression)
    }

    fn from_vector<N: Expression>(expression: N) -> N {
        expression
    }

    fn lift<N: Expression, To: Shape>(expression: N) -> To::FromVector<N> {
        To::from_vector(expression)
    }
}

impl<Rows: Dimension, Columns: Dimension> Sealed for Matrix<Rows, Columns> {}

impl<Rows: Dimension, Columns: Dimension> Shape for Matrix<Rows, Columns> {
    const IS_SCALAR: bool = false;
    const IS_MATRIX: bool = true;
    const ROWS: Option<usize> = Rows::SIZE;
    const COLUMNS: Option<usize> = Columns::SIZE;
    type FromScalar<N: Expression> = Splat<N, Self>;
    type FromVector<N: Expression> = Tiled<N, Self>;
    type Lift<N: Expression, To: Shape> = N;

    fn from_scalar<N: Expression>(expression: N) -> Splat<N, Self> {
        Splat::new(expression)
    }

    fn from_vector<N: Expression>(expression: N) -> Tiled<N, Self> {
        Tiled::new(expression)
    }

    fn lift<N: Expression, To: Shape>(expression: N) -> N {
        expression
    }
}
