//! P̄ at the first steady time, t₁: Σ L′ʲ G(t₁ + j) Lʲ.
//!
//! Each lane sums its own times from register to register, from the last to the first, by X ← L′⁸ X L⁸ + G.
//! The eight sums are combined at the end.

use super::super::products::congruent;
use super::recurrence::{Matrix, splat_row, times_onto};
use super::sums::Constants;
use crate::simd::{MAX_LANES, Mask, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// P̄ at the first steady time, in parts: each lane has the part of its own times.
pub struct Tracker<S: Simd, const STATES: usize> {
    simd: S,
    parts: Matrix<S, STATES>,
    /// T′.
    transposed: Matrix<S, STATES>,
    design: [Pack<S>; STATES],
    gain: [Pack<S>; STATES],
    inverse: f64,
    half: f64,
}

#[inlined(all)]
impl<S: Simd, const STATES: usize> Tracker<S, STATES> {
    /// Returns a tracker without times.
    pub fn new(simd: S, constants: &Constants<'_>, transition: &[f64]) -> Self {
        let Constants { design, gain, inverse, half, .. } = *constants;
        let mut transposed = [[Pack::zero(simd); STATES]; STATES];
        for row in 0..STATES {
            for column in 0..STATES {
                transposed[row][column] = Pack::splat(simd, transition[column * STATES + row]);
            }
        }
        Self {
            simd,
            parts: [[Pack::zero(simd); STATES]; STATES],
            transposed,
            design: splat_row(simd, design),
            gain: splat_row(simd, gain),
            inverse,
            half,
        }
    }

    /// Begins with P̄ of the time after all others, in its lane.
    pub fn begin(&mut self, lane: usize, last: &[f64]) {
        for row in 0..STATES {
            for column in 0..STATES {
                let mut lanes = [0.0; MAX_LANES];
                lanes[lane] = last[row * STATES + column];
                self.parts[row][column] = Pack::from_array(self.simd, lanes);
            }
        }
    }

    /// X ← R X R′, with R the product of as many steps as there are lanes.
    pub fn go_on(&mut self, register: &Matrix<S, STATES>) {
        let mut half = self.parts;
        for row in 0..STATES {
            for column in 0..STATES {
                half[row][column] = register[row][0] * self.parts[0][column];
                for inner in 1..STATES {
                    half[row][column] =
                        register[row][inner].mul_add(self.parts[inner][column], half[row][column]);
                }
            }
        }
        for row in 0..STATES {
            for column in 0..=row {
                let mut element = half[row][0] * register[column][0];
                for inner in 1..STATES {
                    element = half[row][inner].mul_add(register[column][inner], element);
                }
                (self.parts[row][column], self.parts[column][row]) = (element, element);
            }
        }
    }

    /// X ← X + G, in lanes with an observation.
    pub fn add(&mut self, adjoint: &[Pack<S>; STATES], scaled: Pack<S>, is_observed: Mask<S>) {
        let filtered = times_onto([Pack::zero(self.simd); STATES], &self.transposed, adjoint);
        let mut along = filtered[0] * self.gain[0];
        for state in 1..STATES {
            along = filtered[state].mul_add(self.gain[state], along);
        }
        let inverse = is_observed.select(self.inverse, 0.0);
        let scale = (scaled * scaled - inverse) * self.half - scaled * along * inverse;
        let mut rows = filtered;
        for state in 0..STATES {
            rows[state] = (filtered[state] * scaled + scale * self.design[state]) * 0.5;
        }
        for row in 0..STATES {
            for column in 0..=row {
                let twice = rows[row].mul_add(self.design[column], rows[column] * self.design[row]);
                let element = self.parts[row][column] + twice;
                (self.parts[row][column], self.parts[column][row]) = (element, element);
            }
        }
    }

    /// Computes Σ L′ˡ Xₗ Lˡ over the lanes l.
    pub fn finish(&self, covariance: &mut [f64], spare: &mut [f64], step: &[f64]) {
        let mut parts = [[[0.0; MAX_LANES]; STATES]; STATES];
        for row in 0..STATES {
            for column in 0..STATES {
                parts[row][column] = self.parts[row][column].to_array();
            }
        }
        covariance.fill(0.0);
        for lane in (0..Pack::<S>::LANES).rev() {
            congruent::<S, true>(covariance, spare, step, STATES);
            for place in 0..STATES * STATES {
                covariance[place] += parts[place / STATES][place % STATES][lane];
            }
        }
    }
}
