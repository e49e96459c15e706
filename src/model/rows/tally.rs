//! The destination of the log densities of a statement's rows: one [sum of
//! all](crate::contract::transform::Totals), [each row's own sum](EachRow), or the table of a variable that
//! is [marginalised](crate::model::BoundMarginal).

use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::rows::RowElements;
use crate::simd::{Lane, Mask, Pack};
use pulp::Simd;

/// A sum of the log densities of rows, which gives their adjoints back to them.
pub trait Tally<S: Simd> {
    /// True if adjoints go backward.
    const HAS_ADJOINT: bool;

    /// True if it adds up all rows, and has one weight for all: a statement that is a sum of squares has no
    /// others.
    const IS_ONE: bool;

    /// True if it asks for the law alone that ties the elements of what is marginalised; the others leave it
    /// out.
    const COUPLES_ELEMENTS: bool = false;

    /// Begins with a statement that has this number of rows; false if it does not add them up.
    fn takes(&mut self, rows: usize) -> bool;

    /// Adds the terms of data alone.
    fn add_constant(&mut self, _: f64) {}

    /// Adds a number that belongs to no single row, or to the only one.
    fn add_number(&mut self, value: Pack<S>);

    /// Adds what is the same for each of `count` rows.
    fn add_shared(&mut self, value: Pack<S>, count: Pack<S>);

    /// Adds the rows of a register, but for masked lanes.
    fn add_rows(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>);

    /// The adjoints of the rows of a register; 1 if there is nothing.
    #[inline(always)]
    fn weight(&self, _: &Frame<'_>, _: Lane<S>) -> Option<Pack<S>> {
        None
    }

    /// The sum of the adjoints of all `count` rows.
    #[inline(always)]
    fn weight_of_all(&self, count: Pack<S>) -> Pack<S> {
        count
    }

    /// Goes over to a statement whose rows belong to the elements that `owners` tells.
    #[inline(always)]
    fn begin_rows(&mut self, _: S, _: &mut Frame<'_>, _: &RowElements) {}

    /// Comes back from such a statement.
    #[inline(always)]
    fn end_rows(&mut self, _: S, _: &mut Frame<'_>, _: &RowElements) {}
}

/// The lanes whose weight is neither 0 nor NaN. Weights of a Laplace approximation have both signs.
#[inline(always)]
pub(crate) fn has_weight<S: Simd>(weight: Pack<S>) -> Mask<S> {
    weight.gt(0.0) | weight.lt(0.0)
}

/// The lanes of a register that have a weight: the others are masked.
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

/// The sum of each row: what a discrete parameter's elements, each with rows of its own, ask for.
pub(crate) struct EachRow<'a, S: Simd> {
    sums: &'a mut [f64],
    shared: Pack<S>,
}

impl<'a, S: Simd> EachRow<'a, S> {
    /// Adds to these sums.
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
