//! One element of a vector: y = xₖ, with x̄ₖ = ȳ.

use crate::compile::Context;
use crate::conjugacy::{Dependence, Link};
use crate::error::Error;
use crate::name::VarSet;
use crate::node::{Node, Stored, is_active};
#[cfg(feature = "random")]
use crate::predict::Drawn;
use crate::rewrite::Coefficients;
use crate::scope::Scope;
use crate::shape::{Scalar, Sides};
use crate::simd::{Frame, Lane, Pack};
use pulp::Simd;

/// The element of `N` at an index, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Element<N> {
    source: Stored<N>,
    index: usize,
}

impl<N: Node> Element<N> {
    /// Picks an element.
    pub(crate) fn new(source: Stored<N>, index: usize) -> Self {
        Self { source, index }
    }
}

impl<N: Node> Node for Element<N> {
    type Shape = Scalar;
    const VARS: VarSet = N::VARS;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
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
        (frame.value(lane.simd, self.source.slot().element(self.index)), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        _: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, N>() } {
            frame.add_adjoint(self.source.slot().element(self.index), adjoint);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<N: Coefficients> Coefficients for Element<N> {}

impl<N: Dependence> Dependence for Element<N> {
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
}

#[cfg(feature = "random")]
impl<N: Drawn> Drawn for Element<N> {}
