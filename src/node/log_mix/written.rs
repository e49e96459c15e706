//! A mixture of log densities, element by element. The maths is in [`BoundLogMix`](crate::node::BoundLogMix).

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context, Key};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, Lists};
use crate::error::Error;
use crate::node::{BoundLogMix, broken};
use crate::probabilities::sum_of_known;
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;

/// The mixture of the log densities `L`, each with its weight in `W`. Log densities and weights have the
/// shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct LogMix<W, L, Sh> {
    weights: W,
    parts: L,
    /// The length of the vector whose elements are the weights, if they are elements of a vector.
    given: Option<usize>,
    shape: PhantomData<fn() -> Sh>,
}

impl<W: Lists, L: Lists, Sh: Shape> LogMix<W, L, Sh> {
    /// Mixes log densities.
    pub(crate) fn new(weights: W, parts: L, given: Option<usize>) -> Self {
        const { assert!(W::COUNT == L::COUNT, "monomorph: a mixture needs one weight for each component") }
        Self { weights, parts, given, shape: PhantomData }
    }
}

impl<W: Lists, L: Lists, Sh: Shape> LogMix<W, L, Sh> {
    /// The sums of the weights in each row, or one sum for all rows, as far as the weights are data; `None`
    /// if the sums are 1.
    fn sums_of_weights(&self, context: &Context) -> Result<Option<Vec<f64>>, Error> {
        // The weights are elements of a vector, which is checked as a whole.
        if self.given.is_some() {
            return Ok(None);
        }
        let rows = Sides::common(&self.weights.all_sides()).length();
        let sums = (0..rows.unwrap_or(1)).map(|row| {
            sum_of_known(self.weights.all_known(row)).map_err(|fault| {
                let of_row = rows.map_or_else(String::new, |_| format!(" in row {row}"));
                broken(context, fault, &format!("the weights of the mixture{of_row}"))
            })
        });
        let sums = sums.collect::<Result<Vec<f64>, Error>>()?;
        Ok(sums.iter().any(|&sum| sum != 1.0).then_some(sums))
    }
}

/// Makes the names of the parts or weights in messages.
fn name_of(what: &str) -> impl Fn(usize) -> String {
    move |place| format!("{what} {place} of the mixture")
}

impl<W: Lists, L: Lists, Sh: Shape> Expression for LogMix<W, L, Sh> {
    type Shape = Sh;
    type Bound = BoundLogMix<W::Bound, L::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::common(&self.parts.all_sides()).or(Sides::common(&self.weights.all_sides()))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let (components, weights) = ("the mixture's list of components", "the vector of weights");
        compiler.context().check_same_length(
            components,
            L::COUNT,
            weights,
            self.given.unwrap_or(L::COUNT),
        )?;
        let weights = match self.sums_of_weights(compiler.context())? {
            None => self.weights.bind_all(compiler, name_of("weight"))?,
            Some(sums) => {
                let divisor = |row: usize| sums[row.min(sums.len() - 1)];
                self.weights.bind_all_divided(&divisor, compiler, name_of("weight"))?
            }
        };
        let parts = self.parts.bind_all(compiler, name_of("component"))?;
        let sides: Vec<_> = self.weights.all_sides().into_iter().chain(self.parts.all_sides()).collect();
        let name = |place: usize| match place.checked_sub(W::COUNT) {
            None => name_of("weight")(place),
            Some(place) => name_of("component")(place),
        };
        let sides = compiler.context().common_sides(&sides, &name)?;
        Ok(BoundLogMix { weights, parts, sides, shape: PhantomData })
    }
}

impl<W: Lists, L: Lists, Sh: Shape> Describe for LogMix<W, L, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str("mixture((");
        self.weights.describe_all(text);
        text.push_str("), (");
        self.parts.describe_all(text);
        text.push_str("))");
    }
}

impl<W: Lists, L: Lists, Sh: Shape> RowFacts for LogMix<W, L, Sh> {
    fn key(&self, row: usize, key: &mut Key) {
        self.weights.key_all(row, key);
        self.parts.key_all(row, key);
    }
}

expression! {
    [W, L, Sh] LogMix<W, L, Sh>;
}
