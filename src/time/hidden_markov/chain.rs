//! The forward–backward algorithm with known weights: in registers for few states, on slices for any number
//! of states.

use crate::frame::{Adjoints, scratch};
use crate::simd::{MAX_LANES, mul_add};
use crate::time::hidden_markov::segments;
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of steps after which α is scaled.
const STRETCH: usize = 4;

/// The smallest reliable sum: with a smaller one, paths may have underflowed, and logarithms are needed.
pub(crate) const SMALLEST: f64 = 1e-250;

/// A chain of hidden states, with its working memory.
pub(crate) struct Chain<'a> {
    pub states: usize,
    pub length: usize,
    pub initial: &'a [f64],
    pub transition: &'a [f64],
    /// The distance between the matrices of two steps, 0 if all steps have the same matrix.
    pub stride: usize,
    /// The weights of the observations, a row for each state. The forward pass multiplies them by the powers
    /// of two with which it scales, and the backward pass replaces them by the probabilities of the states.
    /// There is room for a register after them.
    pub weights: &'a mut [f64],
    /// α, a row for each time.
    pub alpha: &'a mut [f64],
    /// Memory of two rows of numbers.
    pub rows: &'a mut [f64],
    /// 1/Σ α at the end, and 0 if α are logarithms.
    pub inverse: &'a mut f64,
    /// 1 if the chain ran in segments, and 0 if it did not.
    pub in_segments: &'a mut f64,
    /// The working memory of the segments.
    pub segments: &'a mut [f64],
}

scratch! {
    struct Parts(
        states, length;
        register = MAX_LANES,
        segments = segments::scratch(states, length),
    ) {
        weights: states * length + register,
        alpha: states * length,
        rows: 2 * states,
        inverse: 1,
        in_segments: 1,
        segments: segments,
    }
}

#[inlined(all)]
impl<'a> Chain<'a> {
    /// Returns the length of the working memory.
    pub fn scratch(states: usize, length: usize) -> usize {
        Parts::length(states, length)
    }

    /// Returns the chain of `states` states and `length` observations.
    pub fn new(
        (states, length): (usize, usize),
        transition: &'a [f64],
        initial: &'a [f64],
        scratch: &'a mut [f64],
    ) -> Self {
        let Parts { weights, alpha, rows, inverse, in_segments, segments } =
            Parts::divide(scratch, states, length);
        let (inverse, in_segments) = (&mut inverse[0], &mut in_segments[0]);
        let stride = if transition.len() == states * states { 0 } else { states * states };
        Self {
            states,
            length,
            initial,
            transition,
            stride,
            weights,
            alpha,
            rows,
            inverse,
            in_segments,
            segments,
        }
    }

    /// Returns the transition matrix of the step to a time.
    pub fn transitions(&self, time: usize) -> &'a [f64] {
        &self.transition[(time - 1) * self.stride..][..self.states * self.states]
    }

    /// Returns the logarithm of the sum over all paths, given Σ α at the end and the exponents by which α
    /// was scaled; `None` if α was too small.
    fn finish(&mut self, sum: f64, exponents: i64) -> Option<f64> {
        *self.inverse = sum.recip();
        (sum >= SMALLEST).then(|| sum.ln() + exponents as f64 * core::f64::consts::LN_2)
    }

    /// Computes α for `K` states, with one transition matrix or one for each step.
    pub fn forward<const K: usize, const FIXED: bool, S: Simd>(&mut self) -> Option<f64> {
        let length = self.length;
        let mut weights = rows::<K>(self.weights, length);
        let alphas = &mut self.alpha.as_chunks_mut::<K>().0[..length];
        let fixed = matrix::<K>(self.transition, 0);
        let mut alpha: [f64; K] = core::array::from_fn(|state| self.initial[state] * weights[state][0]);
        let (mut exponents, mut is_lost) = (0, false);
        alphas[0] = alpha;
        for time in 1..length {
            if time % STRETCH == 0 {
                let sum: f64 = alpha.iter().sum();
                let (scale, exponent) = power(sum);
                for weights in &mut weights {
                    weights[time] *= scale;
                }
                exponents += exponent;
                is_lost |= sum < SMALLEST;
            }
            let moves = if FIXED { fixed } else { matrix::<K>(self.transition, (time - 1) * K * K) };
            let before = alpha;
            for to in 0..K {
                let mut into = before[0] * moves[0][to];
                for from in 1..K {
                    into = mul_add::<S>(before[from], moves[from][to], into);
                }
                alpha[to] = into * weights[to][time];
            }
            alphas[time] = alpha;
        }
        let sum = alpha.iter().sum();
        self.finish(if is_lost { 0.0 } else { sum }, exponents)
    }

    /// Computes β for `K` states, with one transition matrix or one for each step, and the adjoints.
    pub fn backward<const K: usize, const FIXED: bool, S: Simd>(&mut self, adjoints: &mut Adjoints<'_>) {
        let length = self.length;
        let weights = rows::<K>(self.weights, length);
        let alphas = &self.alpha.as_chunks::<K>().0[..length];
        let fixed = matrix::<K>(self.transition, 0);
        let mut beta = [*self.inverse * adjoints.value[0]; K];
        let mut moved = [[0.0; K]; K];
        for time in (1..length).rev() {
            let mut weighted = [0.0; K];
            for state in 0..K {
                weighted[state] = weights[state][time] * beta[state];
                weights[state][time] = alphas[time][state] * beta[state];
            }
            let moves = if FIXED { fixed } else { matrix::<K>(self.transition, (time - 1) * K * K) };
            let before = alphas[time - 1];
            for from in 0..K {
                let mut back = moves[from][0] * weighted[0];
                moved[from][0] = mul_add::<S>(before[from], weighted[0], moved[from][0]);
                for to in 1..K {
                    back = mul_add::<S>(moves[from][to], weighted[to], back);
                    moved[from][to] = mul_add::<S>(before[from], weighted[to], moved[from][to]);
                }
                beta[from] = back;
            }
            if !FIXED {
                add_to(adjoints.of(1), (time - 1) * K * K, moved.as_flattened());
                moved = [[0.0; K]; K];
            }
        }
        let first: [f64; K] = core::array::from_fn(|state| weights[state][0] * beta[state]);
        for state in 0..K {
            weights[state][0] = alphas[0][state] * beta[state];
        }
        if FIXED {
            add_to(adjoints.of(1), 0, moved.as_flattened());
        }
        add_to(adjoints.of(2), 0, &first);
    }

    /// Computes α for any number of states.
    pub fn forward_of_any(&mut self) -> Option<f64> {
        let (states, length) = (self.states, self.length);
        let (mut sum, mut exponents, mut is_lost) = (0.0, 0, false);
        for state in 0..states {
            self.alpha[state] = self.initial[state] * self.weights[state * length];
            sum += self.alpha[state];
        }
        for time in 1..length {
            let (scale, exponent) = power(sum);
            exponents += exponent;
            is_lost |= sum < SMALLEST;
            let transition = self.transitions(time);
            let (before, now) = self.alpha[(time - 1) * states..][..2 * states].split_at_mut(states);
            now.fill(0.0);
            for (before, row) in before.iter().zip(transition.chunks_exact(states)) {
                for (now, probability) in now.iter_mut().zip(row) {
                    *now += before * probability;
                }
            }
            sum = 0.0;
            for (state, now) in now.iter_mut().enumerate() {
                let weight = &mut self.weights[state * length + time];
                *weight *= scale;
                *now *= *weight;
                sum += *now;
            }
        }
        self.finish(if is_lost { 0.0 } else { sum }, exponents)
    }

    /// Computes β for any number of states, and the adjoints.
    pub fn backward_of_any(&mut self, adjoints: &mut Adjoints<'_>) {
        let (states, length) = (self.states, self.length);
        let (beta, weighted) = self.rows.split_at_mut(states);
        beta.fill(*self.inverse * adjoints.value[0]);
        for time in (0..length).rev() {
            for (state, (weighted, beta)) in weighted.iter_mut().zip(&*beta).enumerate() {
                let weight = &mut self.weights[state * length + time];
                *weighted = *weight * beta;
                *weight = self.alpha[time * states + state] * beta;
            }
            if time == 0 {
                add_to(adjoints.of(2), 0, weighted);
                break;
            }
            let place = (time - 1) * self.stride;
            let transition = &self.transition[place..][..states * states];
            let before = &self.alpha[(time - 1) * states..][..states];
            for (beta, row) in beta.iter_mut().zip(transition.chunks_exact(states)) {
                *beta =
                    row.iter().zip(&*weighted).map(|(probability, weighted)| probability * weighted).sum();
            }
            if let Some(of_transition) = adjoints.of(1) {
                let of_rows = of_transition[place..][..states * states].chunks_exact_mut(states);
                for (of_row, before) in of_rows.zip(before) {
                    for (adjoint, weighted) in of_row.iter_mut().zip(&*weighted) {
                        *adjoint += before * weighted;
                    }
                }
            }
        }
    }
}

/// Returns the first `K` rows of a matrix.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn rows<const K: usize>(matrix: &mut [f64], length: usize) -> [&mut [f64]; K] {
    let mut rows = matrix.chunks_exact_mut(length);
    core::array::from_fn(|_| &mut rows.next().unwrap_or_default()[..length])
}

/// Returns the square matrix that begins at a place.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn matrix<const K: usize>(numbers: &[f64], place: usize) -> [[f64; K]; K] {
    let rows = &numbers[place..][..K * K];
    core::array::from_fn(|row| core::array::from_fn(|column| rows[row * K + column]))
}

/// Adds numbers to the adjoints from a place on, if adjoints are needed.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn add_to(adjoints: Option<&mut [f64]>, place: usize, numbers: &[f64]) {
    if let Some(adjoints) = adjoints {
        for (adjoint, number) in adjoints[place..].iter_mut().zip(numbers) {
            *adjoint += number;
        }
    }
}

/// Returns the power of two that scales a number to between 1 and 2, and the number's exponent. For 0 the
/// power is arbitrary.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn power(number: f64) -> (f64, i64) {
    const BIAS: i64 = 1023;
    let exponent = ((number.to_bits() >> 52) & 0x7ff) as i64 - BIAS;
    // The largest numbers have no such power, but α is never as large as 10³⁰⁸.
    (f64::from_bits(((BIAS - exponent).max(1) as u64) << 52), exponent)
}
