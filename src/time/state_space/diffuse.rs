//! Observations while a state is diffuse: its covariance is P + κ P∞ with κ → ∞.

use super::adjoint::{DESIGN, NOISE, OBSERVATIONS, StateAdjoints};
use super::filter::Predicted;
use super::memory::{DiffuseRow, FilterMemory, Row};
use super::products::{add_symmetric, dot, times};
use super::system::{System, variance};
use crate::frame::Adjoints;
use pulp::Simd;

/// The tolerance of F∞: below this fraction of z′ z, times the largest variance in P∞ if this is above 1, F∞
/// is 0 up to rounding.
const TOLERANCE: f64 = 1e-10;

/// Filters an observation that depends on diffuse states: a ← a + P∞ z v/F∞, P ← P + P∞ z z′ P∞ F/F∞² − (P z
/// z′ P∞ + P∞ z z′ P)/F∞, P∞ ← P∞ − P∞ z z′ P∞/F∞. Returns false if the observation does not depend on them.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn observe<S: Simd>(
    system: &System<'_>,
    place: usize,
    at: &mut Predicted<'_>,
    memory: &mut FilterMemory<'_>,
) -> bool {
    let states = system.states;
    let design = &system.design[system.design_at(place, states)..][..states];
    times::<S>(at.gain, at.diffuse, design, states);
    let unknown = dot::<S>(at.gain, design, states);
    let largest =
        (0..states).fold(1.0, |largest: f64, state| largest.max(at.diffuse[state * states + state]));
    let least = TOLERANCE * largest * dot::<S>(design, design, states);
    if unknown <= least {
        return false;
    }
    let DiffuseRow { variance: kept, gain: diffuse, .. } = memory.diffuse.row(place);
    kept[0] = unknown;
    diffuse.copy_from_slice(at.gain);
    let Row { mean, covariance, gain } = memory.rows.row(place, states);
    times::<S>(gain, at.covariance, design, states);
    mean.copy_from_slice(at.mean);
    covariance.copy_from_slice(at.covariance);
    let known = dot::<S>(gain, design, states) + variance(system.noise[system.noise_at(place)]);
    let error = system.observations[place] - dot::<S>(at.mean, design, states);
    let inverse = 1.0 / unknown;
    for state in 0..states {
        at.mean[state] += diffuse[state] * error * inverse;
    }
    add_symmetric::<S>(at.covariance, 0.5 * known * inverse * inverse, diffuse, diffuse, states);
    add_symmetric::<S>(at.covariance, -inverse, gain, diffuse, states);
    add_symmetric::<S>(at.diffuse, -0.5 * inverse, diffuse, diffuse, states);
    memory.errors[place] = error;
    memory.inverses[place] = inverse;
    memory.variances[place] = unknown;
    true
}

/// Passes backward through such an observation.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn back<S: Simd>(
    system: &System<'_>,
    place: usize,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    let states = system.states;
    let (error, inverse) = (memory.errors[place], memory.inverses[place]);
    let DiffuseRow { covariance: unknown, gain: diffuse, .. } = memory.diffuse.row(place);
    let Row { mean, covariance, gain } = memory.rows.row(place, states);
    let start = system.design_at(place, states);
    let design = &system.design[start..][..states];
    let known = dot::<S>(gain, design, states) + system.noise[system.noise_at(place)];
    let [product, other, of_gain, of_diffuse] = &mut at.rows;
    // The products are P̄ P∞ z, and the product of P∞'s adjoint with P∞ z.
    times::<S>(product, at.covariance, diffuse, states);
    times::<S>(other, at.diffuse, diffuse, states);
    let square = dot::<S>(product, diffuse, states);
    let cross = dot::<S>(product, gain, states);
    let along = dot::<S>(at.mean, diffuse, states);
    let of_known = square * inverse * inverse;
    let of_unknown = inverse
        * (-0.5 * adjoints.value[0] - along * error * inverse - 2.0 * of_known * known
            + (2.0 * cross + dot::<S>(other, diffuse, states)) * inverse);
    for state in 0..states {
        of_gain[state] = of_known * design[state] - 2.0 * product[state] * inverse;
        of_diffuse[state] = of_unknown * design[state]
            + inverse
                * (at.mean[state] * error + 2.0 * product[state] * known * inverse - 2.0 * other[state]);
    }
    times::<S>(product, at.covariance, gain, states);
    for state in 0..states {
        of_diffuse[state] -= 2.0 * product[state] * inverse;
    }
    let of_error = along * inverse;
    if let Some(of_noise) = adjoints.of(NOISE) {
        of_noise[system.noise_at(place)] += of_known;
    }
    if let Some(of_observations) = adjoints.of(OBSERVATIONS) {
        of_observations[place] += of_error;
    }
    if let Some(of_design) = adjoints.of(DESIGN) {
        times::<S>(product, covariance, of_gain, states);
        times::<S>(other, unknown, of_diffuse, states);
        for state in 0..states {
            of_design[start + state] += of_known * gain[state] + of_unknown * diffuse[state]
                - of_error * mean[state]
                + product[state]
                + other[state];
        }
    }
    for state in 0..states {
        at.mean[state] -= of_error * design[state];
    }
    add_symmetric::<S>(at.covariance, 0.5, of_gain, design, states);
    add_symmetric::<S>(at.diffuse, 0.5, of_diffuse, design, states);
}
