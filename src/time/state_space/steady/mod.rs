//! Steady times: from the first of them on, the covariance of the state does not change.
//!
//! If Z, H, T and Q are the same at all times and every observation was made, the covariance P of the
//! prediction converges, whatever the observations are. From then on z′ P z + h = F and P z = g of each
//! series are constants, and so are the steps
//!
//!   L = I − g z′/F    of an observation,
//!   L = T − k z′/F with k = T g of the last one of a time, including the prediction of the next time.
//!
//! Forward, only a and v are computed: a ← a + g v/F, and a ← L a + c + k y/F for the last observation.
//!
//! Backward, ā ← L′ ā + ḡ (v/F) z. The adjoints of P at single times are not needed, only their sum Σ = Σ
//! P̄ₜ over the predictions of all steady times except the first, t₁. With ℒ X = L₁′ … Lₘ′ X Lₘ … L₁ over
//! the series of a time, P̄ₜ = ℒ P̄ₜ₊₁ + Gₜ gives
//!
//!   Σ = ℒ Σ + Σ Gₜ + P̄ₙ − P̄(t₁),
//!
//! which is solved by doubling: X ← X + M′ X M, M ← M² from M = Lₘ … L₁. P̄(t₁) itself, from which the
//! backward pass continues, needs only as many steps w as make Mʷ 0 up to rounding. The adjoints of all
//! arguments follow as in `adjoint` from Σ, and from the sums Σ λ a′, Σ λ v/F, Σ a v/F and Σ v²/F² over
//! time; λ is the ā that the observation passes on.
//!
//! Harvey 1989, "Forecasting, structural time series models and the Kalman filter", 3.3; Smith 1968, "Matrix
//! equation XA + BX = C", for the doubling.

mod back;
mod filter;
mod lane_sums;
mod lanes;
mod recurrence;
mod serial;
mod sums;
mod tracker;

pub use self::back::back;
pub use self::filter::filter;
use self::sums::Sums;
use monomorph_macros::inlined;

use super::filter::Predicted;
use super::memory::FilterMemory;
use super::products::{dot, multiply};
use super::system::System;
use crate::frame::scratch;
use pulp::Simd;

/// The tolerance of a steady covariance: no element changes by more than this fraction of the standard
/// deviations of its states.
const TOLERANCE: f64 = 8.0 * f64::EPSILON;

/// The limit below which a product of steps is 0 up to rounding: it bounds all elements, with states in
/// units of their standard deviations.
const NEGLIGIBLE: f64 = 1.0 / (1u64 << 30) as f64;

/// The maximum number of doublings of a step. A step that has not decayed by then belongs to a constant
/// state, and is not used.
const DOUBLINGS: u32 = 12;

/// The number of remaining times below which the sums cost more than they save.
const LEAST: usize = 32;

scratch! {
    /// The constants of the steady times, and sums over these times.
    pub struct Steady(states, series; sums_of_each = Sums::length(states)) {
        /// The last time that has its own covariance plus 1, or 0 if all times have their own.
        first: 1,
        /// The number w of steps after which an adjoint is 0 up to rounding.
        window: 1,
        /// L of each series.
        steps: series * states * states,
        /// The factor of v/F in each state: g of each series, k of the last.
        reaches: series * states,
        /// Sums of each series.
        sums: series * sums_of_each,
        /// Σ, the sum of P̄ over the steady times after the first.
        total: states * states,
        /// A spare matrix.
        spare: states * states,
    }
}

#[inlined(all)]
impl Steady<'_> {
    /// Returns the last time that has its own covariance, if a steady time follows.
    pub fn time(&self) -> Option<usize> {
        (self.first[0] > 0.0).then(|| self.first[0] as usize - 1)
    }

    /// Records that all times have their own covariance.
    pub fn forget(&mut self) {
        self.first[0] = 0.0;
    }
}

/// Returns the mean of a state at a time, given the earlier observations.
pub fn mean(system: &System<'_>, time: usize, state: usize, memory: &FilterMemory<'_>) -> f64 {
    let (states, last) = (system.states, system.length - 1);
    match memory.steady.time().map(|own| own + 1) {
        Some(first) if (first..last).contains(&time) && lanes::serve(system, states) => {
            memory.rows.columns(first, last - first, states)[state * (last - first) + time - first]
        }
        _ => memory.rows.mean(time * system.series, states)[state],
    }
}

/// The search for a time from which on the covariance does not change.
pub struct Search {
    /// False if there will be no such time.
    is_on: bool,
    /// The element of the covariance that changed last; it is likely to change again.
    row: usize,
    column: usize,
}

#[inlined(all)]
impl Search {
    /// Returns a search; it is off if there can be no steady times.
    pub fn new(is_on: bool) -> Self {
        Self { is_on, row: 0, column: 0 }
    }

    /// Returns true if the times after this one are steady, and then stores their constants.
    pub fn ends<S: Simd>(
        &mut self,
        system: &System<'_>,
        states: usize,
        time: usize,
        at: &Predicted<'_>,
        memory: &mut FilterMemory<'_>,
    ) -> bool {
        self.is_on = self.is_on && time + LEAST < system.length;
        if !self.is_on
            || !self.has_settled(at.covariance, memory.rows.matrices(time * system.series, states).0, states)
        {
            return false;
        }
        self.is_on = keep::<S>(system, states, time, memory);
        self.is_on
    }

    /// Returns true if the covariance of the next prediction is that of this time.
    fn has_settled(&mut self, next: &[f64], now: &[f64], states: usize) -> bool {
        if !stays(next, now, self.row, self.column, states) {
            return false;
        }
        for row in 0..states {
            for column in 0..=row {
                if !stays(next, now, row, column, states) {
                    (self.row, self.column) = (row, column);
                    return false;
                }
            }
        }
        true
    }
}

/// Returns true if an element of the covariance is the same at the next time; false for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn stays(next: &[f64], now: &[f64], row: usize, column: usize, states: usize) -> bool {
    let place = row * states + column;
    let change = next[place] - now[place];
    let scale = now[row * states + row] * now[column * states + column];
    change * change <= TOLERANCE * TOLERANCE * scale
}

/// Stores the constants of all times after this one. Returns false if the steps do not decay.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn keep<S: Simd>(system: &System<'_>, states: usize, time: usize, memory: &mut FilterMemory<'_>) -> bool {
    let (square, series) = (states * states, system.series);
    let first = time * series;
    let FilterMemory { rows, inverses, steady, .. } = memory;
    let transition = &system.transition[..square];
    for place in 0..series {
        let (_, gain) = rows.matrices(first + place, states);
        let design = &system.design[system.design_at(place, states)..][..states];
        let step = &mut steady.steps[place * square..][..square];
        let reach = &mut steady.reaches[place * states..][..states];
        for row in 0..states {
            reach[row] = if place + 1 < series {
                gain[row]
            } else {
                dot::<S>(&transition[row * states..][..states], gain, states)
            };
            for column in 0..states {
                let before = if place + 1 == series {
                    transition[row * states + column]
                } else {
                    f64::from(u8::from(row == column))
                };
                step[row * states + column] = before - reach[row] * design[column] * inverses[first + place];
            }
        }
    }
    let Some(doublings) = steady.doublings::<S>(rows.matrices(first, states).0, states) else { return false };
    (steady.first[0], steady.window[0]) = ((time + 1) as f64, f64::from(1u32 << doublings));
    true
}

#[inlined]
impl Steady<'_> {
    /// Stores the product of the steps of one time, Lₘ … L₁.
    fn multiply_steps<S: Simd>(product: &mut [f64], spare: &mut [f64], steps: &[f64], states: usize) {
        let square = states * states;
        product.copy_from_slice(&steps[..square]);
        for step in steps.chunks_exact(square).skip(1) {
            multiply::<S, false>(spare, step, product, states);
            product.copy_from_slice(spare);
        }
    }

    /// Returns the number of times that the step of one time is squared until it is 0 up to rounding; `None`
    /// if it does not decay.
    fn doublings<S: Simd>(&mut self, covariance: &[f64], states: usize) -> Option<u32> {
        let Self { steps, total, spare, .. } = self;
        Self::multiply_steps::<S>(total, spare, steps, states);
        // A state without variance is scaled as if its variance were 1.
        let variance = |state: usize| match covariance[state * states + state] {
            0.0 => 1.0,
            variance => variance,
        };
        for doublings in 0..=DOUBLINGS {
            let is_gone = |place: usize| {
                let element = total[place] * total[place] * variance(place % states);
                element < NEGLIGIBLE * NEGLIGIBLE * variance(place / states)
            };
            if (0..states * states).all(is_gone) {
                return Some(doublings);
            }
            multiply::<S, false>(spare, total, total, states);
            total.copy_from_slice(spare);
        }
        None
    }
}
