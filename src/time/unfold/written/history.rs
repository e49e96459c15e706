//! A sum over all earlier values of the carry, which the step of a scan reads.

use super::{Carry, Unfolds};
use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::contract::expression::{Describe, Expression, expression};
use crate::error::Error;
use crate::node::Stored;
use crate::shape::{Shape, Sides};

/// The sum over all earlier steps of one value of the carry, weighted by `W`.
#[derive(Clone, Copy, Debug)]
pub struct History<W, Of, Sh> {
    carry: Carry<Of, Sh>,
    weights: Stored<W>,
}

impl<W: Expression, Of: Unfolds, Sh: Shape> History<W, Of, Sh> {
    /// Returns the sum over all earlier steps of a value of the carry, with these weights.
    pub(crate) fn new(carry: Carry<Of, Sh>, weights: W) -> Self {
        Self { carry, weights: Stored::new(weights) }
    }
}

impl<W: Expression, Of: Unfolds, Sh: Shape> Expression for History<W, Of, Sh> {
    type Shape = Sh;
    type Bound = Of::History<W::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        self.carry.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.context().check_not_empty(&self.weights)?;
        let weights = self.weights.bind(compiler)?;
        Of::bind_history(self.carry, weights, compiler)
    }
}

impl<W: Expression, Of: Unfolds, Sh: Shape> Describe for History<W, Of, Sh> {
    fn describe(&self, text: &mut String) {
        self.carry.describe(text);
        text.push_str(".dot_reversed(");
        self.weights.describe(text);
        text.push(')');
    }
}

impl<W, Of, Sh> RowFacts for History<W, Of, Sh> {}

expression! {
    [W, Of, Sh] History<W, Of, Sh>;
}
