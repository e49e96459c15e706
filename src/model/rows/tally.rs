//! The destination of the log densities of a statement's rows: one [sum of
//! all](crate::contract::transform::Totals), [each row's own sum](EachRow), or the table of a variable that
//! is [marginalised](crate::model::BoundMarginal).

use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::rows::RowElements;
use crate::simd::{Lane, Mask, Pack};
use pulp::Simd;

/// A sum of the log densities of rows, which returns the adjoints of the rows.
pub trait Tally<S: Simd> {
    /// True if the backward pass runs.
    const HAS_ADJOINT: bool;

    /// True if the tally adds all rows into one sum, with one weight for all; a statement that is a sum of
    /// squares supports no other tallies.
    const IS_ONE: bool;

    /// True if the tally requires only the law that ties the elements of the marginalised variable; other
    /// tallies leave this law out.
    const COUPLES_ELEMENTS: bool = false;

    /// Begins a statement with this number of rows; returns false if the tally does not add them.
    fn takes(&mut self, rows: usize) -> bool;

    /// Adds the sum of the terms of data alone.
    fn add_constant(&mut self, _: f64) {}

    /// Adds a number that belongs to no single row, or to the only row.
    fn add_number(&mut self, value: Pack<S>);

    /// Adds a number that is the same for each of `count` rows.
    fn add_shared(&mut self, value: Pack<S>, count: Pack<S>);

    /// Adds the rows of a register, except masked lanes.
    fn add_rows(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>);

    /// Returns the adjoints of the rows of a register; `None` stands for 1.
    #[inline(always)]
    fn weight(&self, _: &Frame<'_>, _: Lane<S>) -> Option<Pack<S>> {
        None
    }

    /// Returns the sum of the adjoints of all `count` rows.
    #[inline(always)]
    fn weight_of_all(&self, count: Pack<S>) -> Pack<S> {
        count
    }

    /// Begins a statement whose rows belong to the elements in `owners`.
    #[inline(always)]
    fn begin_rows(&mut self, _: S, _: &mut Frame<'_>, _: &RowElements) {}

    /// Ends a statement that [`begin_rows`](Self::begin_rows) has begun.
    #[inline(always)]
    fn end_rows(&mut self, _: S, _: &mut Frame<'_>, _: &RowElements) {}
}

/// Returns the lanes whose weight is neither 0 nor NaN. Weights of a Laplace approximation have both signs.
#[inline(always)]
pub(crate) fn has_weight<S: Simd>(weight: Pack<S>) -> Mask<S> {
    weight.gt(0.0) | weight.lt(0.0)
}

/// Returns the lanes of a register that have a weight; the other lanes are masked.
#[inline(always)]
pub(crate) fn weighted<S: Simd>(lane: Lane<S>, weight: Option<Pack<S>>) -> Lane<S> {
    match weight {
        Some(weight) => Lane { mask: lane.mask & has_weight(weight), is_full: false, ..lane },
        None => lane,
    }
}

impl<S: Simd> Tally<S> for Totals<S> {
    const HAS_ADJOINT: bool = true;
    const IS_ONE: bool = true;

    #[inline(always)]
    fn takes(&mut self, _: usize) -> bool {
        true
    }

    #[inline(always)]
    fn add_constant(&mut self, value: f64) {
        self.add_plain(value);
    }

    #[inline(always)]
    fn add_number(&mut self, value: Pack<S>) {
        self.add(value);
    }

    #[inline(always)]
    fn add_shared(&mut self, value: Pack<S>, count: Pack<S>) {
        self.add(value * count);
    }

    #[inline(always)]
    fn add_rows(&mut self, _: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>) {
        self.add_lanes(lane, values);
    }
}

/// The sum of each row, as a Gibbs update of a discrete parameter needs it: each element has rows of its
/// own.
pub(crate) struct EachRow<'a, S: Simd> {
    sums: &'a mut [f64],
    shared: Pack<S>,
}

impl<'a, S: Simd> EachRow<'a, S> {
    /// Returns the tally that adds to these sums.
    #[inline(always)]
    pub fn new(simd: S, sums: &'a mut [f64]) -> Self {
        Self { sums, shared: Pack::zero(simd) }
    }
}

impl<S: Simd> Tally<S> for EachRow<'_, S> {
    const HAS_ADJOINT: bool = false;
    const IS_ONE: bool = false;

    #[inline(always)]
    fn takes(&mut self, rows: usize) -> bool {
        self.shared = Pack::zero(self.shared.simd);
        self.sums.len() == rows
    }

    #[inline(always)]
    fn add_number(&mut self, value: Pack<S>) {
        if let [sum] = self.sums {
            *sum += value.first();
        }
    }

    #[inline(always)]
    fn add_shared(&mut self, value: Pack<S>, _: Pack<S>) {
        self.shared = value;
    }

    #[inline(always)]
    fn add_rows(&mut self, _: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>) {
        let values = lane.mask.select(values + self.shared, 0.0).to_array();
        let rows = self.sums.iter_mut().skip(lane.index).take(Pack::<S>::LANES);
        for (sum, value) in rows.zip(values) {
            *sum += value;
        }
    }
}
