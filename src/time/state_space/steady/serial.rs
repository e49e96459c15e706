//! Steady times one after the other: for several series, many states, or a c that differs from time to time.

use super::super::adjoint::{OBSERVATIONS, StateAdjoints, pass_intercept};
use super::super::filter::Predicted;
use super::super::memory::FilterMemory;
use super::super::products::{dot, dot_onto, times_transposed};
use super::super::system::System;
use super::Steady;
use super::back::View;
use super::sums::{Constants, Sums};
use crate::frame::Adjoints;
use crate::simd::mul_add;
use core::ops::Range;
use pulp::Simd;

/// Filters the times after `own`. Returns Σ v²/F.
///
/// The next prediction depends on L a only, not on v.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn filter<S: Simd>(
    system: &System<'_>,
    states: usize,
    own: usize,
    at: &mut Predicted<'_>,
    memory: &mut FilterMemory<'_>,
) -> f64 {
    let (square, series) = (states * states, system.series);
    let mut squares = 0.0;
    for time in own + 1..system.length {
        for place in 0..series {
            let here = time * series + place;
            let design = &system.design[place * states..][..states];
            let reach = &memory.steady.reaches[place * states..][..states];
            let (observation, inverse) = (system.observations[here], memory.inverses[own * series + place]);
            let error = observation - dot::<S>(at.mean, design, states);
            let mean = memory.rows.row(here, states).mean;
            mean.copy_from_slice(at.mean);
            memory.errors[here] = error;
            squares = mul_add::<S>(error * inverse, error, squares);
            if place + 1 < series {
                for row in 0..states {
                    at.mean[row] = mul_add::<S>(reach[row], error * inverse, at.mean[row]);
                }
            } else if time + 1 < system.length {
                let step = &memory.steady.steps[place * square..][..square];
                for row in 0..states {
                    let start = system.intercept[system.intercept_at(time, row, states)];
                    let start = mul_add::<S>(reach[row] * inverse, observation, start);
                    at.gain[row] = dot_onto::<S>(start, &step[row * states..][..states], at.mean, states);
                }
                for row in 0..states {
                    at.mean[row] = at.gain[row];
                }
            }
        }
    }
    squares
}

/// Passes backward through the means of some times, and adds to the sums. With `TRACKED`, P̄ is computed
/// from time to time.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn back<S: Simd, const TRACKED: bool>(
    system: &System<'_>,
    states: usize,
    times: Range<usize>,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    let series = system.series;
    let FilterMemory { errors, inverses, rows, steady, .. } = memory;
    let Some(own) = steady.time() else { return };
    let Steady { steps, reaches, sums, .. } = steady;
    let half = 0.5 * adjoints.value[0];
    let view = View { system, rows, inverses, steps, reaches, own: own * series, half };
    for time in times.rev() {
        pass_intercept(system, states, time, at, adjoints);
        for place in (0..series).rev() {
            let constants = view.constants(place, states);
            let observation = time * series + place;
            let mut sum = Sums::of(place, sums, states);
            let observed = (observation, errors[observation], rows.mean(observation, states));
            back_through::<S, TRACKED>(&constants, states, observed, at, &mut sum, adjoints);
        }
    }
}

/// Passes backward through one observation, given by its place, v and a.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn back_through<S: Simd, const TRACKED: bool>(
    constants: &Constants<'_>,
    states: usize,
    (place, error, mean): (usize, f64, &[f64]),
    at: &mut StateAdjoints<'_>,
    sums: &mut Sums<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    let scaled = error * constants.inverse;
    let of_square = 2.0 * constants.half * scaled;
    sums.add::<S>(at.mean, mean, scaled, states);
    if let Some(of_observations) = adjoints.of(OBSERVATIONS) {
        let along = dot::<S>(at.mean, constants.reach, states);
        of_observations[place] += along * constants.inverse - of_square;
    }
    let [errors, next, ..] = &mut at.rows;
    if TRACKED {
        constants.filtered::<S>(errors, at.mean, states);
        (0..states).for_each(|row| errors[row] *= scaled);
        constants.pull_back::<S>(at.covariance, at.spare, errors, (scaled * scaled, 1.0), states);
    }
    times_transposed::<S>(next, constants.step, at.mean, states);
    for row in 0..states {
        at.mean[row] = mul_add::<S>(of_square, constants.design[row], next[row]);
    }
}
