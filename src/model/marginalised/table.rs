//! The table of a marginalised variable: a row for each of its values k, with a number for each of its
//! elements i.
//!
//! The passes store log p(y, zᵢ = k) in it; these numbers become weights, the probabilities of zᵢ = k given
//! everything else.

use crate::frame::{Frame, Scratch};
use crate::simd::{Lane, MAX_LANES, Mask, Pack};
use pulp::Simd;

/// The number of points at which the log density is evaluated in a round of an integral over each element.
pub(crate) const POINTS: usize = 3;

/// The rows of the table that hold the two parameters of the posterior of a continuous variable.
pub(crate) const PARAMETERS: [usize; 2] = [POINTS, POINTS + 1];

/// The number of rows of the table of a continuous variable, without the row of working memory.
pub(crate) const ROWS_OF_INTEGRAL: usize = POINTS + 2;

/// The places of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// The first number of the first row. After the rows of the values there is one more row, for working
    /// memory.
    pub numbers: Scratch,
    /// A register for each value: the number that all elements share.
    pub shared: Scratch,
    /// The number of elements.
    pub length: usize,
    /// The number of values.
    pub count: usize,
    /// The distance between rows.
    pub stride: usize,
}

impl Table {
    /// Returns the row of a value.
    #[inline(always)]
    pub fn row(&self, value: usize) -> Scratch {
        self.numbers.element(value * self.stride)
    }

    /// Returns the place of the number that all elements share for a value.
    #[inline(always)]
    pub fn shared(&self, value: usize) -> Scratch {
        self.shared.element(value * MAX_LANES)
    }

    /// Returns log Σₖ exp lᵢₖ of the elements in a register. Each lᵢₖ is replaced by exp(lᵢₖ − o), and the
    /// reciprocal of their sum is stored in the row after the last. NaN counts as impossible, like −∞.
    #[inline(always)]
    pub(crate) fn add_up<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>) -> Pack<S> {
        let simd = lane.simd;
        let mut largest = Pack::splat(simd, f64::NEG_INFINITY);
        for value in 0..self.count {
            let number = self.load(frame, value, lane);
            largest = number.gt(largest).select(number, largest);
        }
        let origin = largest.gt(f64::NEG_INFINITY).select(largest, 0.0);
        let mut sum = Pack::zero(simd);
        for value in 0..self.count {
            let number = self.load(frame, value, lane);
            let possible: Mask<S> = number.gt(f64::NEG_INFINITY);
            let weight = possible.select(crate::math::exp(number - origin), 0.0);
            frame.set_scratch(self.row(value).element(lane.index), weight);
            sum = sum + weight;
        }
        frame.set_scratch(self.row(self.count).element(lane.index), sum.recip());
        origin + crate::math::log(sum)
    }

    /// Adds the number that all elements share to the row of a value, and replaces NaN.
    #[inline(always)]
    pub(crate) fn add_shared<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>, value: usize) {
        let number = self.load(frame, value, lane);
        let number = number.eq(number).select(number, f64::NEG_INFINITY);
        frame.set_scratch(self.row(value).element(lane.index), number);
    }

    /// Returns the log densities of the elements in a register, with the number that all elements share.
    #[inline(always)]
    pub(crate) fn load<S: Simd>(&self, frame: &Frame<'_>, value: usize, lane: Lane<S>) -> Pack<S> {
        let shared = frame.scratch(lane.simd, self.shared(value));
        frame.scratch(lane.simd, self.row(value).element(lane.index)) + shared
    }
}
