//! A row of a matrix: yⱼ = x at (r, j), with x̄ at (r, j) = ȳⱼ.
//!
//! Rows follow each other without padding, so a row is a run of elements.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::{Link, Node, Stored, is_active};
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
    /// Takes a row.
    pub(crate) fn new(source: N, index: usize) -> Self {
        let columns = source.sides().columns.unwrap_or(1);
        Self { source: Stored::new(source), index, columns, shape: PhantomData }
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
    const LINK: Link = N::LINK;
    const MIXED: VarSet = N::MIXED;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.columns)
    }

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(&format!(".row({})", self.index));
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.source.bind(compiler)?;
        let rows = self.source.count().checked_div(self.columns).unwrap_or(0);
        compiler.check_index(self, None, self.index, rows).map(drop)
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
