//! A sparse data matrix times a vector: η = X β, with β̄ = Xᵀ η̄.
//!
//! Columns that are full enough are multiplied in [`panels`](crate::node::panels), as those of a dense matrix
//! are: an intercept or a covariate beside many indicators. The others go entry by entry. So the product
//! costs no more than the cheaper of both ways.

use super::entries::Entries;
use super::rows::Rows;
use crate::compiler::rewrite::Cursor;
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, is_active};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::node::BoundStored;
use crate::node::panels::Panels;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Sides, Size, Vector};
use crate::simd::{Block, Lane, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The cells that cost what an entry costs, while cells are in the second-level cache.
const OF_AN_ENTRY: usize = 7;

/// The cells that cost what a row with entries costs beside them.
const OF_A_ROW: usize = 16;

/// The cost of ten cells, which rises as they leave the caches, up to so many of them.
const OF_TEN_CELLS: [(usize, usize); 3] = [(1 << 18, 10), (1 << 22, 14), (usize::MAX, 40)];

/// The product of a sparse data matrix with `R` rows and the vector `N`.
#[derive(Clone, Copy, Debug)]
pub struct BoundSparseDot<R, N> {
    vector: BoundStored<N>,
    /// The size of the matrix.
    matrix: Size,
    /// The columns that have their zeros, and η and η̄ of a block's rows.
    panels: Panels,
    entries: Entries,
    rows: PhantomData<fn() -> R>,
}

erase! {
    [R, N: Erase] BoundSparseDot<R, N> => BoundSparseDot<R, N::Erased>,
        [BoundStored<N>], { vector, matrix, panels, entries };
}

impl<R: Dimension, N: Node> BoundSparseDot<R, N> {
    /// Packs a matrix of this size, and multiplies it with a vector.
    pub(super) fn new(
        matrix: Size,
        rows: &Rows,
        vector: BoundStored<N>,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let firsts = compiler.context().row_firsts(matrix.rows);
        let full = full_columns(rows, &firsts, matrix.columns);
        let mut is_sparse = vec![true; matrix.columns];
        full.iter().for_each(|&column| is_sparse[column] = false);
        let panels = Panels::bind_columns(compiler, rows.dense(&full).as_ref(), &full)?;
        let entries = Entries::pack(compiler, rows, &firsts, &is_sparse);
        if compiler.rewrites() {
            let dense = match full.len() {
                0 => String::new(),
                count => format!(", and {count} of its {} columns with their zeros", matrix.columns),
            };
            compiler.note(format!("{}{dense}", entries.describe()));
        }
        Ok(Self { panels, entries, ..Self::of_coefficients(matrix, vector) })
    }

    /// The node that loads the coefficients of an affine form: nothing of the matrix is packed.
    pub(super) fn of_coefficients(matrix: Size, vector: BoundStored<N>) -> Self {
        let (panels, entries) = (Panels::default(), Entries::default());
        Self { vector, matrix, panels, entries, rows: PhantomData }
    }
}

/// The columns that are cheaper with their zeros, in these rows: those that are full enough, and all where
/// what is left of the others would be.
fn full_columns(matrix: &Rows, rows: &[usize], columns: usize) -> Vec<usize> {
    let counts = matrix.counts(rows, columns);
    let cells = rows.len().saturating_mul(columns);
    let cost = OF_TEN_CELLS.iter().find(|(most, _)| cells <= *most).map_or(0, |&(_, cost)| cost);
    let is_full =
        |column: &usize| counts[*column] > 0 && 10 * OF_AN_ENTRY * counts[*column] >= cost * rows.len();
    let (full, other): (Vec<usize>, Vec<usize>) = (0..columns).partition(is_full);
    let entries: usize = other.iter().map(|&column| counts[column]).sum();
    let has_entries = |row: &&usize| matrix.row(**row).iter().any(|(column, _)| !is_full(column));
    let sparse = OF_AN_ENTRY * entries + OF_A_ROW * rows.iter().filter(has_entries).count();
    let dense = rows.len().saturating_mul(other.len()).saturating_mul(cost);
    if entries > 0 && 10 * sparse >= dense { (0..columns).collect() } else { full }
}

#[inlined]
impl<R: Dimension, N: Node> Node for BoundSparseDot<R, N> {
    type Shape = Vector<R>;
    const FACTS: Facts = Facts {
        blocked: true,
        has_rows: true,
        is_affine: !N::FACTS.is_data(),
        is_weighted: true,
        link: N::FACTS.link.combined(),
        nonlinear: N::FACTS.nonlinear,
        ..Facts::of(N::FACTS.vars)
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
            self.entries.start_gradient(frame);
        }
        state
    }

    fn begin_block<C: Scope, S: Simd>(&self, _: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        self.panels.multiply(frame, block);
        self.entries.add_product(frame, block, self.vector.slot(), self.panels.products());
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
            self.entries.add_transposed(frame, block, self.vector.slot(), self.panels.residuals());
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } {
            self.panels.add_gradient(simd, frame, self.vector.slot());
            self.entries.add_gradient(frame, self.vector.slot());
        }
        self.vector.end::<C, S>(state, simd, frame);
    }
}

#[inlined]
impl<R: Dimension, N: Coefficients> Coefficients for BoundSparseDot<R, N> {
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

impl<R: Dimension, N: Drawn> Drawn for BoundSparseDot<R, N> {}

sealed! {
    [R, N] BoundSparseDot<R, N>;
}
