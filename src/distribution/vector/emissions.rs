//! The log densities of observations under the law of each hidden state, in a matrix with a row for each
//! state.

use crate::contract::expression::Expression;
use crate::matrix::StackRows;
use crate::node::{StackEach, Stored, Whole};
use crate::sealed::{OfMixtures, Sealed};
use crate::shape::{Dyn, Matrix, VectorShape};

/// The log densities of several laws, which can be the rows of a matrix.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of log densities of single observations",
    note = "the emissions of a hidden Markov model are a tuple or an array of laws of single observations, one for each state, or \
            `components(count, |k| …)`"
)]
pub trait Stacked: Sealed<OfMixtures> {
    /// The matrix.
    type Matrix: Expression<Shape = Matrix<Dyn, Dyn>>;

    /// Returns the matrix.
    fn stacked(self) -> Self::Matrix;
}

impl<N> Sealed<OfMixtures> for StackEach<N> {}

impl<N: Expression> Stacked for StackEach<N>
where
    N::Shape: VectorShape,
{
    type Matrix = Self;

    fn stacked(self) -> Self {
        self
    }
}

impl<N: Expression, const COUNT: usize> Stacked for [N; COUNT]
where
    N::Shape: VectorShape,
{
    type Matrix = Whole<StackRows, [Stored<N>; COUNT], Matrix<Dyn, Dyn>>;

    fn stacked(self) -> Self::Matrix {
        Whole::new(StackRows::of_vectors(COUNT), self.map(Stored::new))
    }
}

macro_rules! stacked {
    ($count:literal: $($N:ident $place:tt),*) => {
        impl<$($N: Expression<Shape: VectorShape>),*> Stacked for ($($N,)*) {
            type Matrix = Whole<StackRows, ($(Stored<$N>,)*), Matrix<Dyn, Dyn>>;

            fn stacked(self) -> Self::Matrix {
                Whole::new(StackRows::of_vectors($count), ($(Stored::new(self.$place),)*))
            }
        }
    };
}

stacked!(2: A 0, B 1);
stacked!(3: A 0, B 1, D 2);
stacked!(4: A 0, B 1, D 2, E 3);
stacked!(5: A 0, B 1, D 2, E 3, F 4);
stacked!(6: A 0, B 1, D 2, E 3, F 4, G 5);
