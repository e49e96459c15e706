//! A sparse data matrix times a vector: η = X β, with β̄ = Xᵀ η̄.
//!
//! Columns with enough entries are multiplied in [`panels`](crate::node::panels), as those of a dense
//! matrix are: an intercept or a covariate beside many indicators. The others are multiplied entry by
//! entry. So the product costs no more than the cheaper of both ways.

use super::entries::Entries;
use super::rows::Rows;
use crate::compiler::rewrite::{Cursor, TermSlots};
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, is_active};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::node::panels::Panels;
use crate::node::{BoundDot, BoundStored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Sides, Size, Vector};
use crate::simd::{Block, Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of dense cells that cost as much as one entry, while the cells are in the second-level cache.
const OF_AN_ENTRY: usize = 7;

/// The number of dense cells that cost as much as a row with entries, not counting the cost of the entries.
const OF_A_ROW: usize = 16;

/// Numbers of cells, ascending, each with the cost of ten cells in a matrix of at most this many. The cost
/// rises as the matrix leaves the caches.
const OF_TEN_CELLS: [(usize, usize); 3] = [(1 << 18, 10), (1 << 22, 14), (usize::MAX, 40)];

/// The product of a sparse data matrix with `R` rows and the vector `N`.
#[derive(Clone, Copy, Debug)]
pub struct BoundSparseDot<R, N> {
    /// The product with the columns that are packed with their zeros. The entries of the other columns are
    /// added to it.
    dense: BoundDot<R, N>,
    entries: Entries,
}

erase! {
    [R, N: Erase] BoundSparseDot<R, N> => BoundSparseDot<R, N::Erased>, [BoundDot<R, N>], { dense, entries };
}

impl<R: Dimension, N: Node> BoundSparseDot<R, N> {
    /// Packs a matrix of this size, and multiplies it with a vector.
    pub(super) fn new(
        matrix: Size,
        rows: &Rows,
        vector: BoundStored<N>,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let firsts = compiler.context().row_firsts(matrix.rows).iter().collect::<Vec<_>>();
        let full = full_columns(rows, &firsts, matrix.columns);
        let mut is_sparse = vec![true; matrix.columns];
        full.iter().for_each(|&column| is_sparse[column] = false);
        if const { N::FACTS.in_slot } {
            compiler.read_at_several(vector.slot(), || rows.ways(&firsts));
        }
        let panels = Panels::bind_columns(compiler, rows.dense(&full).as_ref(), &full)?;
        let entries = Entries::pack(compiler, rows, &firsts, &is_sparse);
        if compiler.rewrites() {
            let dense = match full.len() {
                0 => String::new(),
                count => format!(", and {count} of its {} columns with their zeros", matrix.columns),
            };
            compiler.note(format!("{}{dense}", entries.describe()));
        }
        Ok(Self { dense: BoundDot::of_panels(matrix, panels, vector), entries })
    }

    /// The node that loads the coefficients of an affine form: nothing of the matrix is packed.
    pub(super) fn of_coefficients(matrix: Size, vector: BoundStored<N>) -> Self {
        let dense = BoundDot::of_panels(matrix, Panels::default(), vector);
        Self { dense, entries: Entries::default() }
    }
}

/// The columns that are cheaper with their zeros, given the rows: those with enough entries, or all columns
/// if the remaining ones together are cheaper with their zeros.
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
    const FACTS: Facts = BoundDot::<R, N>::FACTS;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.dense.sides()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.dense.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        let state = self.dense.begin::<C, S>(simd, frame);
        if const { is_active::<C, N>() } {
            self.entries.start_gradient(frame);
        }
        state
    }

    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut N::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.dense.begin_block::<C, S>(state, frame, block);
        self.entries.add_product(frame, block, self.dense.vector_slot(), self.dense.panels().products());
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, ()) {
        self.dense.forward::<C, S>(state, frame, lane)
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: (),
        adjoint: Pack<S>,
    ) {
        self.dense.backward::<C, S>(state, frame, lane, tape, adjoint);
    }

    fn end_block<C: Scope, S: Simd>(&self, state: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        self.dense.end_block::<C, S>(state, frame, block);
        if const { is_active::<C, N>() } {
            let residuals = self.dense.panels().residuals();
            self.entries.add_transposed(frame, block, self.dense.vector_slot(), residuals);
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        // The entries add to the adjoints of the vector before the dense product ends, which ends the
        // vector.
        if const { is_active::<C, N>() } {
            self.entries.add_gradient(frame, self.dense.vector_slot());
        }
        self.dense.end::<C, S>(state, simd, frame);
    }
}

#[inlined]
impl<R: Dimension, N: Coefficients> Coefficients for BoundSparseDot<R, N> {
    fn add_term_slots(&self, slots: &mut TermSlots) {
        self.dense.add_term_slots(slots);
    }

    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.dense.load::<C, S>(simd, frame, cursor)
    }

    fn unload<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.dense.unload::<C, S>(state, simd, frame, cursor);
    }
}

impl<R: Dimension, N: Drawn> Drawn for BoundSparseDot<R, N> {}

sealed! {
    [R, N] BoundSparseDot<R, N>;
}
