//! A data matrix times a vector: η = X β, with β̄ = Xᵀ η̄.
//!
//! How X is stored and gone through is told in [`panels`](super::panels).

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::panels::Panels;
use crate::node::{Link, Node, Stored, is_active};
use crate::rewrite::{AffineRow, Cursor, Key};
use crate::scope::Scope;
use crate::shape::{Dimension, Sides, Vector};
use crate::simd::{Block, Frame, Lane, Pack};
use core::marker::PhantomData;
use faer::MatRef;
use pulp::Simd;

/// The product of a data matrix with `R` rows and the vector `N`.
#[derive(Clone, Copy, Debug)]
pub struct Dot<'a, R, N> {
    matrix: MatRef<'a, f64>,
    vector: Stored<N>,
    panels: Panels,
    rows: PhantomData<fn() -> R>,
}

impl<'a, R: Dimension, N: Node> Dot<'a, R, N> {
    /// Multiplies a matrix and a vector.
    pub(crate) fn new(matrix: MatRef<'a, f64>, vector: N) -> Self {
        Self { matrix, vector: Stored::new(vector), panels: Panels::default(), rows: PhantomData }
    }
}

impl<R: Dimension, N: Node> Node for Dot<'_, R, N> {
    type Shape = Vector<R>;
    const VARS: VarSet = N::VARS;
    const LINK: Link = N::LINK.combined();
    const BLOCKED: bool = true;
    const HAS_ROWS: bool = true;
    const IS_AFFINE: bool = !N::VARS.is_empty();
    const IS_WEIGHTED: bool = true;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.matrix.nrows())
    }

    fn describe(&self, text: &mut String) {
        text.push_str("data.dot(");
        self.vector.describe(text);
        text.push(')');
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.vector.bind(compiler)?;
        compiler.check_matrix(self.matrix)?;
        compiler.check_columns(self, self.matrix.ncols(), &self.vector)?;
        self.panels = Panels::bind(compiler, self.matrix)?;
        Ok(())
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.fold(compiler, frame)
    }

    fn key(&self, row: usize, key: &mut Key) {
        self.matrix.row(row).iter().for_each(|&number| key.number(number));
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        let weights = self.matrix.row(row).iter().map(|number| weight * number);
        form.term_of(self.vector.source(), 1, 0, weights);
    }

    fn bind_coefficients(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.vector.bind(compiler)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.vector.load_term::<C, S>(simd, frame, cursor, self.matrix.ncols())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn unload<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.vector.unload_term::<C, S>(state, simd, frame, cursor, self.matrix.ncols());
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        let state = self.vector.begin::<C, S>(simd, frame);
        self.panels.load(frame, self.vector.slot());
        if const { is_active::<C, N>() } {
            self.panels.start_gradient(simd, frame);
        }
        state
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_block<C: Scope, S: Simd>(&self, _: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        self.panels.multiply(frame, block);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (self.panels.product(lane.simd, frame, lane.in_block), ())
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
        self.panels.set_residual(frame, lane.in_block, lane.mask.select(adjoint, 0.0));
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end_block<C: Scope, S: Simd>(&self, _: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        if const { is_active::<C, N>() } {
            self.panels.multiply_transposed(frame, block);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } {
            self.panels.add_gradient(simd, frame, self.vector.slot());
        }
        self.vector.end::<C, S>(state, simd, frame);
    }
}
