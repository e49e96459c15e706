//! Elements in the order of the source, with other sides: y = x, with x̄ = ȳ.
//!
//! Elements stand row after row whatever the sides are, so this is its source under another shape, in the same slot.

use super::{Node, Stored, is_active};
use crate::compile::Context;
use crate::conjugacy::{Dependence, Link};
use crate::error::Error;
use crate::name::VarSet;
#[cfg(feature = "random")]
use crate::predict::Drawn;
use crate::rewrite::Coefficients;
use crate::scope::Scope;
use crate::shape::{Shape, Sides, Size};
use crate::simd::{Frame, Lane, Pack, Slot};
use core::marker::PhantomData;
use pulp::Simd;

/// The elements of `N`, row after row, as a value of the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Reshape<N, Sh> {
    source: Stored<N>,
    size: Size,
    shape: PhantomData<fn() -> Sh>,
}

impl<N: Node, Sh: Shape> Reshape<N, Sh> {
    /// Gives a node other sides.
    pub(crate) fn new(source: Stored<N>, size: Size) -> Self {
        Self { source, size, shape: PhantomData }
    }
}

impl<N: Node, Sh: Shape> Node for Reshape<N, Sh> {
    type Shape = Sh;
    const VARS: VarSet = N::VARS;
    const IN_SLOT: bool = true;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.size)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.size.known::<Sh>()
    }

    fn fold(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.fold(context, frame)
    }

    fn slot(&self) -> Slot {
        self.source.slot()
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.values(self.slot(), lane), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, N>() } {
            frame.add_adjoints_of_part(self.slot(), lane, adjoint);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<N: Coefficients, Sh: Shape> Coefficients for Reshape<N, Sh> {}

impl<N: Dependence, Sh: Shape> Dependence for Reshape<N, Sh> {
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
}

#[cfg(feature = "random")]
impl<N: Drawn, Sh: Shape> Drawn for Reshape<N, Sh> {}
