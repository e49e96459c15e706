//! The backward pass through the filter, from the end to the beginning.

use super::memory::{FilterMemory, Filtered, Row};
use super::products::{add_outer, add_symmetric, add_twice, congruent, dot, times, times_transposed};
use super::system::{Form, System, add_to_covariance};
use super::transition::predict_and_observe;
use crate::frame::{Adjoints, scratch};
use crate::simd::mul_add;
use crate::time::state_space::diffuse;
use pulp::Simd;

/// The adjoints of the predicted state, with room for two matrices and four rows.
pub struct StateAdjoints<'a> {
    /// ā, the adjoint of the mean.
    pub mean: &'a mut [f64],
    /// P̄, the adjoint of the covariance.
    pub covariance: &'a mut [f64],
    /// The adjoint of P∞, if the state is diffuse.
    pub diffuse: &'a mut [f64],
    /// A spare matrix.
    pub spare: &'a mut [f64],
    /// L = T − T P z z′/F, from one prediction to the next.
    pub step: &'a mut [f64],
    /// Four rows of working memory.
    pub rows: [&'a mut [f64]; 4],
}

scratch! {
    struct Parts(states) {
        mean: states,
        first: states,
        second: states,
        third: states,
        fourth: states,
        covariance: states * states,
        diffuse: states * states,
        spare: states * states,
        step: states * states,
    }
}

impl<'a> StateAdjoints<'a> {
    /// Returns the length of the memory of the adjoints.
    pub fn length(states: usize) -> usize {
        Parts::length(states)
    }

    /// Returns adjoints of 0, in `numbers`.
    pub fn new(states: usize, numbers: &'a mut [f64]) -> Self {
        numbers.fill(0.0);
        let parts = Parts::divide(numbers, states);
        let Parts { mean, first, second, third, fourth, covariance, diffuse, spare, step } = parts;
        Self { mean, covariance, diffuse, spare, step, rows: [first, second, third, fourth] }
    }
}

/// The places of the arguments y, Z, T, H, Q, c, a₁ and P₁, and of their adjoints.
pub const OBSERVATIONS: usize = 0;
pub const DESIGN: usize = 1;
pub const TRANSITION: usize = 2;
pub const NOISE: usize = 3;
pub const STATE_NOISE: usize = 4;
pub const INTERCEPT: usize = 5;
pub const MEAN: usize = 6;
pub const COVARIANCE: usize = 7;

/// Passes backward through an observation.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn observe<S: Simd>(
    system: &System<'_>,
    states: usize,
    place: usize,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    let (error, inverse) = (memory.errors[place], memory.inverses[place]);
    let Row { mean, covariance, gain } = memory.rows.row(place, states);
    let start = system.design_at(place, states);
    let design = &system.design[start..][..states];
    let [product, of_gain, ..] = &mut at.rows;
    times::<S>(product, at.covariance, gain, states);
    let half = 0.5 * adjoints.value[0];
    let scaled = error * inverse;
    let along = dot::<S>(at.mean, gain, states);
    let of_error = along * inverse - 2.0 * half * scaled;
    let twice = dot::<S>(product, gain, states);
    let of_variance = half * (scaled * scaled - inverse) + inverse * (twice * inverse - along * scaled);
    for row in 0..states {
        let through = mul_add::<S>(at.mean[row], scaled, -2.0 * inverse * product[row]);
        of_gain[row] = mul_add::<S>(of_variance, design[row], through);
    }
    if let Some(of_noise) = adjoints.of(NOISE) {
        of_noise[system.noise_at(place)] += of_variance;
    }
    if let Some(of_observations) = adjoints.of(OBSERVATIONS) {
        of_observations[place] += of_error;
    }
    if let Some(of_design) = adjoints.of(DESIGN) {
        times::<S>(product, covariance, of_gain, states);
        for row in 0..states {
            of_design[start + row] += of_variance * gain[row] - of_error * mean[row] + product[row];
        }
    }
    for row in 0..states {
        at.mean[row] = mul_add::<S>(-of_error, design[row], at.mean[row]);
    }
    add_symmetric::<S>(at.covariance, 0.5, of_gain, design, states);
}

/// Passes the adjoints of the state at the next time to Q and c.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn pass_noise(
    system: &System<'_>,
    states: usize,
    time: usize,
    at: &StateAdjoints<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    if let Some(of_noise) = adjoints.of(STATE_NOISE) {
        let of_noise = &mut of_noise[system.state_noise_at(time, states)..];
        add_to_covariance(of_noise, at.covariance, Form::of(system.state_noise.len(), states), states);
    }
    pass_intercept(system, states, time, at, adjoints);
}

/// Passes the adjoint of the state at the next time to c.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn pass_intercept(
    system: &System<'_>,
    states: usize,
    time: usize,
    at: &StateAdjoints<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    if let Some(of_intercept) = adjoints.of(INTERCEPT) {
        for row in 0..states {
            of_intercept[system.intercept_at(time, row, states)] += at.mean[row];
        }
    }
}

/// Passes backward from the state at the next time to the filtered state at this time.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn predict<S: Simd, const DIFFUSE: bool>(
    system: &System<'_>,
    states: usize,
    time: usize,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    pass_noise(system, states, time, at, adjoints);
    let start = system.transition_at(time, states);
    let transition = &system.transition[start..][..states * states];
    congruent::<S, true>(at.covariance, at.spare, transition, states);
    if let Some(of_transition) = adjoints.of(TRANSITION) {
        let of_transition = &mut of_transition[start..][..states * states];
        if DIFFUSE {
            let Filtered { mean, covariance, .. } = memory.diffuse.filtered(time);
            add_twice::<S>(of_transition, at.spare, covariance, states);
            add_outer::<S>(of_transition, 1.0, at.mean, mean, states);
        } else {
            // After the last observation, P is P − P z z′ P/F, and a is a + P z v/F.
            let last = (time + 1) * system.series - 1;
            let inverse = memory.inverses[last];
            let Row { mean, covariance, gain } = memory.rows.row(last, states);
            add_twice::<S>(of_transition, at.spare, covariance, states);
            for row in 0..states {
                at.rows[0][row] = dot::<S>(&at.spare[row * states..][..states], gain, states);
                at.rows[1][row] = mul_add::<S>(gain[row], memory.errors[last] * inverse, mean[row]);
            }
            add_outer::<S>(of_transition, -2.0 * inverse, at.rows[0], gain, states);
            add_outer::<S>(of_transition, 1.0, at.mean, at.rows[1], states);
        }
    }
    if DIFFUSE {
        congruent::<S, true>(at.diffuse, at.spare, transition, states);
        if let Some(of_transition) = adjoints.of(TRANSITION) {
            let Filtered { diffuse, .. } = memory.diffuse.filtered(time);
            add_twice::<S>(&mut of_transition[start..][..states * states], at.spare, diffuse, states);
        }
    }
    times_transposed::<S>(at.rows[0], transition, at.mean, states);
    for column in 0..states {
        at.mean[column] = at.rows[0][column];
    }
}

/// Passes backward from the end of some times to their beginning.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn back<S: Simd, const DIFFUSE: bool>(
    system: &System<'_>,
    states: usize,
    times: core::ops::Range<usize>,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    for time in times.rev() {
        let mut end = (time + 1) * system.series;
        if time + 1 < system.length {
            if !DIFFUSE && system.is_observed(end - 1) {
                end -= 1;
                predict_and_observe::<S>(system, states, (time, end), at, memory, adjoints);
            } else {
                predict::<S, DIFFUSE>(system, states, time, at, memory, adjoints);
            }
        }
        for place in (time * system.series..end).rev() {
            if DIFFUSE && memory.diffuse.row(place).variance[0] > 0.0 {
                diffuse::back::<S>(system, place, at, memory, adjoints);
            } else if system.is_observed(place) {
                observe::<S>(system, states, place, at, memory, adjoints);
            }
        }
    }
}

/// Passes the adjoints of the first state to a₁ and P₁.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn finish(system: &System<'_>, states: usize, at: &mut StateAdjoints<'_>, adjoints: &mut Adjoints<'_>) {
    for row in 0..system.diffuse {
        at.mean[row] = 0.0;
        for column in 0..states {
            at.covariance[row * states + column] = 0.0;
            at.covariance[column * states + row] = 0.0;
        }
    }
    if let Some(of_mean) = adjoints.of(MEAN) {
        (0..states).for_each(|state| of_mean[system.mean_at(state)] += at.mean[state]);
    }
    if let Some(of_covariance) = adjoints.of(COVARIANCE) {
        let form = Form::of(system.covariance.len(), states);
        add_to_covariance(of_covariance, at.covariance, form, states);
    }
}
