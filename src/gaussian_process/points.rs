//! The forms in which the points of a covariance can be given: x, or a pair (x, y).

use crate::contract::expression::{Expression, Expressions};
use crate::expression::IntoExpr;
use crate::node::Stored;
use crate::sealed::{OfPoints, Sealed};
use crate::shape::{Dimension, Matrix, Shape, Vector};

/// The shape of points: a vector of numbers, or a matrix whose rows are points.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` is not a set of points",
    label = "neither a vector nor a matrix",
    note = "points are a vector of numbers, or a matrix whose rows are points"
)]
pub trait Points: Shape {
    /// The number of points.
    type Count: Dimension;
}

impl<Count: Dimension> Points for Vector<Count> {
    type Count = Count;
}

impl<Count: Dimension, Columns: Dimension> Points for Matrix<Count, Columns> {
    type Count = Count;
}

/// The points of the matrix of covariances: x, or a pair (x, y).
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not points of a Gaussian process",
    label = "neither points nor a pair of points",
    note = "points are a vector of numbers or a matrix whose rows are points, as data (`&x`) or as an expression"
)]
pub trait IntoPoints: Sealed<OfPoints> + Copy {
    /// The shape of the matrix of covariances.
    type Shape: Shape;

    /// The expressions `A` and `B`, followed by the expressions of the points.
    type AfterTwo<A: Expression, B: Expression>: Expressions;

    /// The expressions `A`, `B` and `C`, followed by the expressions of the points.
    type AfterThree<A: Expression, B: Expression, C: Expression>: Expressions;

    /// True for a pair (x, y) of sets of points, false for one set x.
    const IS_PAIR: bool;

    /// Returns `a` and `b`, followed by the expressions of the points.
    fn after_two<A: Expression, B: Expression>(self, a: A, b: B) -> Self::AfterTwo<A, B>;

    /// Returns `a`, `b` and `c`, followed by the expressions of the points.
    fn after_three<A: Expression, B: Expression, C: Expression>(
        self,
        a: A,
        b: B,
        c: C,
    ) -> Self::AfterThree<A, B, C>;
}

/// The number of points.
type Count<X> = <<<X as IntoExpr>::Node as Expression>::Shape as Points>::Count;

impl<X: IntoExpr<Node: Expression<Shape: Points>>> Sealed<OfPoints> for X {}
impl<X, Y> Sealed<OfPoints> for (X, Y) {}

impl<X: IntoExpr<Node: Expression<Shape: Points>>> IntoPoints for X {
    type Shape = Matrix<Count<X>, Count<X>>;
    type AfterTwo<A: Expression, B: Expression> = (A, B, Stored<X::Node>);
    type AfterThree<A: Expression, B: Expression, C: Expression> = (A, B, C, Stored<X::Node>);
    const IS_PAIR: bool = false;

    fn after_two<A: Expression, B: Expression>(self, a: A, b: B) -> Self::AfterTwo<A, B> {
        (a, b, Stored::new(self.into_expr().0))
    }

    fn after_three<A: Expression, B: Expression, C: Expression>(
        self,
        a: A,
        b: B,
        c: C,
    ) -> Self::AfterThree<A, B, C> {
        (a, b, c, Stored::new(self.into_expr().0))
    }
}

impl<X: IntoExpr<Node: Expression<Shape: Points>>, Y: IntoExpr<Node: Expression<Shape: Points>>> IntoPoints
    for (X, Y)
{
    type Shape = Matrix<Count<X>, Count<Y>>;
    type AfterTwo<A: Expression, B: Expression> = (A, B, Stored<X::Node>, Stored<Y::Node>);
    type AfterThree<A: Expression, B: Expression, C: Expression> =
        (A, B, C, Stored<X::Node>, Stored<Y::Node>);
    const IS_PAIR: bool = true;

    fn after_two<A: Expression, B: Expression>(self, a: A, b: B) -> Self::AfterTwo<A, B> {
        (a, b, Stored::new(self.0.into_expr().0), Stored::new(self.1.into_expr().0))
    }

    fn after_three<A: Expression, B: Expression, C: Expression>(
        self,
        a: A,
        b: B,
        c: C,
    ) -> Self::AfterThree<A, B, C> {
        (a, b, c, Stored::new(self.0.into_expr().0), Stored::new(self.1.into_expr().0))
    }
}
