//! The bound node of a data matrix times coefficients that differ between groups.

use crate::compiler::rewrite::{Cursor, TermSlots};
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node, is_active, joined};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Packed, PackedIndices, Scratch, Slot};
use crate::node::BoundStored;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Sides, Size, Vector};
use crate::simd::{BLOCK_ROWS, Block, Lane, MAX_LANES, Mask, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The product of each of the `R` rows of a data matrix with the row of `N` that belongs to the row's
/// group.
#[derive(Clone, Copy, Debug)]
pub struct BoundGroupedDot<R, N> {
    coefficients: BoundStored<N>,
    /// The size of the matrix.
    matrix: Size,
    panels: Packed,
    /// The number of the first run of each block, and of the run after its last run.
    blocks: PackedIndices,
    /// The first row of each run in its block, the row after its last row, and its group.
    runs: PackedIndices,
    /// η for the block's rows.
    product: Scratch,
    /// η̄ for the block's rows.
    residual: Scratch,
    rows: PhantomData<fn() -> R>,
}

erase! {
    [R, N: Erase] BoundGroupedDot<R, N> => BoundGroupedDot<R, N::Erased>,
        [BoundStored<N>], { coefficients, matrix, panels, blocks, runs, product, residual };
}

/// Consecutive rows of one group in a block.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    end: usize,
    /// The slot of the group's coefficients.
    coefficients: Slot,
}

impl<R: Dimension, N: Node> BoundGroupedDot<R, N> {
    /// Multiplies each row of a matrix of this size, packed in `panels`, with the coefficients of its
    /// group. The groups of the rows have been checked.
    pub(crate) fn new(
        matrix: Size,
        panels: Packed,
        coefficients: BoundStored<N>,
        groups: &[usize],
        compiler: &mut Compiler,
    ) -> Self {
        let (mut blocks, mut runs) = (vec![0], Vec::new());
        for rows in compiler.context().row_firsts(matrix.rows).blocks() {
            let mut start = 0;
            for (place, &row) in rows.iter().enumerate() {
                let group = groups[row];
                if rows.get(place + 1).map(|&next| groups[next]) != Some(group) {
                    runs.extend([start, place + 1, group]);
                    start = place + 1;
                }
            }
            blocks.push(runs.len() / 3);
        }
        Self {
            coefficients,
            matrix,
            panels,
            blocks: compiler.pack_own_indices(blocks),
            runs: compiler.pack_own_indices(runs),
            // The last register of a run reaches beyond the run.
            product: compiler.scratch(BLOCK_ROWS + MAX_LANES),
            residual: compiler.scratch(BLOCK_ROWS + MAX_LANES),
            rows: PhantomData,
        }
    }

    /// The node that loads the coefficients of an affine form: nothing of the matrix is packed.
    pub(crate) fn of_coefficients(matrix: Size, coefficients: BoundStored<N>) -> Self {
        Self {
            coefficients,
            matrix,
            panels: Packed::default(),
            blocks: PackedIndices::default(),
            runs: PackedIndices::default(),
            product: Scratch::default(),
            residual: Scratch::default(),
            rows: PhantomData,
        }
    }

    /// The panel of a block: its first number, and its height in rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn panel<S: Simd>(&self, block: Block<S>) -> (Packed, usize) {
        let height = (block.end - block.start).next_multiple_of(MAX_LANES);
        (self.panels.element(block.start * self.matrix.columns), height)
    }

    /// The numbers of a block's runs.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn runs<S: Simd>(&self, frame: &Frame<'_>, block: Block<S>) -> core::ops::Range<usize> {
        let number = block.start / BLOCK_ROWS;
        frame.index(self.blocks, number)..frame.index(self.blocks, number + 1)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn run(&self, frame: &Frame<'_>, place: usize) -> Run {
        let [start, end, group] = [0, 1, 2].map(|part| frame.index(self.runs, 3 * place + part));
        Run { start, end, coefficients: self.coefficients.slot().element(group * self.matrix.columns) }
    }

    /// Computes η in `REGISTERS` registers of a run's rows, from the row `row` of the panel on.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn multiply<const REGISTERS: usize, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        coefficients: Slot,
        row: usize,
    ) {
        let mut product = [Pack::zero(simd); REGISTERS];
        for column in 0..self.matrix.columns {
            let coefficient = frame.value(simd, coefficients.element(column));
            let rows = panel.element(column * height + row);
            for (register, sum) in product.iter_mut().enumerate() {
                let x = frame.packed(simd, rows.element(register * Pack::<S>::LANES));
                *sum = x.mul_add(coefficient, *sum);
            }
        }
        for (register, sum) in product.into_iter().enumerate() {
            frame.set_scratch(self.product.element(row + register * Pack::<S>::LANES), sum);
        }
    }

    /// Adds the part of xᵀη̄ from a run's rows to the adjoints of `COLUMNS` coefficients, from `column` on.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn multiply_transposed<const COLUMNS: usize, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        run: Run,
        column: usize,
    ) {
        let mut sums = [Pack::zero(simd); COLUMNS];
        let mut row = run.start;
        while row < run.end {
            let own = Mask::first(simd, (run.end - row).min(Pack::<S>::LANES));
            let residual = own.select(frame.scratch(simd, self.residual.element(row)), 0.0);
            for (at, sum) in sums.iter_mut().enumerate() {
                let x = frame.packed(simd, panel.element((column + at) * height + row));
                *sum = x.mul_add(residual, *sum);
            }
            row += Pack::<S>::LANES;
        }
        for (at, sum) in sums.into_iter().enumerate() {
            frame.add_adjoint_number(run.coefficients.element(column + at), sum.sum());
        }
    }
}

/// The greatest number of registers of rows, or of columns, that are computed at once.
const AT_ONCE: usize = 4;

#[inlined]
impl<R: Dimension, N: Node> Node for BoundGroupedDot<R, N> {
    type Shape = Vector<R>;
    const FACTS: Facts = Facts {
        blocked: true,
        has_rows: true,
        is_affine: !N::FACTS.is_data(),
        is_weighted: true,
        link: N::FACTS.link.combined(),
        // A row of the statement reads the coefficients of one group, which are a row of the variable's
        // matrix unless the elements stand there in another order.
        mixed_rows: joined!(N::FACTS.mixed_rows, N::FACTS.reads_other_rows),
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
    };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.matrix.rows)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.coefficients.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.coefficients.begin::<C, S>(simd, frame)
    }

    fn begin_block<C: Scope, S: Simd>(&self, _: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        let panel = self.panel(block);
        // The last register of a run also stores rows of the next run, which that run stores again.
        for place in self.runs(frame, block) {
            let Run { start, end, coefficients } = self.run(frame, place);
            let mut row = start;
            while row < end {
                let registers = (end - row).div_ceil(Pack::<S>::LANES).min(AT_ONCE);
                match registers {
                    1 => self.multiply::<1, S>(block.simd, frame, panel, coefficients, row),
                    2 => self.multiply::<2, S>(block.simd, frame, panel, coefficients, row),
                    3 => self.multiply::<3, S>(block.simd, frame, panel, coefficients, row),
                    _ => self.multiply::<AT_ONCE, S>(block.simd, frame, panel, coefficients, row),
                }
                row += registers * Pack::<S>::LANES;
            }
        }
    }

    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.scratch(lane.simd, self.product.element(lane.in_block)), ())
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        frame.set_scratch(self.residual.element(lane.in_block), lane.mask.select(adjoint, 0.0));
    }

    fn end_block<C: Scope, S: Simd>(&self, _: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        if const { !is_active::<C, N>() } {
            return;
        }
        let panel = self.panel(block);
        for place in self.runs(frame, block) {
            let run = self.run(frame, place);
            let mut column = 0;
            while column < self.matrix.columns {
                let columns = (self.matrix.columns - column).min(AT_ONCE);
                match columns {
                    1 => self.multiply_transposed::<1, S>(block.simd, frame, panel, run, column),
                    2 => self.multiply_transposed::<2, S>(block.simd, frame, panel, run, column),
                    3 => self.multiply_transposed::<3, S>(block.simd, frame, panel, run, column),
                    _ => self.multiply_transposed::<AT_ONCE, S>(block.simd, frame, panel, run, column),
                }
                column += columns;
            }
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.coefficients.end::<C, S>(state, simd, frame);
    }
}

#[inlined]
impl<R: Dimension, N: Coefficients> Coefficients for BoundGroupedDot<R, N> {
    fn add_term_slots(&self, slots: &mut TermSlots) {
        self.coefficients.add_slots(slots, self.matrix.columns);
    }

    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.coefficients.load_term::<C, S>(simd, frame, cursor, self.matrix.columns)
    }

    fn unload<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.coefficients.unload_term::<C, S>(state, simd, frame, cursor, self.matrix.columns);
    }
}

impl<R: Dimension, N: Drawn> Drawn for BoundGroupedDot<R, N> {}

sealed! {
    [R, N] BoundGroupedDot<R, N>;
}
