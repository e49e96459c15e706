//! A run of elements of a vector. The maths is in [`node::Slice`](crate::node::Slice).

use super::{Describe, Expression, Stored};
use crate::compile::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Dyn, Sides, Vector};
use core::ops::Range;

/// The elements of `N` from a start up to, and without, an end.
#[derive(Clone, Copy, Debug)]
pub struct Slice<N> {
    source: Stored<N>,
    start: usize,
    end: usize,
}

impl<N: Expression> Slice<N> {
    /// Takes a run of elements.
    pub(crate) fn new(source: N, range: Range<usize>) -> Self {
        Self { source: Stored::new(source), start: range.start, end: range.end }
    }

    /// The number of elements.
    fn length(&self) -> usize {
        self.end.saturating_sub(self.start)
    }
}

impl<N: Expression> Expression for Slice<N> {
    type Shape = Vector<Dyn>;
    type Bound = node::Slice<N::Bound>;

    fn sides(&self) -> Sides {
        Sides::vector(self.length())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind(compiler)?;
        if self.start < self.end {
            compiler.context().check_index(&self, None, self.end - 1, self.source.count())?;
        }
        Ok(node::Slice::new(source, self.start, self.length()))
    }
}

impl<N: Expression> Describe for Slice<N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(&format!(".slice({}..{})", self.start, self.end));
    }
}

impl<N: Expression> RowFacts for Slice<N> {}
