//! What differs between the components of a mixture that has them by number: the number k of the component that is being
//! evaluated, and the element x at k of a vector, with x̄ at k = ȳ.
//!
//! The expression of a component is evaluated once for each k. [`LogMixEach`](super::LogMixEach) writes k to working memory, in a place
//! that `bind` tells to whatever stands inside and has its key.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::{Node, Stored, is_active};
use crate::scope::Scope;
use crate::shape::{Scalar, Sides};
use crate::simd::{Frame, Lane, Pack, Scratch};
use core::sync::atomic::{AtomicUsize, Ordering};
use pulp::Simd;

/// The number of a component, counted from 0: what the closure of [`components`](crate::distribution::components) gets.
#[derive(Clone, Copy, Debug)]
pub struct ComponentIndex {
    /// Which components it counts.
    key: usize,
    place: Scratch,
    /// The last number.
    last: usize,
}

impl ComponentIndex {
    /// The number of a component of others than there have been.
    pub(crate) fn unique() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        Self { key: NEXT.fetch_add(1, Ordering::Relaxed), place: Scratch::default(), last: 0 }
    }

    /// Claims the place where the number of the component stands that is being evaluated.
    pub(super) fn claim(&mut self, compiler: &mut Compiler, count: usize) {
        self.place = compiler.scratch(1);
        self.last = count.saturating_sub(1);
    }

    /// Which components it counts.
    pub(crate) fn key(self) -> usize {
        self.key
    }

    /// Goes to a component.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn set(self, frame: &mut Frame<'_>, number: usize) {
        frame.set_scratch_number(self.place, number as f64);
    }

    /// The component that is being evaluated.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn get(self, frame: &Frame<'_>) -> usize {
        // Whatever stands in the memory, it is the number of a component.
        (frame.scratch_number(self.place) as usize).min(self.last)
    }
}

impl Node for ComponentIndex {
    type Shape = Scalar;
    const VARS: VarSet = VarSet::VARYING;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn describe(&self, text: &mut String) {
        text.push('k');
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        *self = compiler.component(self.key)?;
        Ok(())
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

/// The element of `N` that belongs to the component.
#[derive(Clone, Copy, Debug)]
pub struct ComponentElement<N> {
    source: Stored<N>,
    index: ComponentIndex,
}

impl<N: Node> ComponentElement<N> {
    /// Picks an element.
    pub(crate) fn new(source: N, index: ComponentIndex) -> Self {
        Self { source: Stored::new(source), index }
    }

    /// What the elements are of.
    #[cfg(feature = "random")]
    pub(crate) fn source(&self) -> &N {
        self.source.source()
    }
}

impl<N: Node> Node for ComponentElement<N> {
    type Shape = Scalar;
    const VARS: VarSet = N::VARS.union(&VarSet::VARYING);
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".at(k)");
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.source.bind(compiler)?;
        self.index.bind(compiler)?;
        compiler.check_index(self, None, self.index.last, self.source.count()).map(drop)
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.fold(compiler, frame)
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
