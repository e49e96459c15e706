//! A sparse data matrix times a vector, as it is written. The maths is in
//! [`BoundSparseDot`](crate::node::BoundSparseDot).

use super::rows::Rows;
use super::{BoundSparseDot, Sparse};
use crate::compiler::rewrite::{AffineRow, RowFacts};
use crate::compiler::{Compiler, Index, Key};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::error::Error;
use crate::node::Stored;
use crate::shape::{Dimension, Sides, Size, Vector};
use core::marker::PhantomData;

/// The product of a sparse data matrix with `R` rows and the vector `N`.
#[derive(Clone, Copy, Debug)]
pub struct SparseDot<'a, I, R, N> {
    matrix: Sparse<'a, I>,
    vector: Stored<N>,
    rows: PhantomData<fn() -> R>,
}

impl<'a, I: Index, R: Dimension, N: Expression> SparseDot<'a, I, R, N> {
    /// Multiplies a matrix and a vector.
    pub(crate) fn new(matrix: Sparse<'a, I>, vector: N) -> Self {
        Self { matrix, vector: Stored::new(vector), rows: PhantomData }
    }

    /// The size of the matrix.
    fn matrix_size(&self) -> Size {
        Size::new(self.matrix.rows(), self.matrix.columns())
    }
}

impl<'a, I: Index, R: Dimension, N: Expression> Expression for SparseDot<'a, I, R, N> {
    type Shape = Vector<R>;
    type Bound = BoundSparseDot<R, N::Bound>;
    type Erased = SparseDot<'a, I, R, N::Erased>;

    fn erase(self) -> Self::Erased {
        SparseDot { matrix: self.matrix, vector: self.vector.erase(), rows: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.matrix.rows())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let vector = self.vector.bind(compiler)?;
        compiler.context().check_columns(&self, self.matrix.columns(), &self.vector)?;
        self.matrix.check(compiler.context())?;
        BoundSparseDot::new(self.matrix_size(), &Rows::of(&self.matrix), vector, compiler)
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundSparseDot::of_coefficients(self.matrix_size(), self.vector.bind(compiler)?))
    }
}

impl<I: Index, R: Dimension, N: Expression> Describe for SparseDot<'_, I, R, N> {
    fn describe(&self, text: &mut String) {
        text.push_str("data.dot(");
        self.vector.describe(text);
        text.push(')');
    }
}

impl<I: Index, R: Dimension, N: Expression> RowFacts for SparseDot<'_, I, R, N> {
    fn key(&self, row: usize, key: &mut Key) {
        let mut count = 0;
        self.matrix.each_of_row(row, |column, value| {
            key.number(column as f64);
            key.number(value);
            count += 1;
        });
        // Without the number of entries, the key of a row could equal the key of a shorter row followed by
        // the next expression's key.
        key.number(f64::from(count));
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        let columns = if row < self.matrix.rows() { self.matrix.columns() } else { 0 };
        let mut weights = vec![0.0; columns];
        self.matrix.each_of_row(row, |column, value| weights[column] = weight * value);
        form.sparse_term_of(self.vector.source(), weights, self.matrix.count());
        form.call(|text| self.vector.describe(text));
    }
}

expression! {
    [I, R, N] SparseDot<'_, I, R, N>;
}
