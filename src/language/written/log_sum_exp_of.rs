//! The logarithm of a sum of exponentials of several expressions, element by element. The maths is in
//! [`node::LogSumExpOf`](crate::node::LogSumExpOf).

use super::{Describe, Expression, Lists};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::{Key, RowFacts};
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;

/// log Σ exp of the terms `L`, which all fit the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct LogSumExpOf<L, Sh> {
    terms: L,
    shape: PhantomData<fn() -> Sh>,
}

impl<L: Lists, Sh: Shape> LogSumExpOf<L, Sh> {
    /// Adds up exponentials.
    pub(crate) fn new(terms: L) -> Self {
        Self { terms, shape: PhantomData }
    }
}

/// The name of a term in messages.
fn name_of(place: usize) -> String {
    format!("term {place} of log_sum_exp_of")
}

impl<L: Lists, Sh: Shape> Expression for LogSumExpOf<L, Sh> {
    type Shape = Sh;
    type Bound = node::LogSumExpOf<L::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::common(&self.terms.all_sides())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let terms = self.terms.bind_all(compiler, name_of)?;
        let sides = compiler.context().common_sides(&self.terms.all_sides(), &name_of)?;
        Ok(node::LogSumExpOf { terms, sides, shape: PhantomData })
    }
}

impl<L: Lists, Sh: Shape> Describe for LogSumExpOf<L, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str("log_sum_exp_of((");
        self.terms.describe_all(text);
        text.push_str("))");
    }
}

impl<L: Lists, Sh: Shape> RowFacts for LogSumExpOf<L, Sh> {
    fn key(&self, row: usize, key: &mut Key) {
        self.terms.key_all(row, key);
    }
}
