//! A data matrix times a vector. The maths is in [`node::Dot`](crate::node::Dot).

use super::{Describe, Expression, Stored};
use crate::binding::Compiler;
use crate::error::Error;
use crate::node;
use crate::rewrite::{AffineRow, Key, RowFacts};
use crate::shape::{Dimension, Sides, Vector};
use core::marker::PhantomData;
use faer::MatRef;

/// The product of a data matrix with `R` rows and the vector `N`.
#[derive(Clone, Copy, Debug)]
pub struct Dot<'a, R, N> {
    matrix: MatRef<'a, f64>,
    vector: Stored<N>,
    rows: PhantomData<fn() -> R>,
}

impl<'a, R: Dimension, N: Expression> Dot<'a, R, N> {
    /// Multiplies a matrix and a vector.
    pub(crate) fn new(matrix: MatRef<'a, f64>, vector: N) -> Self {
        Self { matrix, vector: Stored::new(vector), rows: PhantomData }
    }
}

impl<'a, R: Dimension, N: Expression> Expression for Dot<'a, R, N> {
    type Shape = Vector<R>;
    type Bound = node::Dot<R, N::Bound>;
    type Erased = Dot<'a, R, N::Erased>;

    fn erase(self) -> Self::Erased {
        Dot { matrix: self.matrix, vector: self.vector.erase(), rows: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.matrix.nrows())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let vector = self.vector.bind(compiler)?;
        compiler.check_matrix(self.matrix)?;
        compiler.context().check_columns(&self, self.matrix.ncols(), &self.vector)?;
        node::Dot::new(self.matrix, vector, compiler)
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(node::Dot::of_coefficients(self.matrix, self.vector.bind(compiler)?))
    }
}

impl<R: Dimension, N: Expression> Describe for Dot<'_, R, N> {
    fn describe(&self, text: &mut String) {
        text.push_str("data.dot(");
        self.vector.describe(text);
        text.push(')');
    }
}

impl<R: Dimension, N: Expression> RowFacts for Dot<'_, R, N> {
    fn key(&self, row: usize, key: &mut Key) {
        self.matrix.row(row).iter().for_each(|&number| key.number(number));
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        let weights = self.matrix.row(row).iter().map(|number| weight * number);
        form.term_of(self.vector.source(), 1, 0, weights);
    }
}
