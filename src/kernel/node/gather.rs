//! Indexing by data: yᵢ = x at kᵢ, with x̄ⱼ = Σ over i with kᵢ = j of ȳᵢ.

use crate::binding::{Compiler, Context};
use crate::conjugacy::{Dependence, Link};
#[cfg(feature = "random")]
use crate::drawing::{Drawn, Known};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::indices::Indices;
use crate::node::{Node, Stored, is_active};
use crate::rewrite::Cursor;
use crate::scope::Scope;
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// The elements of `N` that packed indices name, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Gather<N> {
    source: Stored<N>,
    /// The number of indices.
    length: usize,
    packed: Indices,
}

erase! {
    [N: Erase] Gather<N> => Gather<N::Erased>, [Stored<N>], { source, length, packed };
}

impl<N: Node> Gather<N> {
    /// Gathers elements by `length` indices. The places that they name in each row of the statement have been
    /// checked.
    pub(crate) fn new(source: Stored<N>, length: usize, places: &[usize], compiler: &mut Compiler) -> Self {
        Self { source, length, packed: Indices::pack(compiler, places) }
    }

    /// The node that loads the coefficients of an affine form: it gathers nothing.
    pub(crate) fn of_coefficients(source: Stored<N>, length: usize) -> Self {
        Self { source, length, packed: Indices::default() }
    }
}

impl<N: Node> Node for Gather<N> {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = N::VARS;
    const ROWS_OF: Option<VarSet> = N::ROWS_OF;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
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

impl<N: Coefficients> Coefficients for Gather<N> {
    const IS_DATUM: bool = N::IS_DATUM;
    const HAS_ROWS: bool = true;
    const IS_AFFINE: bool = N::IS_DATUM || !N::VARS.is_empty();
    const IS_WEIGHTED: bool = N::IS_WEIGHTED;

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
}

impl<N: Dependence> Dependence for Gather<N> {
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
    const NONLINEAR: VarSet = N::NONLINEAR;
}

#[cfg(feature = "random")]
impl<N: Drawn> Drawn for Gather<N> {
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        self.source.reads(self.packed.index(frame, row), frame, known);
    }
}
