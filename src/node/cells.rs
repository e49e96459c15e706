//! Cells of a matrix by data: yᵢ = x at (rᵢ, cᵢ), with x̄ at (r, c) = Σ over i with rᵢ = r and cᵢ = c of ȳᵢ.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context, Index, Key};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Beside, Coefficients, Facts, Node, is_active};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::node::indices::Indices;
use crate::node::{BoundStored, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The cells of `N` that a slice of row indices and one of column indices name together, both counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a, RowIndex, ColumnIndex, N> {
    source: Stored<N>,
    rows: &'a [RowIndex],
    columns: &'a [ColumnIndex],
    /// The number of elements in a row.
    width: usize,
}

impl<'a, RowIndex: Index, ColumnIndex: Index, N: Expression> Cells<'a, RowIndex, ColumnIndex, N> {
    /// Gathers cells of a matrix.
    pub(crate) fn new(source: N, rows: &'a [RowIndex], columns: &'a [ColumnIndex]) -> Self {
        let width = source.sides().columns.unwrap_or(1);
        Self { source: Stored::new(source), rows, columns, width }
    }

    /// The number of rows up to the last that is read.
    fn rows_read(&self) -> usize {
        self.rows
            .iter()
            .filter_map(|row| row.to_usize())
            .max()
            .map_or(usize::MAX, |last| last.saturating_add(1))
    }

    /// The number of rows of the matrix.
    fn height(&self) -> usize {
        self.source.count().checked_div(self.width).unwrap_or(0)
    }
}

impl<'a, RowIndex: Index, ColumnIndex: Index, N: Expression> Expression
    for Cells<'a, RowIndex, ColumnIndex, N>
{
    type Shape = Vector<Dyn>;
    type Bound = BoundCells<N::Bound>;
    type Erased = Cells<'a, RowIndex, ColumnIndex, N::Erased>;

    fn erase(self) -> Self::Erased {
        let Self { source, rows, columns, width } = self;
        Cells { source: source.erase(), rows, columns, width }
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.rows.len())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind_first_rows(self.rows_read(), compiler)?;
        compiler.context().check_pairs(&self, self.rows.len(), self.columns.len())?;
        let height = self.height();
        let mut checked = Vec::with_capacity(self.rows.len());
        for (position, (&row, &column)) in self.rows.iter().zip(self.columns).enumerate() {
            let row = compiler.context().check_index(&self, Some(position), row, height);
            let row = row.map_err(|error| error.counting("rows"))?;
            let column = compiler.context().check_index(&self, Some(position), column, self.width);
            let column = column.map_err(|error| error.counting("columns"))?;
            checked.push(row as usize * self.width + column as usize);
        }
        let rows = compiler.context().row_firsts(checked.len());
        let places: Vec<usize> = rows.iter().map(|row| checked[row]).collect();
        Ok(BoundCells::new(source, self.rows.len(), &places, compiler))
    }
}

impl<RowIndex: Index, ColumnIndex: Index, N: Expression> Describe for Cells<'_, RowIndex, ColumnIndex, N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".cells(…)");
    }
}

impl<RowIndex: Index, ColumnIndex: Index, N: Expression> RowFacts for Cells<'_, RowIndex, ColumnIndex, N> {
    fn key(&self, row: usize, key: &mut Key) {
        // One index, of the cell: cells of a row are neighbours, and those of a column are not.
        let [down, along] = [self.rows[row].to_usize(), self.columns[row].to_usize()];
        let place =
            down.zip(along).map(|(down, along)| down.saturating_mul(self.width).saturating_add(along));
        key.index(self.source.count(), place.unwrap_or(usize::MAX));
    }
}

/// The cells of `N` that packed indices name, counted row after row from 0.
#[derive(Clone, Copy, Debug)]
pub struct BoundCells<N> {
    source: BoundStored<N>,
    /// The number of cells.
    length: usize,
    packed: Indices,
}

erase! {
    [N: Erase] BoundCells<N> => BoundCells<N::Erased>, [BoundStored<N>], { source, length, packed };
}

impl<N: Node> BoundCells<N> {
    /// Gathers `length` cells. Their places in each row of the statement have been checked.
    pub(crate) fn new(
        source: BoundStored<N>,
        length: usize,
        places: &[usize],
        compiler: &mut Compiler,
    ) -> Self {
        Self { source, length, packed: Indices::pack(compiler, places) }
    }
}

#[inlined]
impl<N: Node> Node for BoundCells<N> {
    type Shape = Vector<Dyn>;
    const FACTS: Facts = Facts {
        has_rest: BoundStored::<N>::FACTS.has_rest,
        has_rows: true,
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
    };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (self.packed.read(frame, self.source.slot(), lane), ())
    }

    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        _: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        self.source.companion_of::<K, S>(|slot| self.packed.read(frame, slot, lane))
    }

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

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<N: Coefficients> Coefficients for BoundCells<N> {}

impl<N: Drawn> Drawn for BoundCells<N> {}

expression! {
    [RowIndex, ColumnIndex, N] Cells<'_, RowIndex, ColumnIndex, N>;
}

sealed! {
    [N] BoundCells<N>;
}
