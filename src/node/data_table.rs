//! A matrix of observed numbers, row after row: x, with ∂x = 0.
//!
//! As a value like others it is packed row after row, if anything reads it so. Multiplied with a vector it
//! becomes a [`BoundDot`](crate::node::BoundDot), which packs the same numbers in panels.

use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::contract::drawing::Drawn;
use crate::contract::expression::{Describe, Expression};
use crate::contract::expression::{InPanels, TimesVector};
use crate::contract::node::{Coefficients, Facts, Node};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Packed};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Matrix, Sides, Size};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use faer::{Mat, MatRef};
use pulp::Simd;

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
    type Bound = BoundDataTable<R, C>;
    type Erased = Self;
    const DIVIDES: bool = true;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::matrix(self.numbers.nrows(), self.numbers.ncols())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundDataTable::new(compiler.pack_rows(self.numbers)?, self.size()))
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
        Ok(BoundDataTable::new(compiler.pack_rows(divided.as_ref())?, self.size()))
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundDataTable::new(Packed::default(), self.size()))
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

/// A packed matrix of data, whose sizes are `R` and `C` where these are numbers.
#[derive(Clone, Copy, Debug)]
pub struct BoundDataTable<R, C> {
    packed: Packed,
    size: Size,
    shape: PhantomData<(R, C)>,
}

impl<R, C> BoundDataTable<R, C> {
    /// The leaf for a matrix of this size, row after row at this place.
    pub(crate) fn new(packed: Packed, size: Size) -> Self {
        Self { packed, size, shape: PhantomData }
    }
}

impl<R: Dimension, C: Dimension> Node for BoundDataTable<R, C> {
    type Shape = Matrix<R, C>;
    const FACTS: Facts = Facts::of_data();
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::matrix(self.size.rows, self.size.columns)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<Sc: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<Sc: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.packed(lane.simd, self.packed.element(lane.index)), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<Sc: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<Sc: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl<R: Dimension, C: Dimension> Coefficients for BoundDataTable<R, C> {}

impl<R: Dimension, C: Dimension> Drawn for BoundDataTable<R, C> {}

sealed! {
    [R, C] DataTable<'_, R, C>;
    [R, C] BoundDataTable<R, C>;
}

keep_names! {
    [R, C] BoundDataTable<R, C>;
}
