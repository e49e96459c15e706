//! A recurrence of a few numbers with one matrix, in registers of places: xₜ = vₜ + A xₜ₋₁, or from the last
//! place to the first, xₜ = vₜ + A xₜ₊₁.
//!
//! Sums are combined by a [prefix scan](crate::time::prefix): with vₖ the sum over k places,
//!
//! v₂ₖ(t) = vₖ(t) + Aᵏ vₖ(t − k).
//!
//! With L lanes, x(t) = v_L(t) + Aᴸ x(t − L), so that one product for each register depends on the previous
//! register, instead of one product for each place. The recurrence of one number whose slope differs from
//! place to place is in `unfold/numbers/doubling`.

use super::super::products::multiply;
use crate::simd::Pack;
use crate::time::prefix::{Associative, LEVELS, all_moved, combine_lanes};
use monomorph_macros::inlined;
use pulp::Simd;

/// A matrix, the same in all lanes.
pub type Matrix<S, const STATES: usize> = [[Pack<S>; STATES]; STATES];

/// A, A², A⁴, A⁸. Sums over 1, 2 and 4 places are combined by the first three.
struct Powers<S: Simd, const STATES: usize, const UPWARD: bool>([Matrix<S, STATES>; LEVELS + 1]);

#[inlined(all)]
impl<S: Simd, const STATES: usize, const UPWARD: bool> Associative<S> for Powers<S, STATES, UPWARD> {
    type Element = [Pack<S>; STATES];

    fn moved<const BY: usize>(&self, sums: &Self::Element, before: &Self::Element) -> Self::Element {
        all_moved::<BY, UPWARD, STATES, S>(sums, before)
    }

    fn combine<const LEVEL: usize>(&self, sums: Self::Element, before: Self::Element) -> Self::Element {
        times_onto(sums, &self.0[LEVEL], &before)
    }
}

/// A recurrence after some registers.
pub struct Recurrence<S: Simd, const STATES: usize, const UPWARD: bool> {
    powers: Powers<S, STATES, UPWARD>,
    /// vₖ of the previous register, for k = 1, 2, 4.
    before: [[Pack<S>; STATES]; LEVELS],
    /// x of the previous register.
    sums: [Pack<S>; STATES],
}

/// Returns the matrix with these elements, row by row.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn splat<S: Simd, const STATES: usize>(simd: S, matrix: &[f64]) -> Matrix<S, STATES> {
    let mut splat = [[Pack::zero(simd); STATES]; STATES];
    for row in 0..STATES {
        for column in 0..STATES {
            splat[row][column] = Pack::splat(simd, matrix[row * STATES + column]);
        }
    }
    splat
}

/// Returns numbers, each in all lanes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn splat_row<S: Simd, const STATES: usize>(simd: S, numbers: &[f64]) -> [Pack<S>; STATES] {
    let mut splat = [Pack::zero(simd); STATES];
    for state in 0..STATES {
        splat[state] = Pack::splat(simd, numbers[state]);
    }
    splat
}

/// Returns v + A x.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn times_onto<S: Simd, const STATES: usize>(
    mut value: [Pack<S>; STATES],
    matrix: &Matrix<S, STATES>,
    x: &[Pack<S>; STATES],
) -> [Pack<S>; STATES] {
    for row in 0..STATES {
        for column in 0..STATES {
            value[row] = matrix[row][column].mul_add(x[column], value[row]);
        }
    }
    value
}

#[inlined(all)]
impl<S: Simd, const STATES: usize, const UPWARD: bool> Recurrence<S, STATES, UPWARD> {
    /// Returns a recurrence before its first register, which continues from a place with these numbers. The
    /// matrix has `STATES` × `STATES` elements, and the two spare ones are overwritten with powers.
    pub fn from(simd: S, matrix: &[f64], nearest: &[f64], spare: [&mut [f64]; 2]) -> Self {
        let [power, next] = spare;
        power.copy_from_slice(matrix);
        let mut powers = [splat(simd, power); LEVELS + 1];
        for level in 1..=LEVELS {
            multiply::<S, false>(next, power, power, STATES);
            power.copy_from_slice(next);
            powers[level] = splat(simd, power);
        }
        let mut sums = [Pack::zero(simd); STATES];
        for state in 0..STATES {
            let mut lanes = [0.0; crate::simd::MAX_LANES];
            lanes[if const { UPWARD } { Pack::<S>::LANES - 1 } else { 0 }] = nearest[state];
            sums[state] = Pack::from_array(simd, lanes);
        }
        Self { powers: Powers(powers), before: [sums; LEVELS], sums }
    }

    /// Returns x of the next register.
    pub fn next(&mut self, value: [Pack<S>; STATES]) -> [Pack<S>; STATES] {
        let value = combine_lanes(&self.powers, value, &mut self.before);
        self.sums = times_onto(value, self.of_a_register(), &self.sums);
        self.sums
    }

    /// Returns A to the power of the number of lanes.
    pub fn of_a_register(&self) -> &Matrix<S, STATES> {
        &self.powers.0[Pack::<S>::LANES.ilog2() as usize]
    }
}
