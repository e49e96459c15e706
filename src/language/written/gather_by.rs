//! The elements of a vector that discrete parameters name by their indices. The maths is in
//! [`node::GatherBy`](crate::node::GatherBy).

use super::{Describe, Expression, Stored};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::Sides;
use crate::support::Integers;

/// The elements of `N` that the whole numbers `I` name, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct GatherBy<N, I> {
    source: Stored<N>,
    index: I,
    /// The numbers that the index may be, if it is an element of a parameter.
    range: Option<Integers>,
}

impl<N: Expression, I: Expression> GatherBy<N, I> {
    /// Indexes a vector.
    pub(crate) fn new(source: N, index: I) -> Self {
        Self { source: Stored::new(source), index, range: None }
    }

    /// Indexes a vector by elements of a parameter with these values.
    pub(crate) fn within(source: N, index: I, range: Integers) -> Self {
        Self { range: Some(range), ..Self::new(source, index) }
    }

    /// Checks that the vector has an element for each value.
    fn check(&self, compiler: &Compiler) -> Result<(), Error> {
        let Some((lowest, highest)) = self.range.and_then(Integers::ends) else { return Ok(()) };
        let what = || {
            let mut text = String::from("a value of ");
            self.index.describe(&mut text);
            text
        };
        let length = self.source.count();
        compiler.context().check_index_of(what, None, lowest, length)?;
        compiler.context().check_index_of(what, None, highest, length).map(|_| ())
    }
}

impl<N: Expression, I: Expression> Expression for GatherBy<N, I> {
    type Shape = I::Shape;
    type Bound = node::GatherBy<N::Bound, I::Bound>;
    type Erased = GatherBy<N::Erased, I::Erased>;

    fn erase(self) -> Self::Erased {
        GatherBy { source: self.source.erase(), index: self.index.erase(), range: self.range }
    }

    fn sides(&self) -> Sides {
        self.index.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.check(compiler)?;
        Ok(node::GatherBy::new(self.source.bind(compiler)?, self.index.bind(compiler)?))
    }
}

impl<N: Expression, I: Expression> Describe for GatherBy<N, I> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".at(");
        self.index.describe(text);
        text.push(')');
    }
}

impl<N: Expression, I: Expression> RowFacts for GatherBy<N, I> {}
