//! A run of elements: yᵢ = x at s + i, with x̄ at s + i = ȳᵢ.

use crate::compile::Context;
use crate::conjugacy::{Dependence, Link};
use crate::error::Error;
use crate::name::VarSet;
use crate::node::{Node, Stored, is_active};
#[cfg(feature = "random")]
use crate::predict::Drawn;
use crate::rewrite::Coefficients;
use crate::scope::Scope;
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Frame, Lane, Pack};
use pulp::Simd;

/// A run of elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct Slice<N> {
    source: Stored<N>,
    start: usize,
    length: usize,
}

impl<N: Node> Slice<N> {
    /// Takes the `length` elements from `start` on.
    pub(crate) fn new(source: Stored<N>, start: usize, length: usize) -> Self {
        Self { source, start, length }
    }
}

impl<N: Node> Node for Slice<N> {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = N::VARS;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    fn fold(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.fold(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.values(self.source.slot().element(self.start), lane), ())
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
            frame.add_adjoints_of_part(self.source.slot().element(self.start), lane, adjoint);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<N: Coefficients> Coefficients for Slice<N> {}

impl<N: Dependence> Dependence for Slice<N> {
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
}

#[cfg(feature = "random")]
impl<N: Drawn> Drawn for Slice<N> {}
