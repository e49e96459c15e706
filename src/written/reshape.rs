//! The elements of an expression in rows and columns of other lengths. The maths is in
//! [`node::Reshape`](crate::node::Reshape).

use super::{Describe, Expression, Stored};
use crate::compile::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Shape, Sides, Size};
use core::marker::PhantomData;

/// The elements of `N`, row after row, as a value of the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Reshape<N, Sh> {
    source: Stored<N>,
    size: Size,
    shape: PhantomData<fn() -> Sh>,
}

impl<N: Expression, Sh: Shape> Reshape<N, Sh> {
    /// Gives an expression other sides.
    pub(crate) fn new(source: N, size: Size) -> Self {
        Self { source: Stored::new(source), size, shape: PhantomData }
    }
}

impl<N: Expression, Sh: Shape> Expression for Reshape<N, Sh> {
    type Shape = Sh;
    type Bound = node::Reshape<N::Bound, Sh>;

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.size)
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind(compiler)?;
        compiler.context().check_counts(&self.source, &self)?;
        Ok(node::Reshape::new(source, self.size))
    }
}

impl<N: Expression, Sh: Shape> Describe for Reshape<N, Sh> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        if Sh::IS_MATRIX {
            text.push_str(&format!(".reshape({}, {})", self.size.rows, self.size.columns));
        } else {
            text.push_str(".flatten()");
        }
    }
}

impl<N: Expression, Sh: Shape> RowFacts for Reshape<N, Sh> {}
