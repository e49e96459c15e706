//! The table of a variable that is summed out: a row for each of its values k, with a number for each of its elements i.
//!
//! The passes leave log p(y, zᵢ = k) in it, which become weights, the probabilities of zᵢ = k given everything else.

use crate::simd::{Frame, Lane, MAX_LANES, Mask, Pack, Scratch};
use crate::statement::{Owners, Tally};
use pulp::Simd;

/// Where the table stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// The first number of the first row. Behind the rows of the values there is one more, for working memory.
    pub numbers: Scratch,
    /// A register for each value: what is the same for all elements.
    pub shared: Scratch,
    /// The number of elements.
    pub length: usize,
    /// The number of values.
    pub count: usize,
    /// How far rows are apart.
    pub stride: usize,
}

impl Table {
    /// The row of a value.
    #[inline(always)]
    pub fn row(&self, value: usize) -> Scratch {
        self.numbers.element(value * self.stride)
    }

    /// What all elements share of a value.
    #[inline(always)]
    pub fn shared(&self, value: usize) -> Scratch {
        self.shared.element(value * MAX_LANES)
    }
}

/// Adds rows to a row of the table.
pub(super) struct Values<S: Simd> {
    place: Scratch,
    length: usize,
    shared: Pack<S>,
    /// The terms of data alone.
    pub constant: f64,
    /// Where the row of the table stands, and what its elements share, while rows are added up in the memory of their statement.
    outer: (Scratch, usize, Pack<S>),
}

impl<S: Simd> Values<S> {
    /// Begins with zeros in the row.
    #[inline(always)]
    pub fn new(simd: S, frame: &mut Frame<'_>, place: Scratch, length: usize) -> Self {
        clear(simd, frame, place, length);
        let shared = Pack::zero(simd);
        Self { place, length, shared, constant: 0.0, outer: (place, length, shared) }
    }

    /// What all elements share.
    #[inline(always)]
    pub fn shared(&self) -> Pack<S> {
        self.shared
    }
}

#[inline(always)]
fn clear<S: Simd>(simd: S, frame: &mut Frame<'_>, place: Scratch, length: usize) {
    let mut start = 0;
    while start < length {
        frame.set_scratch(place.element(start), Pack::zero(simd));
        start += Pack::<S>::LANES;
    }
}

impl<S: Simd> Tally<S> for Values<S> {
    const GOES_BACK: bool = false;

    #[inline(always)]
    fn takes(&mut self, rows: usize) -> bool {
        self.length == rows
    }

    #[inline(always)]
    fn add_constant(&mut self, value: f64) {
        self.constant += value;
    }

    #[inline(always)]
    fn add_number(&mut self, value: Pack<S>) {
        // Of the only element.
        self.shared = self.shared + value;
    }

    #[inline(always)]
    fn add_shared(&mut self, value: Pack<S>, _: Pack<S>) {
        self.shared = self.shared + value;
    }

    #[inline(always)]
    fn add_rows(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>) {
        let values = if lane.is_full { values } else { lane.mask.select(values, 0.0) };
        frame.add_scratch(self.place.element(lane.index), values);
    }

    #[inline(always)]
    fn begin_rows(&mut self, simd: S, frame: &mut Frame<'_>, owners: &Owners) {
        self.outer = (self.place, self.length, self.shared);
        (self.place, self.length, self.shared) = (owners.scratch, owners.rows, Pack::zero(simd));
        clear(simd, frame, self.place, self.length);
    }

    #[inline(always)]
    fn end_rows(&mut self, _: S, frame: &mut Frame<'_>, owners: &Owners) {
        let shared = self.shared.first();
        (self.place, self.length, self.shared) = self.outer;
        owners.add_up(frame, shared, self.place);
    }
}

/// Adds all rows up, for the value of a single number.
pub(super) struct Number<S: Simd> {
    lanes: Pack<S>,
    number: Pack<S>,
    /// The terms of data alone.
    pub constant: f64,
}

impl<S: Simd> Number<S> {
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        Self { lanes: Pack::zero(simd), number: Pack::zero(simd), constant: 0.0 }
    }

    /// The sum.
    #[inline(always)]
    pub fn sum(&self) -> f64 {
        self.lanes.sum() + self.number.first()
    }
}

impl<S: Simd> Tally<S> for Number<S> {
    const GOES_BACK: bool = false;

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

/// Gives each row the weight of its element.
pub(super) struct Weights<S: Simd> {
    place: Scratch,
    length: usize,
    sum: Pack<S>,
    /// The weights of the elements, while rows have theirs in the memory of their statement.
    outer: (Scratch, usize, Pack<S>),
}

impl<S: Simd> Weights<S> {
    /// The weights in a row of the table, and their sum.
    #[inline(always)]
    pub fn new(place: Scratch, length: usize, sum: Pack<S>) -> Self {
        Self { place, length, sum, outer: (place, length, sum) }
    }
}

impl<S: Simd> Tally<S> for Weights<S> {
    const GOES_BACK: bool = true;

    #[inline(always)]
    fn takes(&mut self, rows: usize) -> bool {
        self.length == rows
    }

    #[inline(always)]
    fn add_number(&mut self, _: Pack<S>) {}

    #[inline(always)]
    fn add_shared(&mut self, _: Pack<S>, _: Pack<S>) {}

    #[inline(always)]
    fn add_rows(&mut self, _: &mut Frame<'_>, _: Lane<S>, _: Pack<S>) {}

    #[inline(always)]
    fn weight(&self, frame: &Frame<'_>, lane: Lane<S>) -> Option<Pack<S>> {
        Some(frame.scratch(lane.simd, self.place.element(lane.index)))
    }

    #[inline(always)]
    fn weight_of_all(&self, _: Pack<S>) -> Pack<S> {
        self.sum
    }

    #[inline(always)]
    fn begin_rows(&mut self, simd: S, frame: &mut Frame<'_>, owners: &Owners) {
        self.outer = (self.place, self.length, self.sum);
        let sum = owners.spread(frame, self.place);
        (self.place, self.length, self.sum) = (owners.scratch, owners.rows, Pack::splat(simd, sum));
    }

    #[inline(always)]
    fn end_rows(&mut self, _: S, _: &mut Frame<'_>, _: &Owners) {
        (self.place, self.length, self.sum) = self.outer;
    }
}

/// Gives all rows the weight of a single number.
pub(super) struct Weight<S: Simd>(pub Pack<S>);

impl<S: Simd> Tally<S> for Weight<S> {
    const GOES_BACK: bool = true;

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

/// Tells the sum of what the law that ties the elements makes of the table.
pub(super) struct Joint<'a, T>(pub &'a mut T);

impl<S: Simd, T: Tally<S>> Tally<S> for Joint<'_, T> {
    const GOES_BACK: bool = T::GOES_BACK;
    const JOINS: bool = true;

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

impl Table {
    /// log Σₖ exp lᵢₖ of the elements in a register, whose lᵢₖ become exp(lᵢₖ − o), and with the reciprocal of the sum of these in the
    /// row behind the last. What is NaN is impossible, as what is −∞.
    #[inline(always)]
    pub(super) fn add_up<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>) -> Pack<S> {
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

    /// Adds what all elements share to the row of a value, in which nothing is NaN then.
    #[inline(always)]
    pub(super) fn settle<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>, value: usize) {
        let number = self.load(frame, value, lane);
        let number = number.eq(number).select(number, f64::NEG_INFINITY);
        frame.set_scratch(self.row(value).element(lane.index), number);
    }

    #[inline(always)]
    fn load<S: Simd>(&self, frame: &Frame<'_>, value: usize, lane: Lane<S>) -> Pack<S> {
        let shared = frame.scratch(lane.simd, self.shared(value));
        frame.scratch(lane.simd, self.row(value).element(lane.index)) + shared
    }
}
