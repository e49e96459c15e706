//! The forward–backward algorithm on weights that are known: in registers for few states, on slices for any number.

use crate::operation::Sizes;
use crate::simd::{Adjoints, mul_add};
use pulp::Simd;

/// A chain of hidden states, with its working memory.
pub(super) struct Chain<'a> {
    pub states: usize,
    pub length: usize,
    initial: &'a [f64],
    transition: &'a [f64],
    /// The distance between the matrices of two steps, 0 if all have one.
    stride: usize,
    /// The weights of the observations, a row for each state.
    pub weights: &'a mut [f64],
    /// α, a row for each time.
    alpha: &'a mut [f64],
    /// The powers of two by which α is scaled at each time, and behind them 1/Σ α at the end.
    scales: &'a mut [f64],
    /// Two rows of numbers.
    rows: &'a mut [f64],
}

impl<'a> Chain<'a> {
    /// The number of numbers of working memory.
    pub fn scratch(states: usize, length: usize) -> usize {
        states.saturating_mul(length).saturating_mul(2).saturating_add(length).saturating_add(2 * states + 1)
    }

    /// The chain of these arguments.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(sizes: &Sizes, transition: &'a [f64], initial: &'a [f64], scratch: &'a mut [f64]) -> Self {
        let (states, length) = (sizes[0].rows, sizes[0].columns);
        let (weights, rest) = scratch.split_at_mut(states * length);
        let (alpha, rest) = rest.split_at_mut(states * length);
        let (scales, rows) = rest.split_at_mut(length + 1);
        let stride = if transition.len() == states * states { 0 } else { states * states };
        Self { states, length, initial, transition, stride, weights, alpha, scales, rows }
    }

    /// The transitions to the state of a time.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn transitions(&self, time: usize) -> &'a [f64] {
        &self.transition[(time - 1) * self.stride..][..self.states * self.states]
    }

    /// The logarithm of the sum over all paths, with the exponents by which α was scaled.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn finish(&mut self, sum: f64, exponents: i64) -> f64 {
        self.scales[self.length] = sum.recip();
        sum.ln() + exponents as f64 * core::f64::consts::LN_2
    }

    /// α for `K` states.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn forward<const K: usize, S: Simd>(&mut self) -> f64 {
        let (mut alpha, mut sum, mut exponents) = ([0.0; K], 0.0, 0);
        for (state, alpha) in alpha.iter_mut().enumerate() {
            *alpha = self.initial[state] * self.weights[state * self.length];
            sum += *alpha;
        }
        self.alpha[..K].copy_from_slice(&alpha);
        self.scales[0] = 1.0;
        for time in 1..self.length {
            let (scale, exponent) = power(sum);
            let transition = self.transitions(time);
            let before = alpha;
            sum = 0.0;
            for to in 0..K {
                let weight = self.weights[to * self.length + time] * scale;
                let mut into = before[0] * transition[to];
                for from in 1..K {
                    into = mul_add::<S>(before[from], transition[from * K + to], into);
                }
                alpha[to] = into * weight;
                sum += alpha[to];
            }
            self.alpha[time * K..][..K].copy_from_slice(&alpha);
            self.scales[time] = scale;
            exponents += exponent;
        }
        self.finish(sum, exponents)
    }

    /// β for `K` states, and the adjoints that follow.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn backward<const K: usize, S: Simd>(&mut self, mut adjoints: Adjoints<'_>) {
        let (length, adjoint) = (self.length, adjoints.value[0]);
        let mut beta = [self.scales[length] * adjoint; K];
        let mut moves = [[0.0; K]; K];
        for time in (0..length).rev() {
            if let Some(of_log_densities) = adjoints.of(0) {
                for state in 0..K {
                    of_log_densities[state * length + time] += self.alpha[time * K + state] * beta[state];
                }
            }
            let mut weighted = [0.0; K];
            for state in 0..K {
                weighted[state] = self.weights[state * length + time] * self.scales[time] * beta[state];
            }
            if time == 0 {
                add_to(adjoints.of(2), 0, &weighted);
                break;
            }
            let transition = self.transitions(time);
            let before = &self.alpha[(time - 1) * K..][..K];
            for from in 0..K {
                let mut back = transition[from * K] * weighted[0];
                moves[from][0] += before[from] * weighted[0];
                for to in 1..K {
                    back = mul_add::<S>(transition[from * K + to], weighted[to], back);
                    moves[from][to] += before[from] * weighted[to];
                }
                beta[from] = back;
            }
            if self.stride > 0 || time == 1 {
                for (from, row) in moves.iter_mut().enumerate() {
                    add_to(adjoints.of(1), (time - 1) * self.stride + from * K, row);
                    *row = [0.0; K];
                }
            }
        }
    }

    /// α for any number of states.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn forward_of_any(&mut self) -> f64 {
        let (states, length) = (self.states, self.length);
        let (mut sum, mut exponents) = (0.0, 0);
        for state in 0..states {
            self.alpha[state] = self.initial[state] * self.weights[state * length];
            sum += self.alpha[state];
        }
        self.scales[0] = 1.0;
        for time in 1..length {
            let (scale, exponent) = power(sum);
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
                *now *= self.weights[state * length + time] * scale;
                sum += *now;
            }
            self.scales[time] = scale;
            exponents += exponent;
        }
        self.finish(sum, exponents)
    }

    /// β for any number of states, and the adjoints that follow.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn backward_of_any(&mut self, mut adjoints: Adjoints<'_>) {
        let (states, length, adjoint) = (self.states, self.length, adjoints.value[0]);
        let (beta, weighted) = self.rows.split_at_mut(states);
        beta.fill(self.scales[length] * adjoint);
        for time in (0..length).rev() {
            if let Some(of_log_densities) = adjoints.of(0) {
                for (state, beta) in beta.iter().enumerate() {
                    of_log_densities[state * length + time] += self.alpha[time * states + state] * beta;
                }
            }
            for (state, (weighted, beta)) in weighted.iter_mut().zip(&*beta).enumerate() {
                *weighted = self.weights[state * length + time] * self.scales[time] * beta;
            }
            if time == 0 {
                add_to(adjoints.of(2), 0, &weighted[..states]);
                break;
            }
            let place = (time - 1) * self.stride;
            let transition = &self.transition[place..][..states * states];
            let before = &self.alpha[(time - 1) * states..][..states];
            for (from, row) in transition.chunks_exact(states).enumerate() {
                let mut back = 0.0;
                for (probability, weighted) in row.iter().zip(&*weighted) {
                    back += probability * weighted;
                }
                beta[from] = back;
                if let Some(of_transition) = adjoints.of(1) {
                    let of_row = &mut of_transition[place + from * states..][..states];
                    for (adjoint, weighted) in of_row.iter_mut().zip(&*weighted) {
                        *adjoint += before[from] * weighted;
                    }
                }
            }
        }
    }
}

/// Adds numbers to the adjoints from a place on, where they are wanted.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_to(adjoints: Option<&mut [f64]>, place: usize, numbers: &[f64]) {
    if let Some(adjoints) = adjoints {
        for (adjoint, number) in adjoints[place..].iter_mut().zip(numbers) {
            *adjoint += number;
        }
    }
}

/// The power of two that brings a number between 1 and 2, and its exponent with the other sign. A number of 0 gives some power.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn power(number: f64) -> (f64, i64) {
    const BIAS: i64 = 1023;
    let exponent = ((number.to_bits() >> 52) & 0x7ff) as i64 - BIAS;
    // The largest numbers have no such power: α of 10³⁰⁸ is none.
    (f64::from_bits(((BIAS - exponent).max(1) as u64) << 52), exponent)
}
