//! An input, which the step of a scan reads.

use super::Unfolds;
use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler};
use crate::contract::expression::{Describe, Expression, expression};
use crate::error::Error;
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;

/// The part of the input `N` that a step reads, which has the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Input<N, Of, Sh> {
    pub(super) key: ClosureKey,
    /// The index of the input.
    pub(super) number: usize,
    source: N,
    shape: PhantomData<fn() -> (Of, Sh)>,
}

impl<N: Expression, Of: Unfolds, Sh: Shape> Input<N, Of, Sh> {
    /// Returns the input with an index.
    pub(crate) fn new(key: ClosureKey, number: usize, source: N) -> Self {
        Self { key, number, source, shape: PhantomData }
    }
}

impl<N: Expression, Of: Unfolds, Sh: Shape> Expression for Input<N, Of, Sh> {
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

impl<N: Expression, Of: Unfolds, Sh: Shape> Describe for Input<N, Of, Sh> {
    const PRECEDENCE: u8 = N::PRECEDENCE;

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
    }
}

impl<N, Of, Sh> RowFacts for Input<N, Of, Sh> {}

expression! {
    [N, Of, Sh] Input<N, Of, Sh>;
}
