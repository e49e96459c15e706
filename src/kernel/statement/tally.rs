//! Where the log densities of a statement's rows go: one [sum of all](super::Totals), or [each row's own sum](EachRow).

use super::Totals;
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// What adds up the log densities of rows.
pub(crate) trait Tally<S: Simd> {
    /// True if this is the log density of the model: then adjoints go backward.
    const IS_TOTAL: bool;

    /// True if it adds up the rows of a statement with this number of them.
    fn takes(&self, rows: usize) -> bool;

    /// Adds a number that belongs to no single row, or to the only one.
    fn add_number(&mut self, value: Pack<S>);

    /// Adds what is the same for each of `count` rows.
    fn add_shared(&mut self, value: Pack<S>, count: Pack<S>);

    /// Adds the rows of a register, but for masked lanes.
    fn add_rows(&mut self, lane: Lane<S>, values: Pack<S>);
}

impl<S: Simd> Tally<S> for Totals<S> {
    const IS_TOTAL: bool = true;

    #[inline(always)]
    fn takes(&self, _: usize) -> bool {
        true
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
    fn add_rows(&mut self, lane: Lane<S>, values: Pack<S>) {
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
    const IS_TOTAL: bool = false;

    #[inline(always)]
    fn takes(&self, rows: usize) -> bool {
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
    fn add_rows(&mut self, lane: Lane<S>, values: Pack<S>) {
        let values = lane.mask.select(values + self.shared, 0.0).to_array();
        let rows = self.sums.iter_mut().skip(lane.index).take(Pack::<S>::LANES);
        for (sum, value) in rows.zip(values) {
            *sum += value;
        }
    }
}
