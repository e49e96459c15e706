//! Rows that are transformed separately: a matrix x with x at row r = T(q at row r),
//!
//! log |det ∂x/∂q| = Σᵣ log |det ∂xᵣ/∂qᵣ|,   q̄ᵣ = (∂xᵣ/∂qᵣ)ᵀ x̄ᵣ + ∂ log |det ∂xᵣ/∂qᵣ| / ∂qᵣ.
//!
//! Rows are contiguous without padding, in x and in q, as in Stan's arrays of vectors. A register at the end
//! of a row extends into the next row, which is computed afterwards; the last row has its own padding. If
//! the rows of an elementwise transform have no bounds of their own, they are computed as one long vector.

use crate::compiler::{Compiler, Context};
use crate::contract::node::Companion;
use crate::contract::scope::Scope;
use crate::contract::sketch::SupportSketch;
use crate::contract::transform::{BoundSupport, Normals, Placement, SupportFacts, Totals};
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Dyn, Matrix};
use crate::support::{Support, SupportOf};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The support of matrices whose rows are on the support `Row` and have `Columns` elements.
#[derive(Clone, Copy, Debug)]
pub struct Rows<Row, Columns> {
    row: Row,
    rows: usize,
    columns: usize,
    types: PhantomData<fn() -> Columns>,
}

impl<Row, Columns> Rows<Row, Columns> {
    pub(super) fn new(row: Row, rows: usize, columns: usize) -> Self {
        Self { row, rows, columns, types: PhantomData }
    }
}

/// The bound form of [`Rows`]: rows on the support `Row`, each of `Columns` elements.
#[derive(Clone, Copy, Debug)]
pub struct BoundRows<Row, Columns> {
    row: Row,
    rows: usize,
    columns: usize,
    types: PhantomData<fn() -> Columns>,
}

#[inlined(all)]
impl<Row: BoundSupport, Columns: Dimension> BoundRows<Row, Columns> {
    /// Returns the number of elements of a row, as a constant if the type contains it.
    fn columns(&self) -> usize {
        const { Columns::SIZE }.unwrap_or(self.columns)
    }

    /// Returns the place of one row.
    fn row(&self, place: Placement, row: usize) -> Placement {
        let columns = self.columns();
        Placement {
            slot: place.slot.element(row * columns),
            beside: place.beside.map(|beside| beside.element(row * columns)),
            logarithms: None,
            coordinate: place.coordinate + row * self.row.free(columns),
            length: columns,
            is_scalar: false,
            row: Some(row),
            columns: None,
            only: None,
        }
    }
}

/// Returns the place of all rows as one long vector.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn joined(place: Placement) -> Placement {
    Placement { columns: None, ..place }
}

impl<Row: Support, Columns: Dimension, R: Dimension> SupportOf<Matrix<R, Columns>> for Rows<Row, Columns> {
    type Free = Dyn;
}

impl<Row: Support, Columns: Dimension> Support for Rows<Row, Columns> {
    type Bound = BoundRows<Row::Bound, Columns>;

    fn sketch(&self) -> SupportSketch {
        let row = self.row.sketch();
        let sums = self.rows.saturating_mul(row.zero_sums());
        row.with_zero_sums(sums)
    }

    fn bind(self, compiler: &mut Compiler, length: usize, _: usize) -> Result<Self::Bound, Error> {
        let Self { row, rows, columns, types } = self;
        let joins = <Row::Bound as BoundSupport>::FACTS.joins_rows;
        let (row_length, count) = if joins { (length, 1) } else { (columns, rows) };
        Ok(BoundRows { row: row.bind(compiler, row_length, count)?, rows, columns, types })
    }
}

#[inlined]
impl<Row: BoundSupport, Columns: Dimension> BoundSupport for BoundRows<Row, Columns> {
    const VARS: VarSet = Row::VARS;
    const FACTS: SupportFacts = SupportFacts {
        is_elementwise: Row::FACTS.is_elementwise && Row::FACTS.joins_rows,
        joins_rows: false,
        has_rows: true,
        ..Row::FACTS
    };

    fn integers(&self) -> Option<(f64, usize)> {
        self.row.integers()
    }

    fn is_exponential(&self) -> bool {
        self.row.is_exponential()
    }

    fn beside(&self) -> Option<Companion> {
        self.row.beside()
    }

    fn is_unit_interval(&self) -> bool {
        self.row.is_unit_interval()
    }

    fn free(&self, _: usize) -> usize {
        self.rows * self.row.free(self.columns)
    }

    fn precompute(
        &mut self,
        context: &Context,
        name: &str,
        frame: &mut Frame<'_>,
        _: usize,
    ) -> Result<(), Error> {
        self.row.precompute(context, name, frame, self.columns)
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        if const { Row::FACTS.joins_rows } {
            self.row.constrain::<C, S>(simd, frame, joined(place), counts, totals);
        } else {
            let rows = (self.rows, |row| self.row(place, row));
            self.row.constrain_rows::<C, S>(simd, frame, rows, counts, totals);
        }
    }

    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, writes: bool) {
        if const { Row::FACTS.joins_rows } {
            self.row.pull_back::<C, S>(simd, frame, joined(place), writes);
        } else {
            self.row.pull_back_rows::<C, S>(simd, frame, (self.rows, |row| self.row(place, row)), writes);
        }
    }

    fn nudge_inside(&self, frame: &mut Frame<'_>, place: Placement, rng: &mut dyn rand::Rng) {
        (0..self.rows).for_each(|row| self.row.nudge_inside(frame, self.row(place, row), rng));
    }

    fn bring_inside(&self, frame: &mut Frame<'_>, place: Placement, law: Normals<'_>) -> bool {
        (0..self.rows).all(|row| {
            let law = law.row(row, self.columns);
            self.row.bring_inside(frame, self.row(place, row), law)
        })
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        (0..self.rows).try_for_each(|row| self.row.unconstrain(name, frame, self.row(place, row), point))
    }
}

sealed! {
    [Row, Columns] Rows<Row, Columns>;
    [Row, Columns] BoundRows<Row, Columns>;
}
