//! Indexing by data: yᵢ = x at kᵢ, with x̄ⱼ = Σ over i with kᵢ = j of ȳᵢ.

use crate::compile::Compiler;
use crate::error::Error;
use crate::expression::Index;
use crate::name::VarSet;
use crate::node::indices::Indices;
use crate::node::{Link, Node, Stored, is_active};
use crate::rewrite::{AffineRow, Cursor, Key};
use crate::scope::Scope;
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Frame, Lane, Pack};
use pulp::Simd;

/// The elements of `N` that a slice of indices names, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct At<'a, I, N> {
    source: Stored<N>,
    indices: &'a [I],
    packed: Indices,
}

impl<'a, I: Index, N: Node> At<'a, I, N> {
    /// Indexes a vector.
    pub(crate) fn new(source: N, indices: &'a [I]) -> Self {
        Self { source: Stored::new(source), indices, packed: Indices::default() }
    }

    /// The index of a row.
    fn index(&self, row: usize) -> usize {
        self.indices[row].to_usize().unwrap_or(usize::MAX)
    }
}

impl<I: Index, N: Node> Node for At<'_, I, N> {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = N::VARS;
    const IS_DATUM: bool = N::IS_DATUM;
    const HAS_ROWS: bool = true;
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
    const IS_AFFINE: bool = N::IS_DATUM || !N::VARS.is_empty();
    const IS_WEIGHTED: bool = N::IS_WEIGHTED;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.indices.len())
    }

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".at(…)");
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.source.bind(compiler)?;
        let mut checked = Vec::with_capacity(self.indices.len());
        for (position, &index) in self.indices.iter().enumerate() {
            checked.push(compiler.check_index(self, Some(position), index, self.source.count())? as usize);
        }
        let rows = compiler.row_firsts(checked.len());
        let indices: Vec<usize> = rows.into_iter().map(|row| checked[row]).collect();
        self.packed = Indices::pack(compiler, &indices);
        Ok(())
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.fold(compiler, frame)
    }

    fn datum(&self, row: usize) -> Option<f64> {
        self.source.source().datum(self.index(row))
    }

    fn known(&self, row: usize) -> Option<f64> {
        self.source.source().known(self.index(row))
    }

    fn key(&self, row: usize, key: &mut Key) {
        key.index(self.source.count(), self.index(row));
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        match self.datum(row) {
            Some(number) => form.offset(weight * number),
            None => form.term_of(self.source.source(), self.source.count(), self.index(row), [weight]),
        }
    }

    fn bind_coefficients(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.source.bind(compiler)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.source.load_term::<C, S>(simd, frame, cursor, 1)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn unload<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.source.unload_term::<C, S>(state, simd, frame, cursor, 1);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (self.packed.read(frame, self.source.slot(), lane), ())
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
            self.packed.add(frame, self.source.slot(), lane, adjoint);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}
