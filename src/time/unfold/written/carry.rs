//! A value of earlier steps, which the step of a scan or the law of a process reads; and the state that the
//! right-hand side of a differential equation reads.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler};
use crate::contract::expression::{Describe, Expression, expression};
use crate::contract::node::BoundNode;
use crate::erase::Erase;
use crate::error::Error;
use crate::sealed::Sealed;
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;

/// The reason why `lag(0)` of a scan is refused.
pub(super) const NO_LAG: &str =
    "`lag(0)` is what the step computes; the latest value that it can read is `lag(1)`";

/// The kind of a carry, which determines how its values are bound.
pub trait Carried: Sealed + Copy + Send + Sync + 'static {
    /// The letter of the carry in texts.
    const LETTER: char;

    /// The node that reads a value of the carry.
    type Bound<Sh: Shape>: BoundNode + Erase<Erased = Self::Bound<Sh>>;

    /// Returns the node of a value of the carry.
    fn bind<Sh: Shape>(carry: Carry<Self, Sh>, compiler: &mut Compiler) -> Result<Self::Bound<Sh>, Error>;
}

/// A value of a carry of the kind `Of`, some steps back.
#[derive(Clone, Copy, Debug)]
pub struct Carry<Of, Sh> {
    pub(in crate::time) key: ClosureKey,
    /// The index of the value in the carry, and the number of values.
    pub(in crate::time) number: (usize, usize),
    pub(in crate::time) lag: usize,
    pub(in crate::time) sides: Sides,
    shape: PhantomData<fn() -> (Of, Sh)>,
}

impl<Of: Carried, Sh: Shape> Carry<Of, Sh> {
    /// Returns the value at the previous step of one value of the carry, which has these sides in each step.
    pub(crate) fn new(key: ClosureKey, number: (usize, usize), sides: Sides) -> Self {
        Self { key, number, lag: 1, sides, shape: PhantomData }
    }

    /// Returns the same value of the carry `lag` steps back.
    pub(crate) fn with_lag(self, lag: usize) -> Self {
        Self { lag, ..self }
    }
}

impl<Of: Carried, Sh: Shape> Expression for Carry<Of, Sh> {
    type Shape = Sh;
    type Bound = Of::Bound<Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        self.sides
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Of::bind(self, compiler)
    }
}

impl<Of: Carried, Sh: Shape> Describe for Carry<Of, Sh> {
    fn describe(&self, text: &mut String) {
        describe_carry::<Of>(self.number, text);
        if self.lag > 1 {
            text.push_str(&format!(".lag({})", self.lag));
        }
    }
}

impl<Of, Sh> RowFacts for Carry<Of, Sh> {}

/// Appends the text of a value of the carry, with its index if the carry has several values.
pub(crate) fn describe_carry<Of: Carried>(number: (usize, usize), text: &mut String) {
    text.push(Of::LETTER);
    if let (number, 2..) = number {
        text.push_str(&(number + 1).to_string());
    }
}

expression! {
    [Of, Sh] Carry<Of, Sh>;
}
