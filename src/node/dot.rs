//! A data matrix times a vector: η = X β, with β̄ = Xᵀ η̄.
//!
//! `compile()` packs X into panels of [`BLOCK_ROWS`] rows, each stored column by column, so that every access is
//! to the next cache line. A block's rows of η are computed when the block begins, its lanes are consumed and
//! their adjoints stored, and Xᵀη̄ is taken when the block ends, while the panel is still in the first-level cache:
//! X is streamed from memory once per gradient. The sums over rows are kept one register a column, and reduced
//! once at the end.

use crate::compile::Compiler;
use crate::error::Error;
use crate::model::Scope;
use crate::name::VarSet;
use crate::node::{Link, Node, Stored, is_active};
use crate::rewrite::{AffineRow, Cursor, Key};
use crate::shape::{Dimension, Vector};
use crate::simd::{BLOCK_ROWS, Block, Frame, Lane, MAX_LANES, Pack, Packed, Scratch};
use core::marker::PhantomData;
use faer::MatRef;
use pulp::Simd;

/// A borrowed matrix of data with `R` rows and `C` columns.
#[derive(Clone, Copy, Debug)]
pub struct DataMatrix<'a, R, C> {
    pub(crate) numbers: MatRef<'a, f64>,
    shape: PhantomData<(R, C)>,
}

impl<'a, R: Dimension, C: Dimension> DataMatrix<'a, R, C> {
    /// The leaf for a matrix, whose sizes must be `R` and `C` where these are numbers.
    pub(crate) fn new(numbers: MatRef<'a, f64>) -> Self {
        Self { numbers, shape: PhantomData }
    }
}

/// The product of a data matrix with `R` rows and the vector `N`.
#[derive(Clone, Copy, Debug)]
pub struct Dot<'a, R, N> {
    matrix: MatRef<'a, f64>,
    vector: Stored<N>,
    panels: Packed,
    /// η of the block's rows.
    product: Scratch,
    /// η̄ of the block's rows.
    residual: Scratch,
    /// β̄, one register a column.
    gradient: Scratch,
    rows: PhantomData<fn() -> R>,
}

impl<'a, R: Dimension, N: Node> Dot<'a, R, N> {
    /// Multiplies a matrix and a vector.
    pub(crate) fn new(matrix: MatRef<'a, f64>, vector: N) -> Self {
        Self {
            matrix,
            vector: Stored::new(vector),
            panels: Packed::default(),
            product: Scratch::default(),
            residual: Scratch::default(),
            gradient: Scratch::default(),
            rows: PhantomData,
        }
    }

    /// The panel of a block: where it starts, and its height in rows.
    #[inline(always)]
    fn panel<S: Simd>(&self, block: Block<S>) -> (Packed, usize) {
        let height = (block.end - block.start).next_multiple_of(MAX_LANES);
        (self.panels.element(block.start * self.matrix.ncols()), height)
    }

    /// η in `REGISTERS` registers of rows, from `row` of the panel on.
    #[inline(always)]
    fn multiply<const REGISTERS: usize, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        row: usize,
    ) {
        let mut product = [Pack::zero(simd); REGISTERS];
        let beta = self.vector.slot();
        for column in 0..self.matrix.ncols() {
            let coefficient = frame.value(simd, beta.element(column));
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

    /// Adds Xᵀη̄ of `REGISTERS` registers of rows to β̄.
    #[inline(always)]
    fn multiply_transposed<const REGISTERS: usize, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (panel, height): (Packed, usize),
        row: usize,
    ) {
        let mut residual = [Pack::zero(simd); REGISTERS];
        for (register, r) in residual.iter_mut().enumerate() {
            *r = frame.scratch(simd, self.residual.element(row + register * Pack::<S>::LANES));
        }
        for column in 0..self.matrix.ncols() {
            let place = self.gradient.element(column * MAX_LANES);
            let rows = panel.element(column * height + row);
            let mut sum = frame.scratch(simd, place);
            for (register, r) in residual.iter().enumerate() {
                let x = frame.packed(simd, rows.element(register * Pack::<S>::LANES));
                sum = x.mul_add(*r, sum);
            }
            frame.set_scratch(place, sum);
        }
    }
}

/// The registers of rows that are worked on at once.
const REGISTERS: usize = 8;

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

    fn length(&self) -> Option<usize> {
        Some(self.matrix.nrows())
    }

    fn describe(&self, text: &mut String) {
        text.push_str("data.dot(");
        self.vector.describe(text);
        text.push(')');
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.vector.bind(compiler)?;
        compiler.check_columns(self, self.matrix.ncols(), &self.vector)?;
        self.panels = compiler.pack_panels(self.matrix)?;
        self.product = compiler.scratch(BLOCK_ROWS);
        self.residual = compiler.scratch(BLOCK_ROWS);
        self.gradient = compiler.scratch(self.matrix.ncols() * MAX_LANES);
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

    #[inline(always)]
    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.vector.load_term::<C, S>(simd, frame, cursor, self.matrix.ncols())
    }

    #[inline(always)]
    fn unload<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.vector.unload_term::<C, S>(state, simd, frame, cursor, self.matrix.ncols());
    }

    #[inline(always)]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        if const { is_active::<C, N>() } {
            for column in 0..self.matrix.ncols() {
                frame.set_scratch(self.gradient.element(column * MAX_LANES), Pack::zero(simd));
            }
        }
        self.vector.begin::<C, S>(simd, frame)
    }

    #[inline(always)]
    fn begin_block<C: Scope, S: Simd>(&self, _: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        let panel = self.panel(block);
        let step = REGISTERS * Pack::<S>::LANES;
        let mut row = 0;
        while row + step <= panel.1 {
            self.multiply::<REGISTERS, S>(block.simd, frame, panel, row);
            row += step;
        }
        while row < panel.1 {
            self.multiply::<1, S>(block.simd, frame, panel, row);
            row += Pack::<S>::LANES;
        }
    }

    #[inline(always)]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.scratch(lane.simd, self.product.element(lane.in_block)), ())
    }

    #[inline(always)]
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

    #[inline(always)]
    fn end_block<C: Scope, S: Simd>(&self, _: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        if const { !is_active::<C, N>() } {
            return;
        }
        let panel = self.panel(block);
        let step = REGISTERS * Pack::<S>::LANES;
        // The lanes stop with the rows, the panel with a whole line.
        let end = (block.end - block.start).next_multiple_of(Pack::<S>::LANES);
        let mut row = 0;
        while row + step <= end {
            self.multiply_transposed::<REGISTERS, S>(block.simd, frame, panel, row);
            row += step;
        }
        while row < end {
            self.multiply_transposed::<1, S>(block.simd, frame, panel, row);
            row += Pack::<S>::LANES;
        }
    }

    #[inline(always)]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } {
            for column in 0..self.matrix.ncols() {
                let sum = frame.scratch(simd, self.gradient.element(column * MAX_LANES)).sum();
                frame.add_adjoint_number(self.vector.slot().element(column), sum);
            }
        }
        self.vector.end::<C, S>(state, simd, frame);
    }
}
