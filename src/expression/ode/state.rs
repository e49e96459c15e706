//! The forms in which the state of a differential equation can be given.

use crate::compiler::ClosureKey;
use crate::contract::expression::Expression;
use crate::expression::unfold::Beforehand;
use crate::expression::{Expr, IntoExpr, NextOf, RowStepOf};
use crate::shape::{Dimension, Dyn, Matrix, Scalar, Shape, Sides, Size, Vector};
use crate::time::{Carry, OdeNumber, OfState};
use typenum::{U0, U1, U2, U3, Unsigned};

/// The initial state of a differential equation: an expression, a number, or a tuple of two to four of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the state of a differential equation",
    label = "neither an expression nor a tuple of expressions",
    note = "a vector of numbers is `data(&first)`"
)]
pub trait InitialState: Beforehand {
    /// The state that the closure receives.
    type State;

    /// The shape of its values at `Count` times.
    type Value<Count: Dimension>: Shape;

    /// Returns the state that the closure of the equation with a key receives.
    fn state(self, key: ClosureKey) -> Self::State;
}

/// The shape of a state that is one expression.
pub trait StateShape: Shape {
    /// The shape of its values at `Count` times: a vector of numbers, or a matrix with a row for each time.
    type Values<Count: Dimension>: Shape;

    /// The part of the state that a right-hand side reads, in a place of a tuple.
    type Part<Place: Unsigned + 'static>: Expression;

    /// Returns the part that the right-hand side of the equation with a key reads, for a state of `count`
    /// parts.
    fn part<Place: Unsigned + 'static>(key: ClosureKey, count: usize, size: Size) -> Self::Part<Place>;
}

impl StateShape for Scalar {
    type Values<Count: Dimension> = Vector<Count>;
    type Part<Place: Unsigned + 'static> = OdeNumber<Place>;

    fn part<Place: Unsigned + 'static>(key: ClosureKey, count: usize, _: Size) -> OdeNumber<Place> {
        OdeNumber::new(key, count)
    }
}

impl<Length: Dimension> StateShape for Vector<Length> {
    type Values<Count: Dimension> = Matrix<Count, Length>;
    type Part<Place: Unsigned + 'static> = Carry<OfState, Self>;

    fn part<Place: Unsigned + 'static>(key: ClosureKey, count: usize, size: Size) -> Carry<OfState, Self> {
        Carry::new(key, (Place::USIZE, count), Sides::of_shape::<Self>(size))
    }
}

impl<Rows: Dimension, Columns: Dimension> StateShape for Matrix<Rows, Columns> {
    type Values<Count: Dimension> = Matrix<Count, Dyn>;
    type Part<Place: Unsigned + 'static> = Carry<OfState, Self>;

    fn part<Place: Unsigned + 'static>(key: ClosureKey, count: usize, size: Size) -> Carry<OfState, Self> {
        Carry::new(key, (Place::USIZE, count), Sides::of_shape::<Self>(size))
    }
}

impl<N: Expression<Shape: StateShape>> InitialState for Expr<N> {
    type State = Expr<<N::Shape as StateShape>::Part<U0>>;
    type Value<Count: Dimension> = <N::Shape as StateShape>::Values<Count>;

    fn state(self, key: ClosureKey) -> Self::State {
        Expr(<N::Shape as StateShape>::part::<U0>(key, 1, self.0.size()))
    }
}

impl InitialState for f64 {
    type State = Expr<OdeNumber<U0>>;
    type Value<Count: Dimension> = Vector<Count>;

    fn state(self, key: ClosureKey) -> Self::State {
        self.into_expr().state(key)
    }
}

impl<N: Expression<Shape: NextOf<Scalar>>> RowStepOf<f64> for Expr<N> {}

/// Implements [`InitialState`] for tuples: their length, then for each place the type of an initial value,
/// the place, and the place as a type.
macro_rules! several {
    ($count:literal: $($First:ident $place:tt $Place:ty),*) => {
        impl<$($First: IntoExpr<Node: Expression<Shape: StateShape>>),*> InitialState for ($($First,)*) {
            type State = ($(Expr<<<$First::Node as Expression>::Shape as StateShape>::Part<$Place>>,)*);
            type Value<Count: Dimension> = Matrix<Count, Dyn>;

            fn state(self, key: ClosureKey) -> Self::State {
                ($({
                    let size = self.$place.into_expr().0.size();
                    Expr(
                        <<$First::Node as Expression>::Shape as StateShape>::part::<$Place>(key, $count, size)
                    )
                },)*)
            }
        }
    };
}

several!(2: A 0 U0, B 1 U1);
several!(3: A 0 U0, B 1 U1, C 2 U2);
several!(4: A 0 U0, B 1 U1, C 2 U2, D 3 U3);
