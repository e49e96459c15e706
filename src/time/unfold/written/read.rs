//! The expressions that a step reads: its carry, the history of it, and inputs.

use super::Carried;
use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler};
use crate::contract::expression::{Describe, Expression, expression};
use crate::error::Error;
use crate::node::Stored;
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;

/// A value of a carry that is made of `Of`, some steps back.
#[derive(Clone, Copy, Debug)]
pub struct Carry<Of, Sh> {
    pub(super) key: ClosureKey,
    /// The number of the value of the carry, and the number of values.
    pub(super) number: (usize, usize),
    pub(super) lag: usize,
    pub(super) sides: Sides,
    shape: PhantomData<fn() -> (Of, Sh)>,
}

impl<Of: Carried, Sh: Shape> Carry<Of, Sh> {
    /// The value of one step back of a value of the carry, which has these sides in a step.
    pub(crate) fn new(key: ClosureKey, number: (usize, usize), sides: Sides) -> Self {
        Self { key, number, lag: 1, sides, shape: PhantomData }
    }

    /// The value of `lag` steps back.
    pub(crate) fn with_lag(self, lag: usize) -> Self {
        Self { lag, ..self }
    }
}

impl<Of: Carried, Sh: Shape> Expression for Carry<Of, Sh> {
    type Shape = Sh;
    type Bound = Of::Carry<Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        self.sides
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Of::bind_carry(self, compiler)
    }
}

/// Appends a value of the carry, of which there are some, as a step reads it.
pub(crate) fn describe_carry(number: (usize, usize), lag: usize, text: &mut String) {
    match number {
        (_, 1) => text.push('s'),
        (number, _) => text.push_str(&format!("s{}", number + 1)),
    }
    if lag > 1 {
        text.push_str(&format!(".lag({lag})"));
    }
}

impl<Of: Carried, Sh: Shape> Describe for Carry<Of, Sh> {
    fn describe(&self, text: &mut String) {
        describe_carry(self.number, self.lag, text);
    }
}

impl<Of, Sh> RowFacts for Carry<Of, Sh> {}

/// The sum of all earlier values of a value of the carry, weighted by `W`.
#[derive(Clone, Copy, Debug)]
pub struct History<W, Of, Sh> {
    pub(super) carry: Carry<Of, Sh>,
    pub(super) weights: Stored<W>,
}

impl<W: Expression, Of: Carried, Sh: Shape> History<W, Of, Sh> {
    /// The sum of the values of a carry.
    pub(crate) fn new(carry: Carry<Of, Sh>, weights: W) -> Self {
        Self { carry, weights: Stored::new(weights) }
    }
}

impl<W: Expression, Of: Carried, Sh: Shape> Expression for History<W, Of, Sh> {
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

impl<W: Expression, Of: Carried, Sh: Shape> Describe for History<W, Of, Sh> {
    fn describe(&self, text: &mut String) {
        self.carry.describe(text);
        text.push_str(".dot_reversed(");
        self.weights.describe(text);
        text.push(')');
    }
}

impl<W, Of, Sh> RowFacts for History<W, Of, Sh> {}

/// The part of the input `N` that a step reads, which has the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Input<N, Of, Sh> {
    pub(super) key: ClosureKey,
    /// The number of the input.
    pub(super) number: usize,
    source: N,
    shape: PhantomData<fn() -> (Of, Sh)>,
}

impl<N: Expression, Of: Carried, Sh: Shape> Input<N, Of, Sh> {
    /// The input with a number.
    pub(crate) fn new(key: ClosureKey, number: usize, source: N) -> Self {
        Self { key, number, source, shape: PhantomData }
    }
}

impl<N: Expression, Of: Carried, Sh: Shape> Expression for Input<N, Of, Sh> {
    type Shape = Sh;
    type Bound = Of::Input<N::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Of::sides_of_input::<Sh>(self.source.sides())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Of::bind_input(self, compiler)
    }
}

impl<N: Expression, Of: Carried, Sh: Shape> Describe for Input<N, Of, Sh> {
    const PRECEDENCE: u8 = N::PRECEDENCE;

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
    }
}

impl<N, Of, Sh> RowFacts for Input<N, Of, Sh> {}

expression! {
    [Of, Sh] Carry<Of, Sh>;
    [W, Of, Sh] History<W, Of, Sh>;
    [N, Of, Sh] Input<N, Of, Sh>;
}
