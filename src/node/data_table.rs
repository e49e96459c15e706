//! A matrix of observed numbers, row after row: x, with ∂x = 0.
//!
//! As a value like others it is packed row after row, if anything reads it so. Multiplied with a vector it becomes a
//! [`Dot`](super::Dot), which packs the same numbers in panels.

use super::{InPanels, Node, TimesVector};
use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::scope::Scope;
use crate::shape::{Dimension, Matrix, Sides};
use crate::simd::{Frame, Lane, Pack, Packed};
use core::marker::PhantomData;
use faer::MatRef;
use pulp::Simd;

/// A borrowed matrix of data with `R` rows and `C` columns.
#[derive(Clone, Copy, Debug)]
pub struct DataTable<'a, R, C> {
    pub(crate) numbers: MatRef<'a, f64>,
    packed: Packed,
    shape: PhantomData<(R, C)>,
}

impl<'a, R, C> DataTable<'a, R, C> {
    /// The leaf for a matrix, whose sizes must be `R` and `C` where these are numbers.
    pub(crate) fn new(numbers: MatRef<'a, f64>) -> Self {
        Self { numbers, packed: Packed::default(), shape: PhantomData }
    }
}

impl<R, C> TimesVector for DataTable<'_, R, C> {
    type Way = InPanels;
}

impl<R: Dimension, C: Dimension> Node for DataTable<'_, R, C> {
    type Shape = Matrix<R, C>;
    const VARS: VarSet = VarSet::EMPTY;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::matrix(self.numbers.nrows(), self.numbers.ncols())
    }

    fn describe(&self, text: &mut String) {
        text.push_str("data");
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.packed = compiler.pack_rows(self.numbers)?;
        Ok(())
    }

    fn datum(&self, index: usize) -> Option<f64> {
        let columns = self.numbers.ncols();
        let row = index.checked_div(columns)?;
        (row < self.numbers.nrows()).then(|| self.numbers[(row, index % columns)])
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
