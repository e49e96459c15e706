//! A data matrix times a vector: η = X β, with β̄ = Xᵀ η̄.
//!
//! [`panels`](crate::node::panels) describes how X is stored and read.

use crate::compiler::rewrite::{AffineRow, Cursor, RowFacts, TermSlots};
use crate::compiler::{Compiler, Context, Key};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Coefficients, Facts, Node, is_active};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::node::panels::Panels;
use crate::node::{BoundStored, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Sides, Size, Vector};
use crate::simd::{Block, Lane, Pack};
use core::marker::PhantomData;
use faer::MatRef;
use monomorph_macros::inlined;
use pulp::Simd;

/// The product of a data matrix with `R` rows and the vector `N`.
#[derive(Clone, Copy, Debug)]
pub struct Dot<'a, R, N> {
    matrix: MatRef<'a, f64>,
    vector: Stored<N>,
    rows: PhantomData<fn() -> R>,
}

impl<'a, R: Dimension, N: Expression> Dot<'a, R, N> {
    /// Multiplies a matrix and a vector.
    pub(crate) fn new(matrix: MatRef<'a, f64>, vector: N) -> Self {
        Self { matrix, vector: Stored::new(vector), rows: PhantomData }
    }
}

impl<'a, R: Dimension, N: Expression> Expression for Dot<'a, R, N> {
    type Shape = Vector<R>;
    type Bound = BoundDot<R, N::Bound>;
    type Erased = Dot<'a, R, N::Erased>;

    fn erase(self) -> Self::Erased {
        Dot { matrix: self.matrix, vector: self.vector.erase(), rows: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.matrix.nrows())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let vector = self.vector.bind(compiler)?;
        compiler.check_matrix(self.matrix)?;
        compiler.context().check_columns(&self, self.matrix.ncols(), &self.vector)?;
        BoundDot::new(self.matrix, vector, compiler)
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundDot::of_coefficients(self.matrix, self.vector.bind(compiler)?))
    }
}

impl<R: Dimension, N: Expression> Describe for Dot<'_, R, N> {
    fn describe(&self, text: &mut String) {
        text.push_str("data.dot(");
        self.vector.describe(text);
        text.push(')');
    }
}

impl<R: Dimension, N: Expression> RowFacts for Dot<'_, R, N> {
    fn key(&self, row: usize, key: &mut Key) {
        self.matrix.row(row).iter().for_each(|&number| key.number(number));
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        let weights = columns(self.matrix, row).map(|number| weight * number);
        form.term_of(self.vector.source(), 1, 0, weights);
        form.call(|text| self.vector.describe(text));
    }
}

/// The numbers of a row; empty if the matrix has no such row. Sizes are checked when an expression is
/// bound.
pub(in crate::node) fn columns(matrix: MatRef<'_, f64>, row: usize) -> impl Iterator<Item = f64> {
    let columns = if row < matrix.nrows() { matrix.ncols() } else { 0 };
    (0..columns).map(move |column| matrix[(row, column)])
}

/// The product of a data matrix with `R` rows and the vector `N`.
#[derive(Clone, Copy, Debug)]
pub struct BoundDot<R, N> {
    vector: BoundStored<N>,
    /// The size of the matrix.
    matrix: Size,
    panels: Panels,
    rows: PhantomData<fn() -> R>,
}

erase! {
    [R, N: Erase] BoundDot<R, N> => BoundDot<R, N::Erased>, [BoundStored<N>], { vector, matrix, panels };
}

impl<R: Dimension, N: Node> BoundDot<R, N> {
    /// Packs a matrix, and multiplies it with a vector.
    pub(crate) fn new(
        matrix: MatRef<'_, f64>,
        vector: BoundStored<N>,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let panels = Panels::bind(compiler, matrix)?;
        Ok(Self { panels, ..Self::of_coefficients(matrix, vector) })
    }

    /// The node that loads the coefficients of an affine form: nothing of the matrix is packed.
    pub(crate) fn of_coefficients(matrix: MatRef<'_, f64>, vector: BoundStored<N>) -> Self {
        Self::of_panels(Size::new(matrix.nrows(), matrix.ncols()), Panels::default(), vector)
    }

    /// The product of a vector with the columns of a matrix of this size that are packed in panels.
    pub(in crate::node) fn of_panels(matrix: Size, panels: Panels, vector: BoundStored<N>) -> Self {
        Self { vector, matrix, panels, rows: PhantomData }
    }

    /// The slot of the vector.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(in crate::node) fn vector_slot(&self) -> Slot {
        self.vector.slot()
    }

    /// The packed columns, and the memory of η and η̄ for the rows of a block.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(in crate::node) fn panels(&self) -> &Panels {
        &self.panels
    }
}

#[inlined]
impl<R: Dimension, N: Node> Node for BoundDot<R, N> {
    type Shape = Vector<R>;
    const FACTS: Facts = Facts {
        blocked: true,
        has_rows: true,
        is_affine: !N::FACTS.is_data(),
        is_weighted: true,
        link: N::FACTS.link.combined(),
        nonlinear: N::FACTS.nonlinear,
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
    };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.matrix.rows)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        let state = self.vector.begin::<C, S>(simd, frame);
        self.panels.load(frame, self.vector.slot());
        if const { is_active::<C, N>() } {
            self.panels.start_gradient(simd, frame);
        }
        state
    }

    fn begin_block<C: Scope, S: Simd>(&self, _: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        self.panels.multiply(frame, block);
    }

    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (self.panels.product(lane.simd, frame, lane.in_block), ())
    }

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

    fn end_block<C: Scope, S: Simd>(&self, _: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        if const { is_active::<C, N>() } {
            self.panels.multiply_transposed(frame, block);
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } {
            self.panels.add_gradient(simd, frame, self.vector.slot());
        }
        self.vector.end::<C, S>(state, simd, frame);
    }
}

#[inlined]
impl<R: Dimension, N: Coefficients> Coefficients for BoundDot<R, N> {
    fn add_term_slots(&self, slots: &mut TermSlots) {
        self.vector.add_slots(slots, self.matrix.columns);
    }

    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.vector.load_term::<C, S>(simd, frame, cursor, self.matrix.columns)
    }

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

impl<R: Dimension, N: Drawn> Drawn for BoundDot<R, N> {}

expression! {
    [R, N] Dot<'_, R, N>;
}

sealed! {
    [R, N] BoundDot<R, N>;
}
