//! The tallies of rows in the passes of a sum: in the forward pass, the row of the table that belongs to a
//! value; in the backward pass, the weights of the rows.

use crate::frame::{Frame, Scratch};
use crate::model::rows::{RowElements, Tally};
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// A row of the table as a statement uses it: a number for each of the statement's rows, and a number that
/// all of them share.
#[derive(Clone, Copy)]
struct Rows<S: Simd> {
    place: Scratch,
    length: usize,
    shared: Pack<S>,
}

/// Adds rows to a row of the table.
pub(crate) struct Values<S: Simd> {
    rows: Rows<S>,
    /// The row of the table, while rows are added in the memory of their statement.
    outer: Rows<S>,
    /// The sum of the terms of data alone.
    pub constant: f64,
}

impl<S: Simd> Values<S> {
    /// Sets the row to zeros, and returns its tally.
    #[inline(always)]
    pub fn new(simd: S, frame: &mut Frame<'_>, place: Scratch, length: usize) -> Self {
        let rows = Rows { place, length, shared: Pack::zero(simd) };
        rows.clear(simd, frame);
        Self { rows, outer: rows, constant: 0.0 }
    }

    /// Returns the number that all elements share.
    #[inline(always)]
    pub fn shared(&self) -> Pack<S> {
        self.rows.shared
    }
}

impl<S: Simd> Rows<S> {
    #[inline(always)]
    fn clear(&self, simd: S, frame: &mut Frame<'_>) {
        let (mut start, end) = frame.summed(self.length);
        while start < end {
            frame.set_scratch(self.place.element(start), Pack::zero(simd));
            start += Pack::<S>::LANES;
        }
    }
}

impl<S: Simd> Tally<S> for Values<S> {
    const HAS_ADJOINT: bool = false;
    const IS_ONE: bool = false;

    #[inline(always)]
    fn takes(&mut self, rows: usize) -> bool {
        self.rows.length == rows
    }

    #[inline(always)]
    fn add_constant(&mut self, value: f64) {
        self.constant += value;
    }

    #[inline(always)]
    fn add_number(&mut self, value: Pack<S>) {
        // The number belongs to the only element.
        self.rows.shared = self.rows.shared + value;
    }

    #[inline(always)]
    fn add_shared(&mut self, value: Pack<S>, _: Pack<S>) {
        self.rows.shared = self.rows.shared + value;
    }

    #[inline(always)]
    fn add_rows(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>) {
        let values = if lane.is_full { values } else { lane.mask.select(values, 0.0) };
        frame.add_scratch(self.rows.place.element(lane.index), values);
    }

    #[inline(always)]
    fn begin_rows(&mut self, simd: S, frame: &mut Frame<'_>, owners: &RowElements) {
        self.outer = self.rows;
        self.rows = Rows { place: owners.scratch, length: owners.rows, shared: Pack::zero(simd) };
        self.rows.clear(simd, frame);
    }

    #[inline(always)]
    fn end_rows(&mut self, _: S, frame: &mut Frame<'_>, owners: &RowElements) {
        let shared = self.rows.shared.first();
        self.rows = self.outer;
        owners.add_up(frame, shared, self.rows.place);
    }
}

/// The sum of all rows, for the value of a scalar.
pub(crate) struct Number<S: Simd> {
    lanes: Pack<S>,
    number: Pack<S>,
    /// The sum of the terms of data alone.
    pub constant: f64,
}

impl<S: Simd> Number<S> {
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        Self { lanes: Pack::zero(simd), number: Pack::zero(simd), constant: 0.0 }
    }

    /// Returns the sum.
    #[inline(always)]
    pub fn sum(&self) -> f64 {
        self.lanes.sum() + self.number.first()
    }
}

impl<S: Simd> Tally<S> for Number<S> {
    const HAS_ADJOINT: bool = false;
    const IS_ONE: bool = true;

    #[inline(always)]
    fn takes(&mut self, _: usize) -> bool {
        true
    }

    #[inline(always)]
    fn add_constant(&mut self, value: f64) {
        self.constant += value;
    }

    #[inline(always)]
    fn add_number(&mut self, value: Pack<S>) {
        self.number = self.number + value;
    }

    #[inline(always)]
    fn add_shared(&mut self, value: Pack<S>, count: Pack<S>) {
        self.number = self.number + value * count;
    }

    #[inline(always)]
    fn add_rows(&mut self, _: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>) {
        self.lanes = lane.accumulate(self.lanes, values);
    }
}

/// The tally that gives each row the weight of its element.
pub(crate) struct Weights<S: Simd> {
    /// The weights, whose sum all rows share.
    rows: Rows<S>,
    /// The weights of the elements, while rows have their own weights in the memory of their statement.
    outer: Rows<S>,
}

impl<S: Simd> Weights<S> {
    /// Returns the tally of the weights in a row of the table, and of their sum.
    #[inline(always)]
    pub fn new(place: Scratch, length: usize, sum: Pack<S>) -> Self {
        let rows = Rows { place, length, shared: sum };
        Self { rows, outer: rows }
    }
}

impl<S: Simd> Tally<S> for Weights<S> {
    const HAS_ADJOINT: bool = true;
    const IS_ONE: bool = false;

    #[inline(always)]
    fn takes(&mut self, rows: usize) -> bool {
        self.rows.length == rows
    }

    #[inline(always)]
    fn add_number(&mut self, _: Pack<S>) {}

    #[inline(always)]
    fn add_shared(&mut self, _: Pack<S>, _: Pack<S>) {}

    #[inline(always)]
    fn add_rows(&mut self, _: &mut Frame<'_>, _: Lane<S>, _: Pack<S>) {}

    #[inline(always)]
    fn weight(&self, frame: &Frame<'_>, lane: Lane<S>) -> Option<Pack<S>> {
        Some(frame.scratch(lane.simd, self.rows.place.element(lane.index)))
    }

    #[inline(always)]
    fn weight_of_all(&self, _: Pack<S>) -> Pack<S> {
        self.rows.shared
    }

    #[inline(always)]
    fn begin_rows(&mut self, simd: S, frame: &mut Frame<'_>, owners: &RowElements) {
        self.outer = self.rows;
        let shared = Pack::splat(simd, owners.spread(frame, self.rows.place));
        self.rows = Rows { place: owners.scratch, length: owners.rows, shared };
    }

    #[inline(always)]
    fn end_rows(&mut self, _: S, _: &mut Frame<'_>, _: &RowElements) {
        self.rows = self.outer;
    }
}

/// The tally that gives all rows the weight of a scalar.
pub(crate) struct Weight<S: Simd>(pub Pack<S>);

impl<S: Simd> Tally<S> for Weight<S> {
    const HAS_ADJOINT: bool = true;
    const IS_ONE: bool = true;

    #[inline(always)]
    fn takes(&mut self, _: usize) -> bool {
        true
    }

    #[inline(always)]
    fn add_number(&mut self, _: Pack<S>) {}

    #[inline(always)]
    fn add_shared(&mut self, _: Pack<S>, _: Pack<S>) {}

    #[inline(always)]
    fn add_rows(&mut self, _: &mut Frame<'_>, _: Lane<S>, _: Pack<S>) {}

    #[inline(always)]
    fn weight(&self, _: &Frame<'_>, _: Lane<S>) -> Option<Pack<S>> {
        Some(self.0)
    }

    #[inline(always)]
    fn weight_of_all(&self, count: Pack<S>) -> Pack<S> {
        self.0 * count
    }
}

/// The tally of the sum that the law which ties the elements computes from the table.
pub(crate) struct Joint<'a, T>(pub &'a mut T);

impl<S: Simd, T: Tally<S>> Tally<S> for Joint<'_, T> {
    const HAS_ADJOINT: bool = T::HAS_ADJOINT;
    const IS_ONE: bool = false;
    const COUPLES_ELEMENTS: bool = true;

    #[inline(always)]
    fn takes(&mut self, _: usize) -> bool {
        true
    }

    #[inline(always)]
    fn add_number(&mut self, value: Pack<S>) {
        self.0.add_number(value);
    }

    #[inline(always)]
    fn add_shared(&mut self, _: Pack<S>, _: Pack<S>) {}

    #[inline(always)]
    fn add_rows(&mut self, _: &mut Frame<'_>, _: Lane<S>, _: Pack<S>) {}

    #[inline(always)]
    fn weight(&self, frame: &Frame<'_>, lane: Lane<S>) -> Option<Pack<S>> {
        self.0.weight(frame, lane)
    }
}
