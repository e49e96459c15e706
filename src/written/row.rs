//! A row of a matrix. The maths is in [`node::Row`](crate::node::Row).

use super::{Describe, Expression, Stored};
use crate::compile::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Dimension, Sides, Vector};
use core::marker::PhantomData;

/// The row of `N` at an index, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Row<N, Columns> {
    source: Stored<N>,
    index: usize,
    columns: usize,
    shape: PhantomData<fn() -> Columns>,
}

impl<N: Expression, Columns: Dimension> Row<N, Columns> {
    /// Takes a row.
    pub(crate) fn new(source: N, index: usize) -> Self {
        let columns = source.sides().columns.unwrap_or(1);
        Self { source: Stored::new(source), index, columns, shape: PhantomData }
    }
}

impl<N: Expression, Columns: Dimension> Expression for Row<N, Columns> {
    type Shape = Vector<Columns>;
    type Bound = node::Row<N::Bound, Columns>;

    fn sides(&self) -> Sides {
        Sides::vector(self.columns)
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind(compiler)?;
        let rows = self.source.count().checked_div(self.columns).unwrap_or(0);
        compiler.context().check_index(&self, None, self.index, rows)?;
        Ok(node::Row::new(source, self.index, self.columns))
    }
}

impl<N: Expression, Columns: Dimension> Describe for Row<N, Columns> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(&format!(".row({})", self.index));
    }
}

impl<N: Expression, Columns: Dimension> RowFacts for Row<N, Columns> {}
