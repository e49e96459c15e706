//! A data matrix times coefficients that differ between groups. The maths is in
//! [`BoundGroupedDot`](crate::node::BoundGroupedDot).

use crate::compiler::rewrite::{AffineRow, RowFacts};
use crate::compiler::{Compiler, Index, Key};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::error::Error;
use crate::node::dot::columns;
use crate::node::{BoundGroupedDot, Stored};
use crate::shape::{Dimension, Sides, Size, Vector};
use core::marker::PhantomData;
use faer::MatRef;

/// The product of each of the `R` rows of a data matrix with the row of `N` that belongs to the row's
/// group.
#[derive(Clone, Copy, Debug)]
pub struct GroupedDot<'a, R, I, N> {
    matrix: MatRef<'a, f64>,
    groups: &'a [I],
    coefficients: Stored<N>,
    rows: PhantomData<fn() -> R>,
}

impl<'a, R: Dimension, I: Index, N: Expression> GroupedDot<'a, R, I, N> {
    /// Multiplies each row with the coefficients of its group.
    pub(crate) fn new(matrix: MatRef<'a, f64>, coefficients: N, groups: &'a [I]) -> Self {
        Self { matrix, groups, coefficients: Stored::new(coefficients), rows: PhantomData }
    }

    /// The size of the matrix.
    fn matrix_size(&self) -> Size {
        Size::new(self.matrix.nrows(), self.matrix.ncols())
    }

    /// The number of groups.
    fn group_count(&self) -> usize {
        self.coefficients.count().checked_div(self.matrix.ncols()).unwrap_or(0)
    }

    /// The group of a row.
    fn group(&self, row: usize) -> usize {
        self.groups.get(row).and_then(|group| group.to_usize()).unwrap_or(usize::MAX)
    }
}

impl<'a, R: Dimension, I: Index, N: Expression> Expression for GroupedDot<'a, R, I, N> {
    type Shape = Vector<R>;
    type Bound = BoundGroupedDot<R, N::Bound>;
    type Erased = GroupedDot<'a, R, I, N::Erased>;

    fn erase(self) -> Self::Erased {
        let Self { matrix, groups, coefficients, .. } = self;
        GroupedDot { matrix, groups, coefficients: coefficients.erase(), rows: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.matrix.nrows())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let coefficients = self.coefficients.bind(compiler)?;
        compiler.check_matrix(self.matrix)?;
        let Size { rows, columns } = self.matrix_size();
        let mut row_of_coefficients = String::from("a row of `");
        self.coefficients.describe(&mut row_of_coefficients);
        row_of_coefficients.push('`');
        let width = self.coefficients.sides().columns.unwrap_or(1);
        compiler.context().check_same_length("a row of the matrix", columns, &row_of_coefficients, width)?;
        compiler.context().check_same_length("the matrix", rows, "the slice of groups", self.groups.len())?;
        let panels = compiler.pack_panels(self.matrix, &(0..columns).collect::<Vec<_>>())?;
        let count = self.coefficients.count().checked_div(width).unwrap_or(0);
        let mut groups = Vec::with_capacity(rows);
        for (row, &index) in self.groups.iter().enumerate() {
            groups.push(compiler.context().check_index(&self, Some(row), index, count)? as usize);
        }
        Ok(BoundGroupedDot::new(self.matrix_size(), panels, coefficients, &groups, compiler))
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundGroupedDot::of_coefficients(self.matrix_size(), self.coefficients.bind(compiler)?))
    }
}

impl<R: Dimension, I: Index, N: Expression> Describe for GroupedDot<'_, R, I, N> {
    fn describe(&self, text: &mut String) {
        text.push_str("data.dot_by_group(");
        self.coefficients.describe(text);
        text.push_str(", …)");
    }
}

impl<R: Dimension, I: Index, N: Expression> RowFacts for GroupedDot<'_, R, I, N> {
    fn key(&self, row: usize, key: &mut Key) {
        key.index(self.group_count(), self.group(row));
        self.matrix.row(row).iter().for_each(|&number| key.number(number));
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        let weights = columns(self.matrix, row).map(|number| weight * number);
        form.term_of(self.coefficients.source(), self.group_count(), self.group(row), weights);
        form.call(|text| self.coefficients.describe(text));
    }
}

expression! {
    [R, I, N] GroupedDot<'_, R, I, N>;
}
