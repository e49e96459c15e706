//! A matrix of observed numbers, row after row: x, with ∂x = 0.
//!
//! As a value it is packed row after row, if any node reads it in this order. Multiplied with a vector it
//! becomes a [`BoundDot`](crate::node::BoundDot), which packs the same numbers in panels.

use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::contract::expression::{Describe, Expression};
use crate::contract::expression::{InPanels, TimesVector};
use crate::error::Error;
use crate::frame::Packed;
use crate::node::BoundData;
use crate::sealed::{Sealed, sealed};
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
    /// The leaf for a matrix, which must have the sizes `R` and `C` if these types are numbers.
    pub(crate) fn new(numbers: MatRef<'a, f64>) -> Self {
        Self { numbers, shape: PhantomData }
    }
}

impl<R, C> TimesVector for DataTable<'_, R, C> {
    type Multiplication = InPanels;
}

impl<R: Dimension, C: Dimension> Expression for DataTable<'_, R, C> {
    type Shape = Matrix<R, C>;
    type Bound = BoundData<Matrix<R, C>>;
    type Erased = Self;
    const DIVIDES: bool = true;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::matrix(self.numbers.nrows(), self.numbers.ncols())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundData::new(compiler.pack_rows(self.numbers)?, self.sides()))
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
        Ok(BoundData::new(compiler.pack_rows(divided.as_ref())?, self.sides()))
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundData::new(Packed::default(), self.sides()))
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

sealed! {
    [R, C] DataTable<'_, R, C>;
}
