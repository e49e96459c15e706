//! The written expression of a gather.

use crate::compiler::rewrite::{AffineRow, RowFacts};
use crate::compiler::{Compiler, Key};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::Node;
use crate::error::Error;
use crate::node::{Address, BoundGather, Stored};
use crate::shape::{Dyn, Sides, Size, Tag, Vector};

/// The elements of `N` at the addresses `Named`.
#[derive(Clone, Copy, Debug)]
pub struct Gather<Named, N> {
    source: Stored<N>,
    named: Named,
}

impl<Named: Address, N: Expression> Gather<Named, N> {
    /// Gathers elements of a vector or of a matrix.
    pub(crate) fn new(source: N, named: Named) -> Self {
        Self { source: Stored::new(source), named }
    }

    /// The expression whose elements are gathered.
    pub(crate) fn source(&self) -> &N {
        self.source.source()
    }

    /// The places of the gathered elements in the source.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        (0..self.named.count()).map(|row| self.place(row))
    }

    /// The number of rows and of columns of the source.
    fn size(&self) -> Size {
        self.source().size()
    }

    /// The place of the element that a row reads.
    fn place(&self, row: usize) -> usize {
        self.named.place(row, self.size())
    }
}

impl<Named: Address, N: Expression> Expression for Gather<Named, N> {
    type Shape = Vector<Dyn>;
    type Bound = BoundGather<N::Bound>;
    type Erased = Gather<Named, N::Erased>;

    fn erase(self) -> Self::Erased {
        Gather { source: self.source.erase(), named: self.named }
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.named.count())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind_first_rows(self.named.rows_read(), compiler)?;
        let checked = self.named.places(&self, self.size(), compiler.context())?;
        let rows = compiler.context().row_firsts(checked.len());
        let places: Vec<usize> = rows.iter().map(|row| checked[row]).collect();
        if const { <N::Bound as Node>::FACTS.in_slot && !N::Shape::IS_MATRIX } {
            compiler.read_at(source.slot(), places.iter().copied());
        }
        let copied = compiler.copy_of_rows(source.slot(), &places);
        Ok(BoundGather::new(source, checked.len(), [&places, copied.as_ref().unwrap_or(&places)], compiler))
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundGather::of_coefficients(self.source.bind(compiler)?, self.named.count()))
    }
}

impl<Named: Address, N: Expression> Describe for Gather<Named, N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(Named::METHOD);
    }
}

impl<Named: Address, N: Expression> RowFacts for Gather<Named, N> {
    fn datum(&self, row: usize) -> Option<f64> {
        self.source().datum(self.place(row))
    }

    fn known(&self, row: usize) -> Option<f64> {
        self.source().known(self.place(row))
    }

    fn key(&self, row: usize, key: &mut Key) {
        // One index, also for a cell: cells in a row are neighbours in memory, cells in a column are not.
        key.index(self.source.count(), self.place(row));
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        match self.datum(row) {
            Some(number) => form.offset(weight * number),
            None => {
                form.term_of(self.source(), self.source.count(), self.place(row), [weight]);
                form.call(|text| self.source.describe(text));
            }
        }
    }
}

expression! {
    [Named, N] Gather<Named, N>;
}
