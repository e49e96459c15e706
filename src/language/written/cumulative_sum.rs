//! The running sums of a vector. The maths is in [`node::CumulativeSum`](crate::node::CumulativeSum).

use super::{Describe, Expression, Stored};
use crate::binding::Compiler;
use crate::error::Error;
use crate::frame::Slot;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Extent, Sides};

/// The running sums of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct CumulativeSum<N> {
    vector: Stored<N>,
}

impl<N: Expression> CumulativeSum<N> {
    /// Adds up a vector.
    pub(crate) fn new(vector: N) -> Self {
        Self { vector: Stored::new(vector) }
    }

    /// The node that adds up in this slot, or in one of its own.
    fn bind_at(
        self,
        slot: Option<Slot>,
        compiler: &mut Compiler,
    ) -> Result<node::CumulativeSum<N::Bound>, Error> {
        let vector = compiler.arguments_in_order(|compiler| self.vector.bind(compiler))?;
        compiler.context().check_not_empty(&self.vector)?;
        let slot = slot.unwrap_or_else(|| compiler.slot_of(Extent::Vector(self.vector.count())));
        Ok(node::CumulativeSum::new(vector, slot))
    }
}

impl<N: Expression> Expression for CumulativeSum<N> {
    type Shape = N::Shape;
    type Bound = node::CumulativeSum<N::Bound>;
    type Erased = CumulativeSum<N::Erased>;

    fn erase(self) -> Self::Erased {
        CumulativeSum { vector: self.vector.erase() }
    }

    fn sides(&self) -> Sides {
        self.vector.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_at(None, compiler)
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_at(Some(slot), compiler)
    }
}

impl<N: Expression> Describe for CumulativeSum<N> {
    fn describe(&self, text: &mut String) {
        self.vector.describe(text);
        text.push_str(".cumulative_sum()");
    }
}

impl<N: Expression> RowFacts for CumulativeSum<N> {}
