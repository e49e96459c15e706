//! Indexing by data: yᵢ = x at kᵢ, with x̄ⱼ = Σ over i with kᵢ = j of ȳᵢ.

use crate::compile::Compiler;
use crate::error::Error;
use crate::model::Scope;
use crate::name::VarSet;
use crate::node::{Datum, Node, Stored, is_active};
use crate::shape::{Dyn, Vector};
use crate::simd::{Frame, Lane, Pack, PackedIndices};
use pulp::Simd;

/// The elements of `N` that a slice of indices names, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct At<'a, Index, N> {
    source: Stored<N>,
    indices: &'a [Index],
    packed: PackedIndices,
}

impl<'a, Index: Datum, N: Node> At<'a, Index, N> {
    /// Indexes a vector.
    pub(crate) fn new(source: N, indices: &'a [Index]) -> Self {
        Self { source: Stored::new(source), indices, packed: PackedIndices::default() }
    }
}

impl<Index: Datum, N: Node> Node for At<'_, Index, N> {
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
        self.packed = compiler.pack_indices(self, self.indices, self.source.size())?;
        Ok(())
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
