//! The expressions that differ between the components of a mixture that has them by number: the number k of a
//! component, and the element at k of a vector. The maths is in
//! [`node::ComponentElement`](crate::node::ComponentElement).

use super::{Describe, Expression, Stored};
use crate::binding::{ClosureKey, Compiler};
use crate::error::Error;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Scalar, Sides};

/// The number of a component, counted from 0: what the closure of
/// [`components`](crate::distribution::components) gets.
#[derive(Clone, Copy, Debug)]
pub struct ComponentIndex {
    /// The components that it counts.
    key: ClosureKey,
}

impl ComponentIndex {
    /// The number of a component of others than there have been.
    pub(crate) fn unique() -> Self {
        Self { key: ClosureKey::unique() }
    }

    /// Claims the place where the number stands of that one of `count` components which is being evaluated.
    pub(super) fn claim(self, count: usize, compiler: &mut Compiler) -> node::ComponentIndex {
        node::ComponentIndex::claim(self.key, count, compiler)
    }
}

impl Expression for ComponentIndex {
    type Shape = Scalar;
    type Bound = node::ComponentIndex;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.component(self.key)
    }
}

impl Describe for ComponentIndex {
    fn describe(&self, text: &mut String) {
        text.push('k');
    }
}

impl RowFacts for ComponentIndex {}

/// The element of `N` that belongs to the component.
#[derive(Clone, Copy, Debug)]
pub struct ComponentElement<N> {
    source: Stored<N>,
    index: ComponentIndex,
}

impl<N: Expression> ComponentElement<N> {
    /// The element of a vector that belongs to the component.
    pub(crate) fn new(source: N, index: ComponentIndex) -> Self {
        Self { source: Stored::new(source), index }
    }

    /// The expression to which the elements belong.
    #[cfg(feature = "random")]
    pub(crate) fn source(&self) -> &N {
        self.source.source()
    }
}

impl<N: Expression> Expression for ComponentElement<N> {
    type Shape = Scalar;
    type Bound = node::ComponentElement<N::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind(compiler)?;
        let index = self.index.bind(compiler)?;
        compiler.context().check_index(&self, None, index.last(), self.source.count())?;
        Ok(node::ComponentElement { source, index })
    }
}

impl<N: Expression> Describe for ComponentElement<N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".at(k)");
    }
}

impl<N: Expression> RowFacts for ComponentElement<N> {}
