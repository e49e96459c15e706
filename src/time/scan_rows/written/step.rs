//! The expressions that the step of a vector that unfolds in time reads: its carry, the history of it, and
//! inputs. The maths is in [`BoundRowCarry`](crate::time::BoundRowCarry) and
//! [`BoundRowHistory`](crate::time::BoundRowHistory).

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler, OpenRowScan};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::error::Error;
use crate::node::Stored;
use crate::shape::{Shape, Sides, Size};
use crate::simd::MAX_LANES;
use crate::time::scan::written::{NO_LAG, describe_carry};
use crate::time::{BoundRowCarry, BoundRowHistory, BoundRowInput, HISTORY_STEPS, HistoryMemory};
use core::marker::PhantomData;

/// A value of the carry, some steps back.
#[derive(Clone, Copy, Debug)]
pub struct RowCarry<Sh> {
    key: ClosureKey,
    /// The number of the value of the carry, and the number of values.
    number: (usize, usize),
    lag: usize,
    size: Size,
    shape: PhantomData<fn() -> Sh>,
}

impl<Sh: Shape> RowCarry<Sh> {
    /// The value of one step back of a value of the carry, which has this size.
    pub(crate) fn new(key: ClosureKey, number: (usize, usize), size: Size) -> Self {
        Self { key, number, lag: 1, size, shape: PhantomData }
    }

    /// The value of `lag` steps back.
    pub(crate) fn with_lag(self, lag: usize) -> Self {
        Self { lag, ..self }
    }
}

impl<Sh: Shape> Expression for RowCarry<Sh> {
    type Shape = Sh;
    type Bound = BoundRowCarry<Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.size)
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        if self.lag == 0 {
            return Err(compiler.context().refused("lag", NO_LAG.to_owned()));
        }
        let scan = compiler.row_scan(self.key)?;
        Ok(BoundRowCarry::new(scan.times, scan.parts[self.number.0], scan.width, self.lag, self.size))
    }
}

impl<Sh: Shape> Describe for RowCarry<Sh> {
    fn describe(&self, text: &mut String) {
        describe_carry(self.number, self.lag, text);
    }
}

impl<Sh> RowFacts for RowCarry<Sh> {}

/// The sum of all earlier values of a value of the carry, weighted by `W`.
#[derive(Clone, Copy, Debug)]
pub struct RowHistory<W, Sh> {
    carry: RowCarry<Sh>,
    weights: Stored<W>,
}

impl<W: Expression, Sh: Shape> RowHistory<W, Sh> {
    /// The sum of the values of a carry.
    pub(crate) fn new(carry: RowCarry<Sh>, weights: W) -> Self {
        Self { carry, weights: Stored::new(weights) }
    }
}

impl<W: Expression, Sh: Shape> Expression for RowHistory<W, Sh> {
    type Shape = Sh;
    type Bound = BoundRowHistory<W::Bound, Sh>;
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
        let RowCarry { key, number, size, .. } = self.carry;
        let OpenRowScan { times, width, ref parts, .. } = *compiler.row_scan(key)?;
        let part = parts[number.0];
        let stride = size.length().next_multiple_of(MAX_LANES);
        let blocks = times.count().div_ceil(HISTORY_STEPS);
        let memory = HistoryMemory {
            sums: compiler.scratch_of_rows(blocks * HISTORY_STEPS, stride),
            adjoints: compiler.scratch_of_rows(HISTORY_STEPS, stride),
            stride,
            weights: compiler.scratch(weights.count().saturating_add(HISTORY_STEPS - 1)),
        };
        Ok(BoundRowHistory::new(weights, times, (part, width), size, memory))
    }
}

impl<W: Expression, Sh: Shape> Describe for RowHistory<W, Sh> {
    fn describe(&self, text: &mut String) {
        self.carry.describe(text);
        text.push_str(".dot_reversed(");
        self.weights.describe(text);
        text.push(')');
    }
}

impl<W, Sh> RowFacts for RowHistory<W, Sh> {}

/// The part of the input `N` that belongs to a step.
#[derive(Clone, Copy, Debug)]
pub struct RowInput<N, Sh> {
    key: ClosureKey,
    /// The number of the input.
    number: usize,
    source: N,
    shape: PhantomData<fn() -> Sh>,
}

impl<N: Expression, Sh: Shape> RowInput<N, Sh> {
    /// The input with a number.
    pub(crate) fn new(key: ClosureKey, number: usize, source: N) -> Self {
        Self { key, number, source, shape: PhantomData }
    }

    fn size(&self) -> Size {
        Size::new(self.source.sides().columns.unwrap_or(1), 1)
    }
}

impl<N: Expression, Sh: Shape> Expression for RowInput<N, Sh> {
    type Shape = Sh;
    type Bound = BoundRowInput<N::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(Self::size(self))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let scan = compiler.row_scan(self.key)?;
        Ok(BoundRowInput::new(scan.times, scan.inputs[self.number], Self::size(&self)))
    }
}

impl<N: Expression, Sh: Shape> Describe for RowInput<N, Sh> {
    const PRECEDENCE: u8 = N::PRECEDENCE;

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
    }
}

impl<N, Sh> RowFacts for RowInput<N, Sh> {}

expression! {
    [Sh] RowCarry<Sh>;
    [W, Sh] RowHistory<W, Sh>;
    [N, Sh] RowInput<N, Sh>;
}
