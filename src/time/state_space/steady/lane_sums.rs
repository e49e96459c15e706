//! Sums over the steady times of one series, in lanes.

use super::super::adjoint::INTERCEPT;
use super::super::system::System;
use super::recurrence::Matrix;
use super::sums::Sums;
use crate::frame::Adjoints;
use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;

/// The sums over the times of one series, separately in each lane.
pub struct LaneSums<S: Simd, const STATES: usize> {
    outer: Matrix<S, STATES>,
    errors: [Pack<S>; STATES],
    means: [Pack<S>; STATES],
    squares: Pack<S>,
    /// Σ λ.
    adjoints: [Pack<S>; STATES],
}

#[inlined(all)]
impl<S: Simd, const STATES: usize> LaneSums<S, STATES> {
    /// Returns sums of 0.
    pub fn new(simd: S) -> Self {
        let zero = Pack::zero(simd);
        let zeros = [zero; STATES];
        Self { outer: [zeros; STATES], errors: zeros, means: zeros, squares: zero, adjoints: zeros }
    }

    /// Adds a register of times.
    pub fn add(&mut self, adjoint: &[Pack<S>; STATES], mean: &[Pack<S>; STATES], scaled: Pack<S>) {
        for row in 0..STATES {
            for column in 0..STATES {
                let element = &mut self.outer[row][column];
                *element = adjoint[row].mul_add(mean[column], *element);
            }
            self.errors[row] = adjoint[row].mul_add(scaled, self.errors[row]);
            self.means[row] = mean[row].mul_add(scaled, self.means[row]);
            self.adjoints[row] = self.adjoints[row] + adjoint[row];
        }
        self.squares = scaled.mul_add(scaled, self.squares);
    }

    /// Stores the sums over all lanes, and passes Σ λ to c.
    pub fn pass(&self, sums: &mut Sums<'_>, system: &System<'_>, adjoints: &mut Adjoints<'_>) {
        for row in 0..STATES {
            for column in 0..STATES {
                sums.outer[row * STATES + column] = self.outer[row][column].sum();
            }
            sums.errors[row] = self.errors[row].sum();
            sums.means[row] = self.means[row].sum();
            if let Some(of_intercept) = adjoints.of(INTERCEPT) {
                of_intercept[system.intercept_at(0, row, STATES)] += self.adjoints[row].sum();
            }
        }
        sums.squares[0] = self.squares.sum();
    }
}
