//! A matrix of observed numbers: the user's matrix, borrowed. [`node::DataTable`](crate::node::DataTable)
//! reads it as `compile()` has packed it; multiplied with a vector it is a [`Dot`](super::Dot).

use super::{Describe, Expression, InPanels, TimesVector};
use crate::binding::Compiler;
use crate::error::Error;
use crate::frame::Packed;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Dimension, Matrix, Sides, Size};
use core::marker::PhantomData;
use faer::{Mat, MatRef};

/// A borrowed matrix of data with `R` rows and `C` columns.
#[derive(Clone, Copy, Debug)]
pub struct DataTable<'a, R, C> {
    pub(crate) numbers: MatRef<'a, f64>,
    shape: PhantomData<(R, C)>,
}

impl<'a, R, C> DataTable<'a, R, C> {
    /// The leaf for a matrix, whose sizes must be `R` and `C` where these are numbers.
    pub(crate) fn new(numbers: MatRef<'a, f64>) -> Self {
        Self { numbers, shape: PhantomData }
    }
}

impl<R, C> TimesVector for DataTable<'_, R, C> {
    type Multiplication = InPanels;
}

impl<R: Dimension, C: Dimension> Expression for DataTable<'_, R, C> {
    type Shape = Matrix<R, C>;
    type Bound = node::DataTable<R, C>;
    type Erased = Self;
    const DIVIDES: bool = true;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::matrix(self.numbers.nrows(), self.numbers.ncols())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(node::DataTable::new(compiler.pack_rows(self.numbers)?, self.size()))
    }

    fn bind_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
    ) -> Result<Self::Bound, Error> {
        let Size { rows, columns } = self.size();
        let divided = Mat::from_fn(rows, columns, |row, column| {
            self.numbers[(row, column)] / divisor(row * columns + column)
        });
        Ok(node::DataTable::new(compiler.pack_rows(divided.as_ref())?, self.size()))
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(node::DataTable::new(Packed::default(), self.size()))
    }
}

impl<R: Dimension, C: Dimension> Describe for DataTable<'_, R, C> {
    fn describe(&self, text: &mut String) {
        text.push_str("data");
    }
}

impl<R: Dimension, C: Dimension> RowFacts for DataTable<'_, R, C> {
    fn datum(&self, index: usize) -> Option<f64> {
        let columns = self.numbers.ncols();
        let row = index.checked_div(columns)?;
        (row < self.numbers.nrows()).then(|| self.numbers[(row, index % columns)])
    }
}
