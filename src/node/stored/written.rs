//! An expression whose value must stand in the workspace, because its reader reads it in another order than
//! lane by lane. [`BoundStored`](crate::node::BoundStored) stores it.

use crate::compiler::Compiler;
use crate::compiler::rewrite::{Predictor, RowFacts};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, describe_operand};
use crate::contract::node::{Companion, Node};
use crate::contract::sketch::add_predictors;
use crate::error::Error;
use crate::node::BoundStored;
use crate::shape::Sides;

/// The expression `N`, stored in a slot.
#[derive(Clone, Copy, Debug)]
pub struct Stored<N> {
    source: N,
    /// True if its reader has one row for each of its elements.
    is_by_rows: bool,
}

impl<N: Expression> Stored<N> {
    /// Stores an expression.
    pub(crate) fn new(source: N) -> Self {
        Self { source, is_by_rows: false }
    }

    /// Stores a vector whose element i is read by row i.
    pub(crate) fn by_rows(source: N) -> Self {
        Self { source, is_by_rows: true }
    }

    /// The expression that is stored.
    pub(crate) fn source(&self) -> &N {
        &self.source
    }

    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        self.source.size().length()
    }
}

impl<N: Expression> Expression for Stored<N> {
    type Shape = N::Shape;
    type Bound = BoundStored<N::Bound>;
    type Erased = Stored<N::Erased>;

    fn erase(self) -> Self::Erased {
        Stored { source: self.source.erase(), is_by_rows: self.is_by_rows }
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<N::Shape>(self.source.size())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_first_rows(usize::MAX, compiler)
    }

    fn bind_first_rows(self, rows: usize, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let rows = if compiler.rewrites() { rows } else { usize::MAX };
        let source =
            compiler.outside(self.is_by_rows, |compiler| self.source.bind_first_rows(rows, compiler))?;
        let slot = if const { <N::Bound as Node>::FACTS.in_slot } {
            source.slot()
        } else {
            compiler.slot_of(self.source.extent())
        };
        let rest = compiler.beside(slot, Companion::Rest);
        Ok(BoundStored::new(source, slot, rest, self.source.size()).first_rows(rows))
    }
}

impl<N: Expression> Describe for Stored<N> {
    fn describe(&self, text: &mut String) {
        describe_operand(&self.source, 3, text);
    }
}

impl<N: Expression> RowFacts for Stored<N> {
    fn known(&self, index: usize) -> Option<f64> {
        self.source.known(index)
    }

    fn predictors_within(&self, found: &mut Vec<Predictor>) {
        add_predictors(&self.source, found);
    }
}

expression! {
    [N] Stored<N>;
}
