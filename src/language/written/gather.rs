//! The elements of a vector that data name by their indices. The maths is in
//! [`node::Gather`](crate::node::Gather).

use super::{Describe, Expression, Stored};
use crate::binding::Compiler;
use crate::error::Error;
use crate::expression::Index;
use crate::node::{self, Node};
use crate::rewrite::{AffineRow, Key, RowFacts};
use crate::shape::{Dyn, Sides, Vector};

/// The elements of `N` that a slice of indices names, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Gather<'a, I, N> {
    source: Stored<N>,
    indices: &'a [I],
}

impl<'a, I: Index, N: Expression> Gather<'a, I, N> {
    /// Indexes a vector.
    pub(crate) fn new(source: N, indices: &'a [I]) -> Self {
        Self { source: Stored::new(source), indices }
    }

    /// The expression of which it is a part.
    pub(crate) fn source(&self) -> &N {
        self.source.source()
    }

    /// The places of its elements in the source.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        (0..self.indices.len()).map(|row| self.index(row))
    }

    /// The index of a row.
    fn index(&self, row: usize) -> usize {
        self.indices[row].to_usize().unwrap_or(usize::MAX)
    }
}

impl<'a, I: Index, N: Expression> Expression for Gather<'a, I, N> {
    type Shape = Vector<Dyn>;
    type Bound = node::Gather<N::Bound>;
    type Erased = Gather<'a, I, N::Erased>;

    fn erase(self) -> Self::Erased {
        Gather { source: self.source.erase(), indices: self.indices }
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.indices.len())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind(compiler)?;
        let mut checked = Vec::with_capacity(self.indices.len());
        for (position, &index) in self.indices.iter().enumerate() {
            let count = self.source.count();
            checked.push(compiler.context().check_index(&self, Some(position), index, count)? as usize);
        }
        let rows = compiler.context().row_firsts(checked.len());
        let places: Vec<usize> = rows.into_iter().map(|row| checked[row]).collect();
        if const { <N::Bound as Node>::IN_SLOT } {
            compiler.read_at(source.slot(), places.iter().copied());
        }
        Ok(node::Gather::new(source, self.indices.len(), &places, compiler))
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(node::Gather::of_coefficients(self.source.bind(compiler)?, self.indices.len()))
    }
}

impl<I: Index, N: Expression> Describe for Gather<'_, I, N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".at(…)");
    }
}

impl<I: Index, N: Expression> RowFacts for Gather<'_, I, N> {
    fn datum(&self, row: usize) -> Option<f64> {
        self.source.source().datum(self.index(row))
    }

    fn known(&self, row: usize) -> Option<f64> {
        self.source.source().known(self.index(row))
    }

    fn key(&self, row: usize, key: &mut Key) {
        key.index(self.source.count(), self.index(row));
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        match self.datum(row) {
            Some(number) => form.offset(weight * number),
            None => form.term_of(self.source.source(), self.source.count(), self.index(row), [weight]),
        }
    }
}
