//! A matrix of observed numbers, row after row: x, with ∂x = 0.
//!
//! As a value like others it is packed row after row, if anything reads it so. Multiplied with a vector it
//! becomes a [`Dot`](super::Dot), which packs the same numbers in panels.

use super::Node;
use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::frame::{Frame, Packed};
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::scope::Scope;
use crate::shape::{Dimension, Matrix, Sides, Size};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// A packed matrix of data, whose sizes are `R` and `C` where these are numbers.
#[derive(Clone, Copy, Debug)]
pub struct DataTable<R, C> {
    packed: Packed,
    size: Size,
    shape: PhantomData<(R, C)>,
}

impl<R, C> DataTable<R, C> {
    /// The leaf for a matrix of this size, row after row at this place.
    pub(crate) fn new(packed: Packed, size: Size) -> Self {
        Self { packed, size, shape: PhantomData }
    }
}

impl<R: Dimension, C: Dimension> Node for DataTable<R, C> {
    type Shape = Matrix<R, C>;
    const VARS: VarSet = VarSet::EMPTY;
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

impl<R: Dimension, C: Dimension> Coefficients for DataTable<R, C> {}

impl<R: Dimension, C: Dimension> Dependence for DataTable<R, C> {}

#[cfg(feature = "random")]
impl<R: Dimension, C: Dimension> Drawn for DataTable<R, C> {}
