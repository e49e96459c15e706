//! One element of a vector. The maths is in [`node::Element`](crate::node::Element).

use super::{Describe, Expression, Stored};
use crate::compile::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Scalar, Sides};

/// The element of `N` at an index, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Element<N> {
    source: Stored<N>,
    index: usize,
}

impl<N: Expression> Element<N> {
    /// Picks an element.
    pub(crate) fn new(source: N, index: usize) -> Self {
        Self { source: Stored::new(source), index }
    }
}

impl<N: Expression> Expression for Element<N> {
    type Shape = Scalar;
    type Bound = node::Element<N::Bound>;

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind(compiler)?;
        compiler.context().check_index(&self, None, self.index, self.source.count())?;
        Ok(node::Element::new(source, self.index))
    }
}

impl<N: Expression> Describe for Element<N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(&format!(".at({})", self.index));
    }
}

impl<N: Expression> RowFacts for Element<N> {}
