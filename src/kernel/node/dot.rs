//! A data matrix times a vector: η = X β, with β̄ = Xᵀ η̄.
//!
//! How X is stored and gone through is told in [`panels`](super::panels).

use crate::binding::{Compiler, Context};
use crate::conjugacy::{Dependence, Link};
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::panels::Panels;
use crate::node::{Node, Stored, is_active};
use crate::rewrite::Cursor;
use crate::scope::Scope;
use crate::shape::{Dimension, Sides, Size, Vector};
use crate::simd::{Block, Lane, Pack};
use core::marker::PhantomData;
use faer::MatRef;
use pulp::Simd;

/// The product of a data matrix with `R` rows and the vector `N`.
#[derive(Clone, Copy, Debug)]
pub struct Dot<R, N> {
    vector: Stored<N>,
    /// The size of the matrix.
    matrix: Size,
    panels: Panels,
    rows: PhantomData<fn() -> R>,
}

erase! {
    [R, N: Erase] Dot<R, N> => Dot<R, N::Erased>, [Stored<N>], { vector, matrix, panels };
}

impl<R: Dimension, N: Node> Dot<R, N> {
    /// Packs a matrix, and multiplies it with a vector.
    pub(crate) fn new(
        matrix: MatRef<'_, f64>,
        vector: Stored<N>,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let panels = Panels::bind(compiler, matrix)?;
        Ok(Self { panels, ..Self::of_coefficients(matrix, vector) })
    }

    /// The node that loads the coefficients of an affine form: nothing of the matrix is packed.
    pub(crate) fn of_coefficients(matrix: MatRef<'_, f64>, vector: Stored<N>) -> Self {
        let matrix = Size::new(matrix.nrows(), matrix.ncols());
        Self { vector, matrix, panels: Panels::default(), rows: PhantomData }
    }
}

impl<R: Dimension, N: Node> Node for Dot<R, N> {
    type Shape = Vector<R>;
    const VARS: VarSet = N::VARS;
    const BLOCKED: bool = true;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.matrix.rows)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.precompute(context, frame)
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

impl<R: Dimension, N: Coefficients> Coefficients for Dot<R, N> {
    const HAS_ROWS: bool = true;
    const IS_AFFINE: bool = !N::VARS.is_empty();
    const IS_WEIGHTED: bool = true;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.vector.load_term::<C, S>(simd, frame, cursor, self.matrix.columns)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn unload<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.vector.unload_term::<C, S>(state, simd, frame, cursor, self.matrix.columns);
    }
}

impl<R: Dimension, N: Dependence> Dependence for Dot<R, N> {
    const LINK: Link = N::LINK.combined();
    const NONLINEAR: VarSet = N::NONLINEAR;
}

#[cfg(feature = "random")]
impl<R: Dimension, N: Drawn> Drawn for Dot<R, N> {}
