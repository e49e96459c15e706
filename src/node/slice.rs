//! A run of elements: yᵢ = x at s + i, with x̄ at s + i = ȳᵢ.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::{Link, Node, Stored, is_active};
use crate::scope::Scope;
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Frame, Lane, Pack};
use core::ops::Range;
use pulp::Simd;

/// The elements of `N` from a start up to, and without, an end.
#[derive(Clone, Copy, Debug)]
pub struct Slice<N> {
    source: Stored<N>,
    start: usize,
    end: usize,
}

impl<N: Node> Slice<N> {
    /// Takes a run of elements.
    pub(crate) fn new(source: N, range: Range<usize>) -> Self {
        Self { source: Stored::new(source), start: range.start, end: range.end }
    }
}

impl<N: Node> Node for Slice<N> {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = N::VARS;
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.end.saturating_sub(self.start))
    }

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(&format!(".slice({}..{})", self.start, self.end));
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.source.bind(compiler)?;
        if self.start < self.end {
            compiler.check_index(self, None, self.end - 1, self.source.count())?;
        }
        Ok(())
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
