//! The Kalman filter, one observation at a time; its backward pass is in `adjoint`.

use super::memory::{FilterMemory, Filtered, Row};
use super::products::{congruent, dot, dot_onto, times};
use super::steady::Search;
use super::system::{Form, System, add_covariance, variance};
use crate::frame::scratch;
use crate::simd::mul_add;
use crate::time::state_space::diffuse;
use pulp::Simd;

scratch! {
    /// The predicted state, with room for a matrix and two rows.
    pub struct Predicted(states) {
        /// The mean a of the state.
        mean: states,
        /// P z.
        gain: states,
        /// T P z.
        moved_gain: states,
        /// The covariance P of the state.
        covariance: states * states,
        /// P∞, if the state is diffuse.
        diffuse: states * states,
        /// A spare matrix.
        spare: states * states,
    }
}

/// Sets a₁ and P₁ for the known states, and the unit matrix P∞ for the diffuse states.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn begin(system: &System<'_>, states: usize, at: &mut Predicted<'_>) {
    for place in 0..states * states {
        at.covariance[place] = 0.0;
    }
    add_covariance(at.covariance, system.covariance, Form::of(system.covariance.len(), states), states);
    for state in 0..states {
        at.mean[state] = system.mean[system.mean_at(state)];
    }
    for row in 0..system.diffuse {
        at.mean[row] = 0.0;
        for column in 0..states {
            at.covariance[row * states + column] = 0.0;
            at.covariance[column * states + row] = 0.0;
        }
    }
    if system.diffuse > 0 {
        at.diffuse.fill(0.0);
        (0..system.diffuse).for_each(|state| at.diffuse[state * states + state] = 1.0);
    }
}

/// Computes P z, v and 1/F of an observation, and stores them with a and P.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn look<S: Simd>(
    system: &System<'_>,
    states: usize,
    place: usize,
    at: &mut Predicted<'_>,
    memory: &mut FilterMemory<'_>,
) -> (f64, f64) {
    let design = &system.design[system.design_at(place, states)..][..states];
    times::<S>(at.gain, at.covariance, design, states);
    let noise = variance(system.noise[system.noise_at(place)]);
    let variance = dot_onto::<S>(noise, at.gain, design, states);
    let error = system.observations[place] - dot::<S>(at.mean, design, states);
    let inverse = 1.0 / variance;
    let Row { mean, covariance, gain } = memory.rows.row(place, states);
    for row in 0..states {
        mean[row] = at.mean[row];
        gain[row] = at.gain[row];
        for column in 0..states {
            covariance[row * states + column] = at.covariance[row * states + column];
        }
    }
    memory.errors[place] = error;
    memory.inverses[place] = inverse;
    memory.variances[place] = variance;
    (error, inverse)
}

/// Filters an observation: a ← a + P z v/F, P ← P − P z z′ P/F. Returns v²/F.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn observe<S: Simd>(
    system: &System<'_>,
    states: usize,
    place: usize,
    at: &mut Predicted<'_>,
    memory: &mut FilterMemory<'_>,
) -> f64 {
    let (error, inverse) = look::<S>(system, states, place, at, memory);
    for row in 0..states {
        at.mean[row] = mul_add::<S>(at.gain[row], error * inverse, at.mean[row]);
    }
    take_off::<S>(at.covariance, at.gain, inverse, states);
    error * error * inverse
}

/// Filters the last observation of a time, and predicts the next time: a ← T a + c + T P z v/F, P ← T P T′ +
/// Q − T P z z′ P T′/F. Returns v²/F.
///
/// Only one multiplication depends on 1/F, since T P T′ does not; and only 1/F of the next step depends on
/// it.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn observe_and_predict<S: Simd>(
    system: &System<'_>,
    states: usize,
    (time, place): (usize, usize),
    at: &mut Predicted<'_>,
    memory: &mut FilterMemory<'_>,
) -> f64 {
    let (error, inverse) = look::<S>(system, states, place, at, memory);
    let transition = &system.transition[system.transition_at(time, states)..][..states * states];
    for row in 0..states {
        at.moved_gain[row] = dot::<S>(&transition[row * states..][..states], at.gain, states);
    }
    predict::<S, false>(system, states, time, at);
    for row in 0..states {
        at.mean[row] = mul_add::<S>(at.moved_gain[row], error * inverse, at.mean[row]);
    }
    take_off::<S>(at.covariance, at.moved_gain, inverse, states);
    error * error * inverse
}

/// P ← P − g g′/F.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn take_off<S: Simd>(covariance: &mut [f64], gain: &[f64], inverse: f64, states: usize) {
    for row in 0..states {
        for column in 0..states {
            let element = &mut covariance[row * states + column];
            *element = mul_add::<S>(-gain[row] * gain[column], inverse, *element);
        }
    }
}

/// Skips a missing observation.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn pass_over(states: usize, place: usize, at: &Predicted<'_>, memory: &mut FilterMemory<'_>) {
    let Row { mean, covariance, gain } = memory.rows.row(place, states);
    for row in 0..states {
        mean[row] = at.mean[row];
        gain[row] = 0.0;
    }
    covariance.copy_from_slice(at.covariance);
    memory.errors[place] = 0.0;
    memory.inverses[place] = 0.0;
    memory.variances[place] = 1.0;
}

/// Predicts the next time: a ← T a + c, P ← T P T′ + Q.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn predict<S: Simd, const DIFFUSE: bool>(
    system: &System<'_>,
    states: usize,
    time: usize,
    at: &mut Predicted<'_>,
) {
    let transition = &system.transition[system.transition_at(time, states)..][..states * states];
    for row in 0..states {
        let next = dot::<S>(&transition[row * states..][..states], at.mean, states);
        at.gain[row] = next + system.intercept[system.intercept_at(time, row, states)];
    }
    for row in 0..states {
        at.mean[row] = at.gain[row];
    }
    congruent::<S, false>(at.covariance, at.spare, transition, states);
    let noise = &system.state_noise[system.state_noise_at(time, states)..];
    add_covariance(at.covariance, noise, Form::of(system.state_noise.len(), states), states);
    if DIFFUSE {
        congruent::<S, false>(at.diffuse, at.spare, transition, states);
    }
}

/// Filters a time, and predicts the next one unless it is the last. Adds v²/F to the squares, and decreases
/// the number of observations that diffuse states still need. Returns true if the last observation was
/// filtered together with the prediction.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn filter_time<S: Simd, const DIFFUSE: bool>(
    system: &System<'_>,
    states: usize,
    (time, is_last): (usize, bool),
    at: &mut Predicted<'_>,
    memory: &mut FilterMemory<'_>,
    (squares, unknown): (&mut f64, &mut usize),
) -> bool {
    let mut end = (time + 1) * system.series;
    let moves_on = !DIFFUSE && !is_last && system.is_observed(end - 1);
    end -= usize::from(moves_on);
    for place in time * system.series..end {
        if DIFFUSE {
            let row = memory.diffuse.row(place);
            row.variance[0] = 0.0;
            row.covariance.copy_from_slice(at.diffuse);
        }
        if !system.is_observed(place) {
            pass_over(states, place, at, memory);
        } else if DIFFUSE && *unknown > 0 && diffuse::observe::<S>(system, place, at, memory) {
            *unknown -= 1;
            if *unknown == 0 {
                at.diffuse.fill(0.0);
            }
        } else {
            *squares += observe::<S>(system, states, place, at, memory);
        }
    }
    if DIFFUSE {
        let Filtered { mean, covariance, diffuse } = memory.diffuse.filtered(time);
        mean.copy_from_slice(at.mean);
        covariance.copy_from_slice(at.covariance);
        diffuse.copy_from_slice(at.diffuse);
    }
    if moves_on {
        *squares += observe_and_predict::<S>(system, states, (time, end), at, memory);
    } else if !is_last {
        predict::<S, DIFFUSE>(system, states, time, at);
    }
    moves_on
}

/// Filters from a time on, until the end, or until all states are known if the beginning is diffuse, or
/// until the search for a steady time ends. Returns Σ v²/F.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn filter<S: Simd, const DIFFUSE: bool>(
    system: &System<'_>,
    states: usize,
    start: usize,
    at: &mut Predicted<'_>,
    memory: &mut FilterMemory<'_>,
    mut search: Search,
) -> f64 {
    let mut squares = 0.0;
    let mut unknown = if DIFFUSE { system.diffuse } else { 0 };
    for time in start..system.length {
        let (now, counts) = ((time, time + 1 == system.length), (&mut squares, &mut unknown));
        if filter_time::<S, DIFFUSE>(system, states, now, at, memory, counts)
            && search.ends::<S>(system, states, time, at, memory)
        {
            break;
        }
        if DIFFUSE && unknown == 0 {
            *memory.first_known = (time + 1) as f64;
            return squares;
        }
    }
    *memory.first_known = if DIFFUSE { system.length as f64 } else { start as f64 };
    squares
}
