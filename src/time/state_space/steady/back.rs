//! The backward pass through the steady times.

use super::super::adjoint::{STATE_NOISE, StateAdjoints};
use super::super::memory::{FilterMemory, Rows};
use super::super::products::{congruent, multiply};
use super::super::system::{Form, System, add_to_covariance};
use super::Steady;
use super::sums::{Constants, Sums};
use crate::frame::Adjoints;
use crate::time::state_space::adjoint;
use crate::time::state_space::steady::{lanes, serial};
use pulp::Simd;

/// Passes backward from the end to the first steady time, if there is one.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn back<S: Simd>(
    simd: S,
    system: &System<'_>,
    states: usize,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    let Some(own) = memory.steady.time() else { return };
    let (first, last, series) = (own + 1, system.length - 1, system.series);
    for place in (last * series..system.length * series).rev() {
        adjoint::observe::<S>(system, states, place, at, memory, adjoints);
    }
    memory.steady.sums.fill(0.0);
    memory.steady.total.copy_from_slice(at.covariance);
    match states {
        1 if lanes::serve(system, 1) => lanes::back::<S, 1>(simd, system, own, at, memory, adjoints),
        2 if lanes::serve(system, 2) => lanes::back::<S, 2>(simd, system, own, at, memory, adjoints),
        _ => {
            // Times further ahead contribute nothing to P̄ at the first steady time.
            let tracked = last.min(first + memory.steady.window[0] as usize);
            if tracked < last {
                at.covariance.fill(0.0);
            }
            serial::back::<S, false>(system, states, tracked..last, at, memory, adjoints);
            serial::back::<S, true>(system, states, first..tracked, at, memory, adjoints);
        }
    }
    let count = (last - first) as f64;
    solve::<S>(system, states, count, at, memory, 0.5 * adjoints.value[0]);
    pass::<S>(system, states, count, at, memory, adjoints);
}

/// Replaces `total`, which is P̄ at the last time, by Σ. P̄ at the first steady time is known.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn solve<S: Simd>(
    system: &System<'_>,
    states: usize,
    count: f64,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    half: f64,
) {
    let (square, series) = (states * states, system.series);
    let FilterMemory { inverses, rows, steady, .. } = memory;
    let Some(own) = steady.time() else { return };
    let Steady { steps, reaches, sums, total, spare, window, .. } = steady;
    let view = View { system, rows, inverses, steps, reaches, own: own * series, half };
    spare.fill(0.0);
    for place in (0..series).rev() {
        let constants = view.constants(place, states);
        let sums = Sums::of(place, sums, states);
        let errors = &mut *at.rows[0];
        constants.filtered::<S>(errors, sums.errors, states);
        constants.pull_back::<S>(spare, at.spare, errors, (sums.squares[0], count), states);
    }
    for place in 0..square {
        total[place] += spare[place] - at.covariance[place];
    }
    Steady::multiply_steps::<S>(at.step, at.spare, steps, states);
    for _ in 0..(window[0] as usize).ilog2() {
        spare.copy_from_slice(total);
        congruent::<S, true>(spare, at.spare, at.step, states);
        for place in 0..square {
            total[place] += spare[place];
        }
        multiply::<S, false>(at.spare, at.step, at.step, states);
        at.step.copy_from_slice(at.spare);
    }
}

/// Passes the sums to the arguments.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn pass<S: Simd>(
    system: &System<'_>,
    states: usize,
    count: f64,
    at: &mut StateAdjoints<'_>,
    memory: &mut FilterMemory<'_>,
    adjoints: &mut Adjoints<'_>,
) {
    let series = system.series;
    let FilterMemory { inverses, rows, steady, .. } = memory;
    let Some(own) = steady.time() else { return };
    let Steady { steps, reaches, sums, total, .. } = steady;
    let half = 0.5 * adjoints.value[0];
    let view = View { system, rows, inverses, steps, reaches, own: own * series, half };
    if let Some(of_noise) = adjoints.of(STATE_NOISE) {
        add_to_covariance(of_noise, total, Form::of(system.state_noise.len(), states), states);
    }
    for place in (0..series).rev() {
        let sums = Sums::of(place, sums, states);
        let work = (&mut *at.spare, &mut at.rows);
        view.constants(place, states).pass::<S>(system, count, &sums, total, work, adjoints);
    }
}

/// The numbers from which the constants of a series are computed.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub system: &'a System<'a>,
    pub rows: &'a Rows<'a>,
    pub inverses: &'a [f64],
    pub steps: &'a [f64],
    pub reaches: &'a [f64],
    /// The first observation of the last time that has its own covariance.
    pub own: usize,
    pub half: f64,
}

impl<'a> View<'a> {
    /// Returns the constants of a series.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn constants(&self, place: usize, states: usize) -> Constants<'a> {
        let (system, square) = (self.system, states * states);
        let (covariance, gain) = self.rows.matrices(self.own + place, states);
        Constants {
            place,
            design: &system.design[system.design_at(place, states)..][..states],
            step: &self.steps[place * square..][..square],
            reach: &self.reaches[place * states..][..states],
            gain,
            covariance,
            inverse: self.inverses[self.own + place],
            transition: (place + 1 == system.series).then_some(&system.transition[..square]),
            half: self.half,
        }
    }
}
