//! One sequence, by the fastest algorithm for its number of states and its length: segments of time in
//! lanes, a chain step by step, and logarithms if the probabilities underflow.

use super::segments::{Segments, pays};
use super::{Chain, Columns};
use crate::frame::Adjoints;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

/// Returns log L of one sequence.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn forward<S: Simd>(simd: S, log_densities: Columns<'_>, mut chain: Chain<'_>) -> f64 {
    let in_segments = match (chain.states, chain.stride) {
        (2, 0) => forward_in_segments::<2, S>(simd, log_densities, &mut chain),
        (3, 0) => forward_in_segments::<3, S>(simd, log_densities, &mut chain),
        _ => None,
    };
    *chain.in_segments = if in_segments.is_some() { 1.0 } else { 0.0 };
    if let Some(sum) = in_segments {
        return sum;
    }
    let largest = weigh(simd, log_densities, chain.weights, chain.length);
    let sum = match (chain.states, chain.stride) {
        (2, 0) => chain.forward::<2, true, S>(),
        (2, _) => chain.forward::<2, false, S>(),
        (3, 0) => chain.forward::<3, true, S>(),
        (4, 0) => chain.forward::<4, true, S>(),
        _ => chain.forward_of_any(),
    };
    match sum {
        Some(sum) => sum + largest,
        None => chain.forward_in_logarithms(log_densities),
    }
}

/// Returns log L of one sequence of `K` states, if it is long enough for segments, and nothing underflows in
/// them.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn forward_in_segments<const K: usize, S: Simd>(
    simd: S,
    log_densities: Columns<'_>,
    chain: &mut Chain<'_>,
) -> Option<f64> {
    let Chain { length, transition, initial, .. } = *chain;
    pays::<S>(length).then_some(())?;
    let mut segments = Segments::<K>::new::<S>(length, transition, initial, chain.segments);
    segments.forward(simd, log_densities)
}

/// Computes the adjoints of one sequence of `K` states in segments.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn backward_in_segments<const K: usize, S: Simd>(
    simd: S,
    chain: &mut Chain<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    let Chain { length, transition, initial, .. } = *chain;
    let mut segments = Segments::<K>::new::<S>(length, transition, initial, chain.segments);
    segments.backward(simd, chain.weights, adjoints);
}

/// Computes the adjoints of one sequence; the adjoints of the log densities replace the weights.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn backward<S: Simd>(
    simd: S,
    log_densities: Columns<'_>,
    chain: &mut Chain<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    match (chain.states, chain.stride) {
        (2, 0) if *chain.in_segments == 1.0 => backward_in_segments::<2, S>(simd, chain, adjoints),
        (3, 0) if *chain.in_segments == 1.0 => backward_in_segments::<3, S>(simd, chain, adjoints),
        _ if *chain.inverse == 0.0 => chain.backward_in_logarithms(log_densities, adjoints),
        (2, 0) => chain.backward::<2, true, S>(adjoints),
        (2, _) => chain.backward::<2, false, S>(adjoints),
        (3, 0) => chain.backward::<3, true, S>(adjoints),
        (4, 0) => chain.backward::<4, true, S>(adjoints),
        _ => chain.backward_of_any(adjoints),
    }
}

/// Stores exp(ℓ(k, t) − mₜ) with mₜ = maxₖ ℓ(k, t), and returns the sum of mₜ. If all log densities are −∞,
/// m is 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn weigh<S: Simd>(simd: S, log_densities: Columns<'_>, weights: &mut [f64], length: usize) -> f64 {
    let mut sum = Pack::zero(simd);
    for start in (0..length).step_by(Pack::<S>::LANES) {
        let end = (start + Pack::<S>::LANES).min(length);
        let load = |row: &[f64]| match S::as_simd_f64s(row) {
            ([register], _) => Pack::new(simd, *register),
            // Lanes after the end are 0.
            (_, rest) => Pack::new(simd, simd.partial_load_f64s(rest)),
        };
        let mut largest = Pack::splat(simd, f64::NEG_INFINITY);
        for row in log_densities.rows(start..end) {
            let log_density = load(row);
            // NaN is kept.
            largest = log_density.le(largest).select(largest, log_density);
        }
        largest = largest.eq(f64::NEG_INFINITY).select(0.0, largest);
        for (row, weights) in log_densities.rows(start..end).zip(weights.chunks_exact_mut(length)) {
            let weight = math::exp(load(row) - largest);
            match S::as_mut_simd_f64s(&mut weights[start..end]) {
                ([register], _) => *register = weight.value,
                (_, rest) => simd.partial_store_f64s(rest, weight.value),
            }
        }
        sum = sum + largest;
    }
    sum.sum()
}
