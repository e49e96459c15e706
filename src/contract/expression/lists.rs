//! The weights or the components of a mixture, or the terms of a sum: a tuple of different expressions, or
//! an array, of any length, of expressions of one type.

use crate::compiler::{Compiler, Key};
use crate::contract::expression::{Expression, Expressions};
use crate::contract::node::List;
use crate::contract::sketch::ExpressionSketch;
use crate::error::Error;
use crate::frame::MAX_ARGUMENTS;
use crate::sealed::Sealed;
use crate::shape::Sides;

/// A list of expressions, with the verbs of [`Expression`] on all of them.
pub trait Lists: Sealed + Copy + Send + Sync {
    /// The nodes that compute the values.
    type Bound: List;

    /// The number of expressions.
    const COUNT: usize = <Self::Bound as List>::COUNT;

    /// The known facts about the number of rows and of columns of each expression.
    fn all_sides(&self) -> Vec<Sides>;

    /// The sketches of the expressions for the graph.
    fn all_parts(&self) -> Vec<ExpressionSketch>;

    /// Appends the expressions, separated by commas.
    fn describe_all(&self, text: &mut String);

    /// Calls `bind` on each expression; `name(i)` names expression `i` in messages.
    fn bind_all(self, compiler: &mut Compiler, name: impl Fn(usize) -> String) -> Result<Self::Bound, Error>;

    /// Calls `bind_divided` on each expression; `name(i)` names expression `i` in messages.
    fn bind_all_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> String,
    ) -> Result<Self::Bound, Error>;

    /// The value of each expression in a row, if it follows from data.
    fn all_known(&self, row: usize) -> Vec<Option<f64>>;

    /// Adds to `key` the data by which a row differs from other rows.
    fn key_all(&self, row: usize, key: &mut Key);
}

/// Implements [`Lists`] for the tuple of these expressions.
macro_rules! lists {
    ($($Item:ident)+) => {
        impl<$($Item: Expression),+> Lists for ($($Item,)+) {
            type Bound = <Self as Expressions>::Bound;

            fn all_sides(&self) -> Vec<Sides> {
                self.sides()[..<Self as Expressions>::COUNT].to_vec()
            }

            fn all_parts(&self) -> Vec<ExpressionSketch> {
                self.parts()
            }

            fn describe_all(&self, text: &mut String) {
                self.describe(0, text);
            }

            fn bind_all(
                self,
                compiler: &mut Compiler,
                name: impl Fn(usize) -> String,
            ) -> Result<<Self as Lists>::Bound, Error> {
                self.bind(compiler, name)
            }

            fn bind_all_divided(
                self,
                divisor: &dyn Fn(usize) -> f64,
                compiler: &mut Compiler,
                name: impl Fn(usize) -> String,
            ) -> Result<<Self as Lists>::Bound, Error> {
                self.bind_divided(divisor, compiler, name)
            }

            fn all_known(&self, row: usize) -> Vec<Option<f64>> {
                (0..<Self as Expressions>::COUNT).map(|place| self.known(place, row)).collect()
            }

            fn key_all(&self, row: usize, key: &mut Key) {
                self.key([true; MAX_ARGUMENTS], row, key);
            }
        }
    };
}

lists!(A);
lists!(A B);
lists!(A B D);
lists!(A B D E);
lists!(A B D E F);
lists!(A B D E F G);
