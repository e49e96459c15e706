//! Linear recurrences, once their coefficients are known: the values of steps that are affine in the carry, and the adjoints of all.
//!
//! With the slopes a = ∂sₜ/∂sₜ₋ₖ of every step, values and adjoints are
//!
//! sₜ = cₜ + Σ a sₜ₋ₖ,  λₜ₋ₖ = s̄ₜ₋ₖ + Σ a λₜ,
//!
//! where c is the step's value at a carry of 0, s̄ the adjoint that readers of the values have left, and λ that with all later steps.
//!
//! A chain of one number, sₜ = cₜ + aₜ sₜ₋₁, is composed over each register: (c, a)ₜ after (c, a)ₜ₋₁ is (cₜ + aₜ cₜ₋₁, aₜ aₜ₋₁), and by
//! doubling all lanes need log₂ of their number such compositions (Hillis & Steele 1986). Then only one multiplication for each
//! register waits for the register before, in place of one for each step.

use super::history::{add_to_before, sum_before};
use crate::binding::{Read, Series, Window};
use crate::simd::{Blocks, Frame, Lane, Mask, Pack, Scratch, for_lanes, mul_add};
use pulp::Simd;

/// The values of a chain of one number: replaces each cₜ by sₜ = cₜ + aₜ sₜ₋₁.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn compose_values<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: Series,
    slopes: Scratch,
    length: usize,
) {
    let values = series.values;
    let mut before = frame.value(simd, series.past(0, 1));
    for block in Blocks::new(simd, length, false) {
        for_lanes!(lane in block => {
            let mut value = frame.values(values, lane);
            let mut slope = frame.scratch(simd, slopes.element(lane.index));
            let mut distance = 1;
            while distance < Pack::<S>::LANES {
                value = slope.mul_add(value.shifted_up(distance, 0.0), value);
                slope = slope * slope.shifted_up(distance, 1.0);
                distance *= 2;
            }
            frame.set_values(values, lane, slope.mul_add(before, value));
            // One multiplication a register waits for the register before.
            before = slope.last().mul_add(before, value.last());
        });
    }
}

/// The adjoints of a chain of one number: replaces each s̄ₜ by λₜ = s̄ₜ + aₜ₊₁ λₜ₊₁, and gives that of the initial value. Zeros stand
/// behind the last slope.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn compose_adjoints<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: Series,
    slopes: Scratch,
    length: usize,
) -> f64 {
    let values = series.values;
    let mut after = Pack::zero(simd);
    let mut end = length;
    while end > 0 {
        let index = (end - 1) / Pack::<S>::LANES * Pack::<S>::LANES;
        let mask = Mask::first(simd, end - index);
        let lane = Lane { index, in_block: index, mask, ..Lane::scalar(simd) };
        // Behind the end of a vector anything may stand.
        let mut adjoint = mask.select(frame.adjoints(values, lane), 0.0);
        let mut slope = frame.scratch(simd, slopes.element(index + 1));
        let mut distance = 1;
        while distance < Pack::<S>::LANES {
            adjoint = slope.mul_add(adjoint.shifted_down(distance, 0.0), adjoint);
            slope = slope * slope.shifted_down(distance, 1.0);
            distance *= 2;
        }
        frame.set_adjoints(values, lane, slope.mul_add(after, adjoint));
        let (slope, adjoint) = (slope.first(), adjoint.first());
        after = Pack::splat(simd, slope).mul_add(after, Pack::splat(simd, adjoint));
        end = index;
    }
    frame.scratch_number(slopes) * after.first()
}

/// The values of any number of chains, step by step.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_up_values<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: &[Series],
    reads: &[Read],
    length: usize,
) {
    for step in 0..length {
        add_up_histories(simd, frame, series, reads, step);
        for (output, own) in series.iter().enumerate() {
            let mut value = frame.number(own.values.element(step));
            for read in reads {
                let before = match read.window {
                    Window::Lag(lag) => frame.number(series[read.carry].past(step, lag)),
                    Window::History(history) => frame.scratch_number(history.sums.element(step)),
                };
                let slope = frame.scratch_number(read.slopes_of(output).element(step));
                value = mul_add::<S>(slope, before, value);
            }
            frame.set_number(own.values.element(step), value);
        }
    }
}

/// The sums of all values before a step.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_up_histories<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: &[Series],
    reads: &[Read],
    step: usize,
) {
    for read in reads {
        if let Window::History(history) = read.window {
            let sum = sum_before(simd, frame, &series[read.carry], &history, step);
            frame.set_scratch_number(history.sums.element(step), sum);
        }
    }
}

/// The adjoints of any number of chains, step by step, and those of their initial values.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn add_up_adjoints<S: Simd>(
    simd: S,
    frame: &mut Frame<'_>,
    series: &[Series],
    reads: &[Read],
    length: usize,
) {
    for step in (0..length).rev() {
        for read in reads {
            let mut adjoint = 0.0;
            for (output, own) in series.iter().enumerate() {
                let slope = frame.scratch_number(read.slopes_of(output).element(step));
                adjoint = mul_add::<S>(slope, frame.adjoint_number(own.values.element(step)), adjoint);
            }
            match read.window {
                Window::Lag(lag) => frame.add_adjoint_number(series[read.carry].past(step, lag), adjoint),
                Window::History(history) => {
                    add_to_before(simd, frame, &series[read.carry], &history, step, adjoint);
                }
            }
        }
    }
}
