//! The nodes that differ between the components of a mixture that has them by number: the number k of the
//! component that is being evaluated, and the element x at k of a vector, with x̄ at k = ȳ.
//!
//! The expression of a component is evaluated once for each k. [`LogMixEach`](super::LogMixEach) writes k to
//! working memory, in a place that `bind` tells to whatever stands inside and has its key.

use super::{ComponentIndex, Node, Stored, is_active};
use crate::binding::Context;
use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::scope::Scope;
use crate::shape::{Scalar, Sides};
use crate::simd::{Lane, Pack};
use pulp::Simd;

impl Node for ComponentIndex {
    type Shape = Scalar;
    const VARS: VarSet = VarSet::VARYING;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (Pack::splat(lane.simd, self.get(frame) as f64), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl Coefficients for ComponentIndex {}

impl Dependence for ComponentIndex {}

#[cfg(feature = "random")]
impl Drawn for ComponentIndex {}

/// The element of `N` that belongs to the component.
#[derive(Clone, Copy, Debug)]
pub struct ComponentElement<N> {
    pub(crate) source: Stored<N>,
    pub(crate) index: ComponentIndex,
}

impl<N: Node> Node for ComponentElement<N> {
    type Shape = Scalar;
    const VARS: VarSet = N::VARS.union(&VarSet::VARYING);
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.value(lane.simd, self.source.slot().element(self.index.get(frame))), ())
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
            let element = self.index.get(frame);
            frame.add_adjoint(self.source.slot().element(element), adjoint);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<N: Node> Coefficients for ComponentElement<N> {}

impl<N: Node> Dependence for ComponentElement<N> {}

#[cfg(feature = "random")]
impl<N: Node> Drawn for ComponentElement<N> {}
