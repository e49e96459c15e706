//! A vector repeated as every row of a matrix. The maths is in [`node::Tiled`](crate::node::Tiled).

use super::{Describe, Expression, Stored};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;

/// The vector `N` read as the rows of a matrix of shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Tiled<N, Sh> {
    row: Stored<N>,
    shape: PhantomData<fn() -> Sh>,
}

impl<N: Expression, Sh> Tiled<N, Sh> {
    /// Repeats a vector.
    pub(crate) fn new(row: N) -> Self {
        Self { row: Stored::new(row), shape: PhantomData }
    }
}

impl<N: Expression, Sh: Shape> Expression for Tiled<N, Sh> {
    type Shape = Sh;
    type Bound = node::Tiled<N::Bound, Sh>;
    type Erased = Tiled<N::Erased, Sh>;

    fn erase(self) -> Self::Erased {
        Tiled { row: self.row.erase(), shape: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::rows_of(self.row.count())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let row = self.row.bind(compiler)?;
        compiler.context().check_not_empty(&self.row)?;
        Ok(node::Tiled::new(row, compiler))
    }
}

impl<N: Expression, Sh: Shape> Describe for Tiled<N, Sh> {
    fn describe(&self, text: &mut String) {
        self.row.describe(text);
    }
}

impl<N: Expression, Sh: Shape> RowFacts for Tiled<N, Sh> {}
