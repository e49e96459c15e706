//! Steady times of one series with few states, one register of times after the other.
//!
//! Forward a(t) = L a(t − 1) + c + k y(t − 1)/F, backward ā(t) = L′ ā(t + 1) + ḡ z v(t)/F: recurrences with
//! one matrix. Means are stored state by state, with all times of a state in a row.

use super::super::adjoint::{OBSERVATIONS, StateAdjoints};
use super::super::memory::FilterMemory;
use super::super::products::{dot, dot_onto, times_transposed};
use super::super::system::System;
use super::Steady;
use super::back::View;
use super::lane_sums::LaneSums;
use super::recurrence::{Recurrence, splat_row};
use super::sums::Sums;
use super::tracker::Tracker;
use crate::frame::Adjoints;
use crate::linalg::{load, store};
use crate::simd::{Mask, Pack, mul_add};
use pulp::Simd;

/// Returns true if the steady times are computed in registers of times.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn serve(system: &System<'_>, states: usize) -> bool {
    system.series == 1 && states <= 2 && (system.intercept.len() == 1 || system.intercept.len() == states)
}

/// Filters the times after `own`. Returns Σ v²/F.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn filter<S: Simd, const STATES: usize>(
    simd: S,
    system: &System<'_>,
    own: usize,
    spare: [&mut [f64]; 2],
    memory: &mut FilterMemory<'_>,
) -> f64 {
    let FilterMemory { errors, inverses, rows, steady, .. } = memory;
    let Steady { steps, reaches, .. } = steady;
    let (last, inverse, count) = (system.length - 1, inverses[own], system.length - own - 2);
    let (mut constant, mut of_errors, mut before_last) = ([0.0; STATES], [0.0; STATES], [0.0; STATES]);
    for state in 0..STATES {
        constant[state] = system.intercept[system.intercept_at(0, state, STATES)];
        of_errors[state] = reaches[state] * inverse;
    }
    let z = splat_row::<S, STATES>(simd, system.design);
    let mut recurrence = Recurrence::<S, STATES, true>::from(simd, steps, rows.mean(own, STATES), spare);
    let y = system.observations;
    let (before, now) = (&y[own..][..count], &y[own + 1..][..count]);
    let errors_now = &mut errors[own + 1..][..count];
    let means = rows.columns_mut(own + 1, count, STATES);
    let mut squares = Pack::zero(simd);
    for start in (0..count).step_by(Pack::<S>::LANES) {
        let end = count.min(start + Pack::<S>::LANES);
        let y = Pack::new(simd, load(simd, &before[start..end]));
        let mut moved = z;
        for state in 0..STATES {
            moved[state] = y.mul_add(of_errors[state], constant[state]);
        }
        let mean = recurrence.next(moved);
        let mut error = Pack::new(simd, load(simd, &now[start..end]));
        for state in 0..STATES {
            error = error - z[state] * mean[state];
            store(simd, &mut means[state * count..][start..end], mean[state].value);
        }
        store(simd, &mut errors_now[start..end], error.value);
        let error = Mask::first(simd, end - start).select(error, 0.0);
        squares = error.mul_add(error, squares);
    }
    // The last time is stored in its row, like an ordinary time.
    for state in 0..STATES {
        before_last[state] = means[state * count + count - 1];
    }
    let mean = rows.row(last, STATES).mean;
    for row in 0..STATES {
        let start = mul_add::<S>(of_errors[row], y[last - 1], constant[row]);
        mean[row] = dot_onto::<S>(start, &steps[row * STATES..][..STATES], &before_last, STATES);
    }
    let error = y[last] - dot::<S>(mean, system.design, STATES);
    errors[last] = error;
    (squares.sum() + error * error) * inverse
}

/// Passes backward from the last time to the first steady one: adds the sums, and computes P̄ and ā at the
/// first steady time. P̄ at the last time is given.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn back<S: Simd, const STATES: usize>(
    simd: S,
    system: &System<'_>,
    own: usize,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    let FilterMemory { errors, inverses, rows, steady, .. } = memory;
    let Steady { steps, reaches, sums, window, .. } = steady;
    let half = 0.5 * adjoints.value[0];
    let view = View { system, rows, inverses, steps, reaches, own, half };
    let constants = view.constants(0, STATES);
    let (first, count, inverse) = (own + 1, system.length - own - 2, constants.inverse);
    let (lanes, window) = (Pack::<S>::LANES, window[0] as usize);
    let means = rows.columns(first, count, STATES);
    let (now, next) = (&errors[first..][..count], &errors[first + 1..][..count]);
    let mut transposed = [[0.0; STATES]; STATES];
    for row in 0..STATES {
        (0..STATES).for_each(|column| transposed[row][column] = constants.step[column * STATES + row]);
    }
    let spare = [&mut *at.spare, &mut *at.step];
    let mut recurrence =
        Recurrence::<S, STATES, false>::from(simd, transposed.as_flattened(), &[0.0; STATES], spare);
    let design = splat_row::<S, STATES>(simd, constants.design);
    let mut lane_sums = LaneSums::<S, STATES>::new(simd);
    let mut tracker = Tracker::<S, STATES>::new(simd, &constants, system.transition);
    let mut nearest = [0.0; STATES];
    // After the last of these times there is room for one more, at which only P̄ is given.
    for start in (0..count + 1).step_by(lanes).rev() {
        let end = count.min(start + lanes);
        let error = Pack::new(simd, load(simd, &next[start..end]));
        let (error, mut moved) = (error * (2.0 * half * inverse), design);
        for state in 0..STATES {
            moved[state] = design[state] * error;
        }
        let adjoint = recurrence.next(moved);
        let scaled = Pack::new(simd, load(simd, &now[start..end])) * inverse;
        let mut mean = moved;
        for state in 0..STATES {
            mean[state] = Pack::new(simd, load(simd, &means[state * count..][start..end]));
        }
        lane_sums.add(&adjoint, &mean, scaled);
        if let Some(of_observations) = adjoints.of(OBSERVATIONS) {
            let to = &mut of_observations[first..][start..end];
            let mut sum = Pack::new(simd, load(simd, to)) - scaled * (2.0 * half);
            for state in 0..STATES {
                sum = adjoint[state].mul_add(constants.reach[state] * inverse, sum);
            }
            store(simd, to, sum.value);
        }
        if start < window {
            if start + lanes > count {
                tracker.begin(count - start, at.covariance);
            } else {
                tracker.go_on(recurrence.of_a_register());
            }
            tracker.add(&adjoint, scaled, Mask::first(simd, end - start));
        }
        for state in 0..STATES {
            nearest[state] = adjoint[state].first();
        }
    }
    lane_sums.pass(&mut Sums::divide(sums, STATES), system, adjoints);
    tracker.finish(at.covariance, at.spare, constants.step);
    let error = 2.0 * half * errors[first] * inverse;
    times_transposed::<S>(at.mean, constants.step, &nearest, STATES);
    for row in 0..STATES {
        at.mean[row] = mul_add::<S>(error, constants.design[row], at.mean[row]);
    }
}
