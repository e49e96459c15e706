//! Observed numbers: x, with ∂x = 0.
//!
//! The user's slice is borrowed by the written expression. `compile()` packs it once, as `f64` on whole cache
//! lines, so that the kernel reads full aligned registers whatever the integer type was.

use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::frame::{Frame, Packed};
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::Node;
use crate::scope::Scope;
use crate::shape::{Dimension, Sides, Vector};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// A packed vector of data, whose length is `N` where `N` is a number.
#[derive(Clone, Copy, Debug)]
pub struct DataVector<N> {
    packed: Packed,
    length: usize,
    dimension: PhantomData<N>,
}

impl<N: Dimension> DataVector<N> {
    /// The leaf for `length` numbers at this place.
    pub(crate) fn new(packed: Packed, length: usize) -> Self {
        Self { packed, length, dimension: PhantomData }
    }
}

impl<N: Dimension> Node for DataVector<N> {
    type Shape = Vector<N>;
    const VARS: VarSet = VarSet::EMPTY;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.packed(lane.simd, self.packed.element(lane.index)), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl<N: Dimension> Coefficients for DataVector<N> {
    const IS_DATUM: bool = true;
    const IS_COLUMN: bool = true;
    const HAS_ROWS: bool = true;
    const IS_AFFINE: bool = true;
}

impl<N: Dimension> Dependence for DataVector<N> {}

#[cfg(feature = "random")]
impl<N: Dimension> Drawn for DataVector<N> {}
