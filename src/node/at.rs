//! Indexing by data: yᵢ = x at kᵢ, with x̄ⱼ = Σ over i with kᵢ = j of ȳᵢ.

use crate::compile::Compiler;
use crate::error::Error;
use crate::expression::Index;
use crate::model::Scope;
use crate::name::VarSet;
use crate::node::{Node, Stored, is_active};
use crate::shape::{Dyn, Vector};
use crate::simd::{Frame, Lane, Pack, PackedIndices};
use pulp::Simd;

/// The elements of `N` that a slice of indices names, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct At<'a, I, N> {
    source: Stored<N>,
    indices: &'a [I],
    packed: PackedIndices,
}

impl<'a, I: Index, N: Node> At<'a, I, N> {
    /// Indexes a vector.
    pub(crate) fn new(source: N, indices: &'a [I]) -> Self {
        Self { source: Stored::new(source), indices, packed: PackedIndices::default() }
    }
}

impl<I: Index, N: Node> Node for At<'_, I, N> {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = N::VARS;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn length(&self) -> Option<usize> {
        Some(self.indices.len())
    }

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".at(…)");
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.source.bind(compiler)?;
        self.packed = compiler.pack_indices(self, self.indices, self.source.count())?;
        Ok(())
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.fold(compiler, frame)
    }

    #[inline(always)]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    #[inline(always)]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.gather(self.source.slot(), self.packed, lane), ())
    }

    #[inline(always)]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, N>() } {
            frame.scatter(self.source.slot(), self.packed, lane, adjoint);
        }
    }

    #[inline(always)]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}
