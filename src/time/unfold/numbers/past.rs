//! Sums over the history, hₜ = Σₖ wₖ sₜ₋ₖ, and backward s̄ₜ += Σₖ wₖ h̄ₜ₊ₖ, in blocks of as many steps as a
//! register has lanes.
//!
//! The contribution of the values before a block to its sums is known when the block begins: each value
//! times a register of weights. Within the block each new value is added to the later sums, and each lane of
//! the register is the sum of one step. So no register is summed over its lanes. The backward pass is the
//! same, from the last step to the first.
//!
//! Zeros precede the first weight and follow the last one, so that each register of weights is one load.

use crate::compiler::{History, Series};
use crate::frame::Frame;
use crate::simd::{Block, MAX_LANES, Pack, for_lanes};
use pulp::Simd;

/// The number of sums of products that are accumulated independently.
const SIDE_BY_SIDE: usize = 4;

/// Returns the first step of the block to which a step belongs.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn start_of<S: Simd>(step: usize) -> usize {
    step - step % Pack::<S>::LANES
}

/// Returns a register of weights wₖ, wₖ₊₁, …, given `place` = `MAX_LANES` − 1 + k.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn upward<S: Simd>(simd: S, frame: &Frame<'_>, history: &History, place: usize) -> Pack<S> {
    frame.scratch(simd, history.padded.element(place))
}

/// Returns a register of weights wₖ, wₖ₋₁, …, given `lag` = k.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn downward<S: Simd>(simd: S, frame: &Frame<'_>, history: &History, lag: usize) -> Pack<S> {
    frame.scratch(simd, history.reversed.element(MAX_LANES + history.count - lag))
}

/// Completes hₜ of a step; the values before it are known.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn sum_before<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: &Series,
    history: &History,
    step: usize,
) {
    let start = start_of::<S>(step);
    let place = history.sums.element(start);
    let sums = if step > start {
        let value = frame.value(simd, series.values.element(step - 1));
        value.mul_add(upward(simd, frame, history, MAX_LANES + start - step), frame.scratch(simd, place))
    } else {
        let mut sums = [Pack::zero(simd); SIDE_BY_SIDE];
        let given = series.given.unwrap_or(1);
        for lag in start + 1..=(start + given).min(history.count) {
            let value = frame.value(simd, series.initial.element(given + start - lag));
            sums[0] = value.mul_add(upward(simd, frame, history, MAX_LANES - 1 + lag), sums[0]);
        }
        let (count, mut lag) = (start.min(history.count), 1);
        while lag + SIDE_BY_SIDE <= count + 1 {
            for (offset, sum) in sums.iter_mut().enumerate() {
                let value = frame.value(simd, series.values.element(start - lag - offset));
                *sum = value.mul_add(upward(simd, frame, history, MAX_LANES - 1 + lag + offset), *sum);
            }
            lag += SIDE_BY_SIDE;
        }
        for lag in lag..=count {
            let value = frame.value(simd, series.values.element(start - lag));
            sums[0] = value.mul_add(upward(simd, frame, history, MAX_LANES - 1 + lag), sums[0]);
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    };
    frame.set_scratch(place, sums);
}

/// Adds to the adjoint of the value of a step the contributions of later sums, of `length` steps in all.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn collect_after<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: &Series,
    history: &History,
    step: usize,
    length: usize,
) {
    let start = start_of::<S>(step);
    let behind = start + Pack::<S>::LANES;
    if step + 1 == behind.min(length) {
        let mut sums = [Pack::zero(simd); SIDE_BY_SIDE];
        let (end, mut later) = ((behind + history.count).min(length), behind);
        while later + SIDE_BY_SIDE <= end {
            for (offset, sum) in sums.iter_mut().enumerate() {
                let adjoint = frame.scratch_number(history.passed.element(later + offset));
                let adjoint = Pack::splat(simd, adjoint);
                *sum = adjoint.mul_add(downward(simd, frame, history, later + offset - start), *sum);
            }
            later += SIDE_BY_SIDE;
        }
        for later in later..end {
            let adjoint = Pack::splat(simd, frame.scratch_number(history.passed.element(later)));
            sums[0] = adjoint.mul_add(downward(simd, frame, history, later - start), sums[0]);
        }
        frame.set_scratch(history.collected.element(start), (sums[0] + sums[1]) + (sums[2] + sums[3]));
    }
    let collected = frame.scratch_number(history.collected.element(step));
    frame.add_adjoint_number(series.values.element(step), collected);
}

/// Passes h̄ₜ of a step back to the values of its block, and stores it for the earlier blocks.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn pass_back<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    history: &History,
    step: usize,
    adjoint: f64,
) {
    frame.set_scratch_number(history.passed.element(step), adjoint);
    let start = start_of::<S>(step);
    let weights = downward(simd, frame, history, step - start);
    frame.add_scratch(history.collected.element(start), Pack::splat(simd, adjoint) * weights);
}

/// Adds to the adjoints of the initial values the contributions of the sums of all steps.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn pass_to_initial<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: &Series,
    history: &History,
    length: usize,
) {
    let given = series.given.unwrap_or(1);
    for before in 1..=given.min(history.count) {
        let mut sum = Pack::zero(simd);
        for_lanes!(lane in Block { simd, start: 0, end: length.min(history.count + 1 - before) } => {
            let weights = upward(simd, frame, history, MAX_LANES - 1 + before + lane.index);
            sum = lane.accumulate(sum, weights * frame.scratch(simd, history.passed.element(lane.index)));
        });
        frame.add_adjoint_number(series.initial.element(given - before), sum.sum());
    }
}

/// Stores the weights in reverse order, with zeros around them.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn store_weights<S: Simd>(simd: S, frame: &mut Frame<'_>, history: &History) {
    let History { weights, count, padded, reversed, .. } = *history;
    for_lanes!(lane in Block { simd, start: 0, end: count } => {
        let values: Pack<S> = lane.mask.select(frame.values(weights, lane), 0.0);
        frame.set_scratch(padded.element(MAX_LANES + lane.index), values);
    });
    for place in 0..count {
        let weight = frame.number(weights.element(place));
        frame.set_scratch_number(reversed.element(MAX_LANES + count - 1 - place), weight);
    }
}
