//! A row of a matrix: yⱼ = x at (r, j), with x̄ at (r, j) = ȳⱼ.
//!
//! Rows follow each other without padding, so a row is a run of elements.

use crate::compile::Context;
use crate::conjugacy::{Dependence, Link};
use crate::error::Error;
use crate::name::VarSet;
use crate::node::{Node, Stored, is_active};
#[cfg(feature = "random")]
use crate::predict::Drawn;
use crate::rewrite::Coefficients;
use crate::scope::Scope;
use crate::shape::{Dimension, Sides, Vector};
use crate::simd::{Frame, Lane, Pack, Slot};
use core::marker::PhantomData;
use pulp::Simd;

/// The row of `N` at an index, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Row<N, Columns> {
    source: Stored<N>,
    index: usize,
    columns: usize,
    shape: PhantomData<fn() -> Columns>,
}

impl<N: Node, Columns: Dimension> Row<N, Columns> {
    /// Takes a row of a matrix with `columns` columns.
    pub(crate) fn new(source: Stored<N>, index: usize, columns: usize) -> Self {
        Self { source, index, columns, shape: PhantomData }
    }

    /// Where the row begins.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn start(&self) -> Slot {
        self.source.slot().element(self.index * const { Columns::SIZE }.unwrap_or(self.columns))
    }
}

impl<N: Node, Columns: Dimension> Node for Row<N, Columns> {
    type Shape = Vector<Columns>;
    const VARS: VarSet = N::VARS;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.columns)
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
        (frame.values(self.start(), lane), ())
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
            frame.add_adjoints_of_part(self.start(), lane, adjoint);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<N: Coefficients, Columns: Dimension> Coefficients for Row<N, Columns> {}

impl<N: Dependence, Columns: Dimension> Dependence for Row<N, Columns> {
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
}

#[cfg(feature = "random")]
impl<N: Drawn, Columns: Dimension> Drawn for Row<N, Columns> {}
