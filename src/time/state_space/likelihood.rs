//! The log likelihood and its backward pass, with one or two states in registers, and any number of states
//! in memory.

use super::adjoint::{StateAdjoints, back, finish};
use super::filter::{Predicted, begin, filter};
use super::memory::FilterMemory;
use super::steady::Search;
use super::system::System;
use crate::frame::Adjoints;
use crate::math;
use crate::simd::Pack;
use crate::time::state_space::steady;
use core::array::from_fn;
use pulp::Simd;

/// Returns the log likelihood, and stores the numbers of the backward pass in the scratch. `count` is the
/// number of observations that were made.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_likelihood<S: Simd>(simd: S, system: &System<'_>, count: usize, scratch: &mut [f64]) -> f64 {
    let (states, is_diffuse) = (system.states, system.diffuse > 0);
    let mut memory = FilterMemory::new(states, system.length, system.series, is_diffuse, scratch);
    let work = core::mem::take(&mut memory.work);
    let mut at = Predicted::divide(work, states);
    begin(system, states, &mut at);
    let mut squares = 0.0;
    *memory.first_known = 0.0;
    if is_diffuse {
        squares = filter::<S, true>(system, states, 0, &mut at, &mut memory, Search::new(false));
    }
    let start = *memory.first_known as usize;
    squares += match states {
        1 => {
            let (mut mean, mut covariance) = ([at.mean[0]], [at.covariance[0]]);
            let (mut spare, mut gain, mut moved_gain) = ([0.0], [0.0], [0.0]);
            let mut at = Predicted {
                mean: &mut mean,
                covariance: &mut covariance,
                diffuse: &mut [],
                spare: &mut spare,
                gain: &mut gain,
                moved_gain: &mut moved_gain,
            };
            known::<S>(simd, system, 1, start, &mut at, &mut memory)
        }
        2 => {
            let (mut mean, mut covariance): ([f64; 2], [f64; 4]) =
                (from_fn(|place| at.mean[place]), from_fn(|place| at.covariance[place]));
            let (mut spare, mut gain, mut moved_gain) = ([0.0; 4], [0.0; 2], [0.0; 2]);
            let mut at = Predicted {
                mean: &mut mean,
                covariance: &mut covariance,
                diffuse: &mut [],
                spare: &mut spare,
                gain: &mut gain,
                moved_gain: &mut moved_gain,
            };
            known::<S>(simd, system, 2, start, &mut at, &mut memory)
        }
        _ => known::<S>(simd, system, states, start, &mut at, &mut memory),
    };
    let logarithms = match memory.steady.time() {
        Some(own) => {
            let (own, end) = memory.variances[..(own + 1) * system.series].split_at(own * system.series);
            let times = (system.length - own.len() / system.series) as f64;
            sum_of_logarithms(simd, own) + times * sum_of_logarithms(simd, end)
        }
        None => sum_of_logarithms(simd, memory.variances),
    };
    constant(count) - 0.5 * (logarithms + squares)
}

/// Returns the terms of the log likelihood that depend only on the number of observations.
pub fn constant(count: usize) -> f64 {
    -0.5 * count as f64 * (2.0 * core::f64::consts::PI).ln()
}

/// Filters from the first time at which all states are known. Returns Σ v²/F.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn known<S: Simd>(
    simd: S,
    system: &System<'_>,
    states: usize,
    start: usize,
    at: &mut Predicted<'_>,
    memory: &mut FilterMemory<'_>,
) -> f64 {
    memory.steady.forget();
    let search = Search::new(system.is_constant(states));
    let squares = filter::<S, false>(system, states, start, at, memory, search);
    squares + steady::filter::<S>(simd, system, states, at, memory)
}

/// Passes backward from the end to the first time at which all states are known.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn back_to<S: Simd>(
    simd: S,
    system: &System<'_>,
    states: usize,
    start: usize,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    steady::back::<S>(simd, system, states, at, memory, adjoints);
    let end = memory.steady.time().map_or(system.length, |own| own + 1);
    back::<S, false>(system, states, start..end, at, memory, adjoints);
}

/// Passes backward through the filter, and adds the adjoints of the arguments.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn pass_back<S: Simd>(simd: S, system: &System<'_>, scratch: &mut [f64], adjoints: &mut Adjoints<'_>) {
    let (states, is_diffuse) = (system.states, system.diffuse > 0);
    let mut memory = FilterMemory::new(states, system.length, system.series, is_diffuse, scratch);
    let work = core::mem::take(&mut memory.work);
    let mut at = StateAdjoints::new(states, work);
    let start = *memory.first_known as usize;
    match states {
        1 => {
            let (mut mean, mut covariance, mut spare, mut step) = ([0.0], [0.0], [0.0], [0.0]);
            let mut rows = [[0.0]; 4];
            let [first, second, third, fourth] = &mut rows;
            let mut few = StateAdjoints {
                mean: &mut mean,
                covariance: &mut covariance,
                diffuse: &mut [],
                spare: &mut spare,
                step: &mut step,
                rows: [first, second, third, fourth],
            };
            back_to::<S>(simd, system, 1, start, &mut few, &mut memory, adjoints);
            (at.mean[0], at.covariance[0]) = (mean[0], covariance[0]);
        }
        2 => {
            let (mut mean, mut covariance, mut spare, mut step) = ([0.0; 2], [0.0; 4], [0.0; 4], [0.0; 4]);
            let mut rows = [[0.0; 2]; 4];
            let [first, second, third, fourth] = &mut rows;
            let mut few = StateAdjoints {
                mean: &mut mean,
                covariance: &mut covariance,
                diffuse: &mut [],
                spare: &mut spare,
                step: &mut step,
                rows: [first, second, third, fourth],
            };
            back_to::<S>(simd, system, 2, start, &mut few, &mut memory, adjoints);
            at.mean.copy_from_slice(&mean);
            at.covariance.copy_from_slice(&covariance);
        }
        _ => back_to::<S>(simd, system, states, start, &mut at, &mut memory, adjoints),
    }
    if is_diffuse {
        back::<S, true>(system, states, 0..start, &mut at, &mut memory, adjoints);
    }
    finish(system, states, &mut at, adjoints);
}

/// Returns Σ log F, in lanes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn sum_of_logarithms<S: Simd>(simd: S, variances: &[f64]) -> f64 {
    let mut sum = Pack::zero(simd);
    for variances in variances.chunks(Pack::<S>::LANES) {
        let loaded = Pack::new(simd, simd.partial_load_f64s(variances));
        if variances.len() == Pack::<S>::LANES {
            sum = sum + math::log(loaded);
        } else {
            // Lanes after the end were loaded as 0.
            sum = sum + math::log(loaded.eq(0.0).select(1.0, loaded));
        }
    }
    sum.sum()
}
