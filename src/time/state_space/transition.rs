//! The backward pass from one prediction to the previous one, in one step.

use super::adjoint::{DESIGN, NOISE, OBSERVATIONS, StateAdjoints, TRANSITION, pass_noise};
use super::memory::{FilterMemory, Row};
use super::products::{add_outer, add_symmetric, add_twice, congruent, dot, times, times_transposed};
use super::system::System;
use crate::frame::Adjoints;
use crate::simd::mul_add;
use pulp::Simd;

/// Passes backward from the state at the next time through the prediction and the last observation of a
/// time: with k = T P z, s = v/F, m = T′ ā and L = T − k z′/F,
///
///   ā ← L′ ā + ḡ s z,  P̄ ← L′ P̄ L + ½ s (m z′ + z m′) + (½ ḡ (s² − 1/F) − s m′ P z/F) z z′.
///
/// P̄ and ā of the previous step depend on these products only, not on the adjoints of the arguments in this
/// step.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn predict_and_observe<S: Simd>(
    system: &System<'_>,
    states: usize,
    (time, place): (usize, usize),
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    let (error, inverse) = (memory.errors[place], memory.inverses[place]);
    let Row { mean, covariance, gain } = memory.rows.row(place, states);
    let (start, design_start) = (system.transition_at(time, states), system.design_at(place, states));
    let transition = &system.transition[start..][..states * states];
    let design = &system.design[design_start..][..states];
    let (half, scaled) = (0.5 * adjoints.value[0], error * inverse);
    pass_noise(system, states, time, at, adjoints);
    let [moved_gain, moved_mean, product, through] = &mut at.rows;
    for row in 0..states {
        moved_gain[row] = dot::<S>(&transition[row * states..][..states], gain, states);
        for column in 0..states {
            let element = transition[row * states + column];
            at.step[row * states + column] =
                mul_add::<S>(-inverse * moved_gain[row], design[column], element);
        }
    }
    times_transposed::<S>(moved_mean, transition, at.mean, states);
    times::<S>(product, at.covariance, moved_gain, states);
    let along = dot::<S>(moved_mean, gain, states);
    let of_error = along * inverse - 2.0 * half * scaled;
    let of_square = half * (scaled * scaled - inverse) - inverse * along * scaled;
    let twice = dot::<S>(product, moved_gain, states);
    let of_variance = mul_add::<S>(inverse * inverse, twice, of_square);
    congruent::<S, true>(at.covariance, at.spare, at.step, states);
    add_symmetric::<S>(at.covariance, 0.5 * scaled, moved_mean, design, states);
    add_outer::<S>(at.covariance, of_square, design, design, states);
    if let Some(of_transition) = adjoints.of(TRANSITION) {
        // L P is T times the covariance after the observation, and the mean there is a + P z v/F.
        let of_transition = &mut of_transition[start..][..states * states];
        for row in 0..states {
            through[row] = mul_add::<S>(gain[row], scaled, mean[row]);
        }
        add_twice::<S>(of_transition, at.spare, covariance, states);
        add_outer::<S>(of_transition, 1.0, at.mean, through, states);
    }
    if let Some(of_noise) = adjoints.of(NOISE) {
        of_noise[system.noise_at(place)] += of_variance;
    }
    if let Some(of_observations) = adjoints.of(OBSERVATIONS) {
        of_observations[place] += of_error;
    }
    if let Some(of_design) = adjoints.of(DESIGN) {
        // This is the adjoint of P z; T′ P̄ k goes to `through`.
        times_transposed::<S>(through, transition, product, states);
        for row in 0..states {
            let of_gain = mul_add::<S>(moved_mean[row], scaled, -2.0 * inverse * through[row]);
            through[row] = mul_add::<S>(of_variance, design[row], of_gain);
        }
        times::<S>(product, covariance, through, states);
        for row in 0..states {
            of_design[design_start + row] += of_variance * gain[row] - of_error * mean[row] + product[row];
        }
    }
    times_transposed::<S>(through, at.step, at.mean, states);
    for row in 0..states {
        at.mean[row] = mul_add::<S>(2.0 * half * scaled, design[row], through[row]);
    }
}
