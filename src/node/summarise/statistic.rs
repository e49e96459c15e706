//! The statistics of a vector: values and derivatives.

use crate::frame::{Frame, Slot};
use crate::math;
use crate::sealed::Sealed;
use crate::simd::{Block, Pack, for_lanes};
use monomorph_macros::inlined;
use pulp::Simd;

/// A function of a whole vector whose value is a number.
pub trait Statistic: Sealed + Copy + Send + Sync + 'static {
    /// The name of the method that makes the statistic.
    const NAME: &'static str;

    /// The smallest number of elements for which the statistic has a value.
    const LEAST: usize;

    /// Numbers that the derivatives need, the same in every lane.
    type Kept<S: Simd>: Copy;

    /// Returns the value for the numbers in a slot, in every lane, and the numbers that derivatives need.
    fn value<S: Simd>(simd: S, frame: &Frame<'_>, slot: Slot, length: usize) -> (Pack<S>, Self::Kept<S>);

    /// The derivatives with respect to the elements `x`.
    fn slope<S: Simd>(x: Pack<S>, kept: Self::Kept<S>) -> Pack<S>;
}

/// log Σᵢ exp(xᵢ)
#[derive(Clone, Copy, Debug)]
pub struct LogSumExp;

/// Σᵢ (xᵢ − x̄)²/(n − 1)
#[derive(Clone, Copy, Debug)]
pub struct Variance;

impl Sealed for LogSumExp {}

#[inlined]
impl Statistic for LogSumExp {
    const NAME: &'static str = "log_sum_exp";
    const LEAST: usize = 0;
    type Kept<S: Simd> = Pack<S>;

    fn value<S: Simd>(simd: S, frame: &Frame<'_>, slot: Slot, length: usize) -> (Pack<S>, Pack<S>) {
        let (origin, log) = log_sum_exp(simd, frame, slot, length);
        let value = origin + log;
        // If all elements are −∞, their slopes are exp(−∞ − 0) = 0.
        (value, value.eq(f64::NEG_INFINITY).select(0.0, value))
    }

    fn slope<S: Simd>(x: Pack<S>, value: Pack<S>) -> Pack<S> {
        math::exp(x - value)
    }
}

impl Sealed for Variance {}

#[inlined]
impl Statistic for Variance {
    const NAME: &'static str = "variance";
    const LEAST: usize = 2;
    /// The mean and 2/(n − 1).
    type Kept<S: Simd> = (Pack<S>, f64);

    fn value<S: Simd>(simd: S, frame: &Frame<'_>, slot: Slot, length: usize) -> (Pack<S>, Self::Kept<S>) {
        let block = Block { simd, start: 0, end: length };
        let (mut sum, mut squares) = (Pack::zero(simd), Pack::zero(simd));
        for_lanes!(lane in block => {
            sum = lane.accumulate(sum, frame.values(slot, lane));
        });
        let mean = Pack::splat(simd, sum.sum() / length as f64);
        for_lanes!(lane in block => {
            squares = lane.accumulate(squares, (frame.values(slot, lane) - mean).square());
        });
        let freedom = length as f64 - 1.0;
        (Pack::splat(simd, squares.sum() / freedom), (mean, 2.0 / freedom))
    }

    fn slope<S: Simd>(x: Pack<S>, (mean, factor): Self::Kept<S>) -> Pack<S> {
        (x - mean) * factor
    }
}

/// The largest number m in a slot and log Σᵢ exp(xᵢ − m), in every lane. Their sum, log Σᵢ exp(xᵢ), has
/// fewer correct digits than the two numbers.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn log_sum_exp<S: Simd>(
    simd: S,
    frame: &Frame<'_>,
    slot: Slot,
    length: usize,
) -> (Pack<S>, Pack<S>) {
    let block = Block { simd, start: 0, end: length };
    let lowest = Pack::splat(simd, f64::NEG_INFINITY);
    let mut largest = lowest;
    // Comparisons with NaN are false, but the sum becomes NaN.
    for_lanes!(lane in block => {
        let x = frame.values(slot, lane);
        let x = lane.mask.select(x, lowest);
        largest = x.gt(largest).select(x, largest);
    });
    let largest = largest.to_array()[..Pack::<S>::LANES].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let origin = Pack::splat(simd, if largest.is_finite() { largest } else { 0.0 });
    let mut sum = Pack::zero(simd);
    for_lanes!(lane in block => {
        sum = lane.accumulate(sum, math::exp(frame.values(slot, lane) - origin));
    });
    (origin, math::log(Pack::splat(simd, sum.sum())))
}
