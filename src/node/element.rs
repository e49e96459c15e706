//! One element of a vector: y = xₖ, with x̄ₖ = ȳ.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::{Link, Node, Stored, is_active};
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
    pub(crate) fn new(source: N, index: usize) -> Self {
        Self { source: Stored::new(source), index }
    }
}

impl<N: Node> Node for Element<N> {
    type Shape = Scalar;
    const VARS: VarSet = N::VARS;
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(&format!(".at({})", self.index));
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.source.bind(compiler)?;
        compiler.check_index(self, None, self.index, self.source.count()).map(drop)
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
