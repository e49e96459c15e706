//! Cells of a matrix by data: yᵢ = x at (rᵢ, cᵢ), with x̄ at (r, c) = Σ over i with rᵢ = r and cᵢ = c of ȳᵢ.

use crate::compile::Compiler;
use crate::error::Error;
use crate::expression::Index;
use crate::name::VarSet;
use crate::node::indices::Indices;
use crate::node::{Node, Stored, is_active};
use crate::rewrite::Key;
use crate::scope::Scope;
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Frame, Lane, Pack};
use pulp::Simd;

/// The cells of `N` that a slice of row indices and one of column indices name together, both counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a, RowIndex, ColumnIndex, N> {
    source: Stored<N>,
    rows: &'a [RowIndex],
    columns: &'a [ColumnIndex],
    /// The number of elements in a row.
    width: usize,
    packed: Indices,
}

impl<'a, RowIndex: Index, ColumnIndex: Index, N: Node> Cells<'a, RowIndex, ColumnIndex, N> {
    /// Picks cells.
    pub(crate) fn new(source: N, rows: &'a [RowIndex], columns: &'a [ColumnIndex]) -> Self {
        let width = source.sides().columns.unwrap_or(1);
        Self { source: Stored::new(source), rows, columns, width, packed: Indices::default() }
    }
}

impl<RowIndex: Index, ColumnIndex: Index, N: Node> Node for Cells<'_, RowIndex, ColumnIndex, N> {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = N::VARS;
    const HAS_ROWS: bool = true;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.rows.len())
    }

    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".cells(…)");
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.source.bind(compiler)?;
        compiler.check_pairs(self, self.rows.len(), self.columns.len())?;
        let height = self.source.count().checked_div(self.width).unwrap_or(0);
        let mut places = Vec::with_capacity(self.rows.len());
        for (position, (&row, &column)) in self.rows.iter().zip(self.columns).enumerate() {
            let row = compiler.check_index(self, Some(position), row, height);
            let row = row.map_err(|error| error.counting("rows"))?;
            let column = compiler.check_index(self, Some(position), column, self.width);
            let column = column.map_err(|error| error.counting("columns"))?;
            places.push(row as usize * self.width + column as usize);
        }
        let places: Vec<usize> =
            compiler.row_firsts(places.len()).into_iter().map(|row| places[row]).collect();
        self.packed = Indices::pack(compiler, &places);
        Ok(())
    }

    fn key(&self, row: usize, key: &mut Key) {
        let height = self.source.count().checked_div(self.width).unwrap_or(0);
        for (values, index) in
            [(height, self.rows[row].to_usize()), (self.width, self.columns[row].to_usize())]
        {
            key.index(values, index.unwrap_or(usize::MAX));
        }
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
