//! Several expressions that are bound together, as a tuple.

use crate::compiler::rewrite::AffineRow;
use crate::compiler::{Compiler, Key, Part};
use crate::contract::expression::{Expression, describe_operand};
use crate::contract::node::{List, Node, Tuple};
use crate::contract::sketch::ExpressionSketch;
use crate::erase::Erase;
use crate::error::Error;
use crate::frame::MAX_ARGUMENTS;
use crate::sealed::Sealed;
use crate::shape::{Sides, Size};
use core::array::from_fn;

/// A tuple of expressions, with the verbs of [`Expression`] on all of them.
pub trait Expressions: Sealed + Copy + Send + Sync {
    /// The nodes that compute the values.
    type Bound: Tuple + Erase<Erased: Tuple>;

    /// The expressions without names.
    type Erased: Expressions<Bound = <Self::Bound as Erase>::Erased>;

    /// The number of expressions.
    const COUNT: usize = <Self::Bound as List>::COUNT;

    /// The expressions without names.
    fn erase(self) -> Self::Erased;

    /// The known facts about the number of rows and of columns of each expression.
    fn sides(&self) -> [Sides; MAX_ARGUMENTS];

    /// The sizes of the expressions.
    fn sizes(&self) -> [Size; MAX_ARGUMENTS] {
        let sides = self.sides();
        from_fn(|place| if place < Self::COUNT { sides[place].size() } else { Size::default() })
    }

    /// Calls `bind` on each expression; `name(i)` names expression `i` in messages.
    fn bind<P: Into<Part>>(
        self,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> P,
    ) -> Result<Self::Bound, Error> {
        self.bind_first_rows(usize::MAX, compiler, name)
    }

    /// Calls `bind_first_rows` on each expression; `name(i)` names expression `i` in messages.
    fn bind_first_rows<P: Into<Part>>(
        self,
        rows: usize,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> P,
    ) -> Result<Self::Bound, Error>;

    /// Calls `bind_coefficients` on the expression at `place` and on columns of data, and `bind` on the
    /// others; `name(i)` names expression `i` in messages.
    fn bind_coefficients(
        self,
        place: usize,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> String,
    ) -> Result<Self::Bound, Error>;

    /// Calls `bind_divided` on each expression; `name(i)` names expression `i` in messages.
    fn bind_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
        name: impl Fn(usize) -> String,
    ) -> Result<Self::Bound, Error>;

    /// The sketches of the expressions for the graph.
    fn parts(&self) -> Vec<ExpressionSketch>;

    /// Appends one expression, in brackets if it needs them before the dot of a method call.
    fn describe_one(&self, place: usize, text: &mut String);

    /// Appends the expressions, separated by commas, without the first `skip`.
    fn describe(&self, skip: usize, text: &mut String);

    /// The value of an expression in a row, if the expression is numbers.
    fn datum(&self, place: usize, row: usize) -> Option<f64>;

    /// The value of an expression in a row, if it follows from data.
    fn known(&self, place: usize, row: usize) -> Option<f64>;

    /// Adds to `key` the data by which a row of the expressions in `places` differs from other rows.
    fn key(&self, places: [bool; MAX_ARGUMENTS], row: usize, key: &mut Key);

    /// Adds a row of the affine form of one expression.
    fn affine(&self, place: usize, row: usize, form: &mut AffineRow);
}

/// Implements [`Expressions`] for the tuple of these expressions, given the type and the place of each.
macro_rules! expressions {
    ($($Item:ident $place:tt),*) => {
        #[allow(unused_variables, unused_mut, clippy::unused_unit)]
        impl<$($Item: Expression),*> Expressions for ($($Item,)*) {
            type Bound = ($($Item::Bound,)*);
            type Erased = ($($Item::Erased,)*);

            fn erase(self) -> Self::Erased {
                ($(self.$place.erase(),)*)
            }

            fn sides(&self) -> [Sides; MAX_ARGUMENTS] {
                let mut sides = [Sides::UNKNOWN; MAX_ARGUMENTS];
                $(sides[$place] = self.$place.sides();)*
                sides
            }

            fn bind_first_rows<P: Into<Part>>(
                self,
                rows: usize,
                compiler: &mut Compiler,
                name: impl Fn(usize) -> P,
            ) -> Result<Self::Bound, Error> {
                Ok(($({
                    compiler.start_part(name($place));
                    self.$place.bind_first_rows(rows, compiler)?
                },)*))
            }

            fn bind_coefficients(
                self,
                place: usize,
                compiler: &mut Compiler,
                name: impl Fn(usize) -> String,
            ) -> Result<Self::Bound, Error> {
                Ok(($({
                    compiler.start_part(name($place));
                    let is_column = const {
                        let facts = <$Item::Bound as Node>::FACTS;
                        facts.is_datum && !facts.is_splat
                    };
                    if $place == place || is_column {
                        self.$place.bind_coefficients(compiler)?
                    } else {
                        self.$place.bind(compiler)?
                    }
                },)*))
            }

            fn bind_divided(
                self,
                divisor: &dyn Fn(usize) -> f64,
                compiler: &mut Compiler,
                name: impl Fn(usize) -> String,
            ) -> Result<Self::Bound, Error> {
                Ok(($({
                    compiler.start_part(name($place));
                    self.$place.bind_divided(divisor, compiler)?
                },)*))
            }

            fn parts(&self) -> Vec<ExpressionSketch> {
                vec![$(ExpressionSketch::of(&self.$place)),*]
            }

            fn describe_one(&self, place: usize, text: &mut String) {
                $(if $place == place {
                    describe_operand(&self.$place, 3, text);
                })*
            }

            fn describe(&self, skip: usize, text: &mut String) {
                $(if $place >= skip {
                    if $place != skip {
                        text.push_str(", ");
                    }
                    self.$place.describe(text);
                })*
            }

            fn datum(&self, place: usize, row: usize) -> Option<f64> {
                match place {
                    $($place => self.$place.datum(row),)*
                    _ => None,
                }
            }

            fn known(&self, place: usize, row: usize) -> Option<f64> {
                match place {
                    $($place => self.$place.known(row),)*
                    _ => None,
                }
            }

            fn key(&self, places: [bool; MAX_ARGUMENTS], row: usize, key: &mut Key) {
                $(if places[$place] {
                    self.$place.key(row, key);
                })*
            }

            fn affine(&self, place: usize, row: usize, form: &mut AffineRow) {
                $(if $place == place {
                    self.$place.affine(row, 1.0, form);
                })*
            }
        }
    };
}

expressions!();
expressions!(A 0);
expressions!(A 0, B 1);
expressions!(A 0, B 1, D 2);
expressions!(A 0, B 1, D 2, E 3);
expressions!(A 0, B 1, D 2, E 3, F 4);
expressions!(A 0, B 1, D 2, E 3, F 4, G 5);
expressions!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, J 7);
