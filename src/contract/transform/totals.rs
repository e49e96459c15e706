//! The log density while it is being added up.

use crate::simd::{Lane, MAX_LANES, Pack};
use pulp::Simd;

/// Two running sums: one number in each lane for vectors, and one number for scalars. They are reduced to
/// one number once, at the root of the model.
#[derive(Clone)]
pub struct Totals<S: Simd> {
    lanes: Pack<S>,
    scalar: Pack<S>,
}

impl<S: Simd> Totals<S> {
    /// The totals before any row: zero.
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        Self { lanes: Pack::zero(simd), scalar: Pack::zero(simd) }
    }

    /// Adds the unmasked lanes.
    #[inline(always)]
    pub fn add_lanes(&mut self, lane: Lane<S>, terms: Pack<S>) {
        self.lanes = lane.accumulate(self.lanes, terms);
    }

    /// Adds a number that is the same in every lane.
    #[inline(always)]
    pub fn add(&mut self, term: Pack<S>) {
        self.scalar = self.scalar + term;
    }

    /// Adds a plain number.
    #[inline(always)]
    pub(crate) fn add_plain(&mut self, number: f64) {
        self.scalar = self.scalar + number;
    }

    /// The running sums as plain numbers, for another `Totals` to continue.
    #[inline(always)]
    pub(crate) fn to_parts(&self) -> ([f64; MAX_LANES], f64) {
        (self.lanes.to_array(), self.scalar.first())
    }

    /// Continues running sums that [`to_parts`](Self::to_parts) returned.
    #[inline(always)]
    pub(crate) fn from_parts(simd: S, (lanes, scalar): ([f64; MAX_LANES], f64)) -> Self {
        Self { lanes: Pack::from_array(simd, lanes), scalar: Pack::splat(simd, scalar) }
    }

    /// Adds other running sums.
    #[cfg(feature = "rayon")]
    #[inline(always)]
    pub(crate) fn add_all(&mut self, other: &Self) {
        self.lanes = self.lanes + other.lanes;
        self.scalar = self.scalar + other.scalar;
    }

    /// The sum.
    #[inline(always)]
    pub fn sum(&self) -> f64 {
        self.lanes.sum() + self.scalar.first()
    }
}
