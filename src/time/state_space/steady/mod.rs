//! Times from which on the covariance of the state is the same.
//!
//! Where Z, H, T and Q are the same at all times and every observation was made, the covariance P of the
//! prediction converges, whatever the observations are. From then on z′ P z + h = F and P z = g of each
//! series are constants, and so are the steps
//!
//!   L = I − g z′/F    of an observation,
//!   L = T − k z′/F    with k = T g of the last one of a time, which goes on to the next time.
//!
//! Forward, only a and v are left: a ← a + g v/F, and a ← L a + c + k y/F for the last observation.
//!
//! Backward, ā ← L′ ā + ḡ (v/F) z. The adjoints of P at single times are not needed, but their sum Σ = Σ P̄ₜ
//! over the predictions of all steady times but the first, t₁. With ℒ X = L₁′ … Lₘ′ X Lₘ … L₁ over the series
//! of a time, P̄ₜ = ℒ P̄ₜ₊₁ + Gₜ gives
//!
//!   Σ = ℒ Σ + Σ Gₜ + P̄ₙ − P̄(t₁),
//!
//! which is solved by doubling: X ← X + M′ X M, M ← M² from M = Lₘ … L₁. P̄(t₁) itself, with which the way
//! back goes on, needs no more steps than it takes Mʷ to be 0 but for rounding. From Σ, and from Σ λ a′, Σ λ
//! v/F, Σ a v/F and Σ v²/F² over time, follow the adjoints of all arguments as in `adjoint`; λ is the ā that
//! the observation passes on.
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

/// A covariance has settled if no element changes by more than this part of the standard deviations of its
/// states.
const TOLERANCE: f64 = 8.0 * f64::EPSILON;

/// A product of steps is 0 but for rounding if no element, with states in standard deviations, is above this.
const NEGLIGIBLE: f64 = 1.0 / (1u64 << 30) as f64;

/// A step that has not died away when it was doubled so often is not used: it is that of a state which stays
/// as it is.
const DOUBLINGS: u32 = 12;

/// The number of times left, below which the sums cost more than they save.
const LEAST: usize = 32;

scratch! {
    /// The constants of the steady times, and sums over these times.
    pub struct Steady(states, series; sums_of_each = Sums::length(states)) {
        /// 1 more than the last time with a covariance of its own, 0 if all times have one.
        first: 1,
        /// The number w of steps after which nothing is left of an adjoint.
        window: 1,
        /// L of each series.
        steps: series * states * states,
        /// The part of v/F that the state gets: g of each series, k of the last.
        reaches: series * states,
        /// Sums of each series.
        sums: series * sums_of_each,
        /// Σ.
        total: states * states,
        /// A matrix.
        spare: states * states,
    }
}

#[inlined(all)]
impl Steady<'_> {
    /// The last time with a covariance of its own, if there is a steady one.
    pub fn time(&self) -> Option<usize> {
        (self.first[0] > 0.0).then(|| self.first[0] as usize - 1)
    }

    /// Says that all times have a covariance of their own.
    pub fn forget(&mut self) {
        self.first[0] = 0.0;
    }
}

/// The mean of a state at a time, given the observations before it.
pub fn mean(system: &System<'_>, time: usize, state: usize, memory: &FilterMemory<'_>) -> f64 {
    let (states, last) = (system.states, system.length - 1);
    match memory.steady.time().map(|own| own + 1) {
        Some(first) if (first..last).contains(&time) && lanes::serve(system, states) => {
            memory.rows.columns(first, last - first, states)[state * (last - first) + time - first]
        }
        _ => memory.rows.mean(time * system.series, states)[state],
    }
}

/// The search for a time from which on the covariance stays the same.
pub struct Search {
    /// False if there will be none.
    is_on: bool,
    /// The element of the covariance that changed last: it is likely to be that which changes now.
    row: usize,
    column: usize,
}

#[inlined(all)]
impl Search {
    /// A search, if there can be steady times.
    pub fn new(is_on: bool) -> Self {
        Self { is_on, row: 0, column: 0 }
    }

    /// True if the times after this one are steady: then it keeps what is the same at all of them.
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

    /// True if the covariance of the next prediction is that of this time.
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

/// True if an element of the covariance is the same at the next time. A NaN is not.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn stays(next: &[f64], now: &[f64], row: usize, column: usize, states: usize) -> bool {
    let place = row * states + column;
    let change = next[place] - now[place];
    let scale = now[row * states + row] * now[column * states + column];
    change * change <= TOLERANCE * TOLERANCE * scale
}

/// Keeps what is the same at all times after this one. False if the steps do not die away.
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

    /// The number of times that the step of one time is squared until nothing is left of it, if it ever is.
    fn doublings<S: Simd>(&mut self, covariance: &[f64], states: usize) -> Option<u32> {
        let Self { steps, total, spare, .. } = self;
        Self::multiply_steps::<S>(total, spare, steps, states);
        // A state that is known has no standard deviation.
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
