//! The lift of an expression to a shape: a number is repeated by [`Splat`], a vector becomes every row of a
//! matrix by [`Tiled`].

use super::{Splat, Tiled};
use crate::contract::expression::Expression;
use crate::shape::{Dimension, Matrix, Scalar, Shape, Vector};

impl Shape for Scalar {
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

impl<Length: Dimension> Shape for Vector<Length> {
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

impl<Rows: Dimension, Columns: Dimension> Shape for Matrix<Rows, Columns> {
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
