//! Sums over the steady times of one series, and the adjoints of arguments that follow from them.

use super::super::adjoint::{DESIGN, NOISE, TRANSITION};
use super::super::products::{add_outer, add_symmetric, add_twice, congruent, dot, times, times_transposed};
use super::super::system::System;
use crate::frame::{Adjoints, scratch};
use crate::simd::mul_add;
use monomorph_macros::inlined;
use pulp::Simd;

scratch! {
    /// The sums of a series. λ is the adjoint of the state that the series' observation passes on: ā of the
    /// next prediction for the last series.
    pub struct Sums(states) {
        /// Σ λ a′.
        outer: states * states,
        /// Σ λ v/F.
        errors: states,
        /// Σ a v/F.
        means: states,
        /// Σ v²/F².
        squares: 1,
    }
}

#[inlined(all)]
impl<'a> Sums<'a> {
    /// Returns the sums of one series from those of all.
    pub fn of(series: usize, all: &'a mut [f64], states: usize) -> Self {
        let length = Self::length(states);
        Self::divide(&mut all[series * length..][..length], states)
    }

    /// Adds one time.
    pub fn add<S: Simd>(&mut self, adjoint: &[f64], mean: &[f64], scaled: f64, states: usize) {
        for row in 0..states {
            for column in 0..states {
                let element = &mut self.outer[row * states + column];
                *element = mul_add::<S>(adjoint[row], mean[column], *element);
            }
            self.errors[row] = mul_add::<S>(adjoint[row], scaled, self.errors[row]);
            self.means[row] = mul_add::<S>(mean[row], scaled, self.means[row]);
        }
        self.squares[0] = mul_add::<S>(scaled, scaled, self.squares[0]);
    }
}

/// The numbers that are the same at all times of one series.
#[derive(Clone, Copy)]
pub struct Constants<'a> {
    /// The number of the series.
    pub place: usize,
    /// z, the series' row of Z.
    pub design: &'a [f64],
    /// L, the step of an observation of the series.
    pub step: &'a [f64],
    /// The factor of v/F in the state: g, or k for the last series.
    pub reach: &'a [f64],
    /// g = P z.
    pub gain: &'a [f64],
    /// P before the observation.
    pub covariance: &'a [f64],
    /// 1/F.
    pub inverse: f64,
    /// T, if the series is the last.
    pub transition: Option<&'a [f64]>,
    /// ½ ḡ, half the adjoint of the log likelihood.
    pub half: f64,
}

#[inlined]
impl Constants<'_> {
    /// Computes the adjoint of the filtered state from that of the next prediction: T′ λ for the last
    /// series, λ for another one.
    pub fn filtered<S: Simd>(&self, to: &mut [f64], adjoint: &[f64], states: usize) {
        match self.transition {
            Some(transition) => times_transposed::<S>(to, transition, adjoint, states),
            None => (0..states).for_each(|row| to[row] = adjoint[row]),
        }
    }

    /// X ← L′ X L + ½ (e z′ + z e′) + (½ ḡ (s − n/F) − e′ g/F) z z′, with e the sum of filtered adjoints
    /// times v/F and s that of v²/F² over n times. The spare matrix is overwritten with X L.
    pub fn pull_back<S: Simd>(
        &self,
        x: &mut [f64],
        spare: &mut [f64],
        errors: &[f64],
        (squares, count): (f64, f64),
        states: usize,
    ) {
        congruent::<S, true>(x, spare, self.step, states);
        add_symmetric::<S>(x, 0.5, errors, self.design, states);
        let along = dot::<S>(errors, self.gain, states);
        let scale = self.half * (squares - count * self.inverse) - along * self.inverse;
        add_outer::<S>(x, scale, self.design, self.design, states);
    }

    /// Passes the adjoints of `count` times to z, h and T. `total` is Σ after the observation, and is
    /// replaced by Σ before it.
    pub fn pass<S: Simd>(
        &self,
        system: &System<'_>,
        count: f64,
        sums: &Sums<'_>,
        total: &mut [f64],
        (spare, rows): (&mut [f64], &mut [&mut [f64]; 4]),
        adjoints: &mut Adjoints<'_>,
    ) {
        let (states, inverse) = (self.design.len(), self.inverse);
        let [errors, product, of_gain, other] = rows;
        self.filtered::<S>(errors, sums.errors, states);
        times::<S>(other, total, self.reach, states);
        let twice = dot::<S>(other, self.reach, states);
        let of_square = self.half * (sums.squares[0] - count * inverse);
        let along = dot::<S>(sums.errors, self.reach, states);
        let of_variance = of_square + inverse * (inverse * twice - along);
        if let Some(of_noise) = adjoints.of(NOISE) {
            of_noise[system.noise_at(self.place)] += of_variance;
        }
        if let Some(of_design) = adjoints.of(DESIGN) {
            self.filtered::<S>(product, other, states);
            for row in 0..states {
                let through = mul_add::<S>(-2.0 * inverse, product[row], errors[row]);
                of_gain[row] = mul_add::<S>(of_variance, self.design[row], through);
            }
            times::<S>(product, self.covariance, of_gain, states);
            times_transposed::<S>(other, sums.outer, self.reach, states);
            let of_design = &mut of_design[system.design_at(self.place, states)..][..states];
            for row in 0..states {
                let of_errors = inverse * other[row] - 2.0 * self.half * sums.means[row];
                of_design[row] += of_variance * self.gain[row] - of_errors + product[row];
            }
        }
        self.pull_back::<S>(total, spare, errors, (sums.squares[0], count), states);
        if self.transition.is_some()
            && let Some(of_transition) = adjoints.of(TRANSITION)
        {
            add_twice::<S>(of_transition, spare, self.covariance, states);
            add_outer::<S>(of_transition, 1.0, sums.errors, self.gain, states);
            (0..states * states).for_each(|place| of_transition[place] += sums.outer[place]);
        }
    }
}
