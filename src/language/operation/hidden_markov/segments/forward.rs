//! The way forward: the products of all segments, α from segment to segment, and α after each step.

use super::super::Columns;
use super::super::chain::{SMALLEST, power};
use super::order::{load, store};
use super::{Segments, numbers};
use crate::math;
use crate::simd::{Mask, Pack, mul_add};
use pulp::Simd;

impl<const K: usize> Segments<'_, K> {
    /// log L; nothing if α was too small. The scales that were taken off α stay in memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    #[expect(clippy::needless_range_loop, reason = "a lane of arrays in arrays")]
    pub fn forward<S: Simd>(
        &mut self,
        simd: S,
        log_densities: Columns<'_>,
        inverse: &mut f64,
    ) -> Option<f64> {
        self.divide_rows(simd, log_densities);
        let moves = self.moves(simd, Mask::first(simd, Pack::<S>::LANES));
        let (mut largest, mut alpha, mut exponents, mut is_kept) = (Pack::zero(simd), self.initial, 0, true);
        for round in 0..self.rounds {
            let observed = self.observed(round);
            let mut product = self.first_moves(simd, round);
            for step in 0..self.steps {
                let mask = observed.mask(simd, step);
                let place = round * self.steps + step;
                let (weights, most) = weigh(load::<K, S>(simd, self.weights, place));
                store(self.weights, place, weights);
                largest = mask.select(largest + most, largest);
                for row in &mut product {
                    let next = if step > 0 { times(row, &moves) } else { *row };
                    *row = weigh_where(mask, &next, &weights, row);
                }
            }
            let numbers = numbers(&product);
            let (mut starts, mut scales) = ([Pack::zero(simd); K], Pack::zero(simd));
            for lane in 0..Pack::<S>::LANES {
                let (mut next, mut sum) = ([0.0; K], 0.0);
                for state in 0..K {
                    // What is pushed first ends up in the first lane.
                    starts[state] = starts[state].moved_down::<1>(Pack::splat(simd, alpha[state]));
                    for from in 0..K {
                        next[state] = mul_add::<S>(alpha[from], numbers[from][state][lane], next[state]);
                    }
                    sum += next[state];
                }
                let (scale, exponent) = power(sum);
                for state in 0..K {
                    alpha[state] = next[state] * scale;
                }
                scales = scales.moved_down::<1>(Pack::splat(simd, scale));
                exponents += exponent;
                is_kept &= sum >= SMALLEST;
            }
            for (from, row) in product.into_iter().enumerate() {
                store(self.products, round * K + from, row);
            }
            store(self.starts, round, starts);
            store(self.scales, round, [scales]);
        }
        let sum: f64 = alpha.iter().sum();
        if !(is_kept && sum.is_finite()) {
            return None;
        }
        *inverse = sum.recip();
        Some(sum.ln() + exponents as f64 * core::f64::consts::LN_2 + largest.sum())
    }

    /// α after each step of a round, given α before it. The first step of segments has moves of its own.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn go_forward<S: Simd>(&mut self, simd: S, round: usize, moves: &[[Pack<S>; K]; K]) {
        let observed = self.observed(round);
        let first_moves = self.first_moves(simd, round);
        let mut alpha = load::<K, S>(simd, self.starts, round);
        for step in 0..self.steps {
            let place = round * self.steps + step;
            let weights = load::<K, S>(simd, self.weights, place);
            let next = if step == 0 { times(&alpha, &first_moves) } else { times(&alpha, moves) };
            alpha = weigh_where(observed.mask(simd, step), &next, &weights, &alpha);
            store(self.alphas, place, alpha);
        }
    }
}

/// α T.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn times<const K: usize, S: Simd>(alpha: &[Pack<S>; K], moves: &[[Pack<S>; K]; K]) -> [Pack<S>; K] {
    let mut after = *alpha;
    for to in 0..K {
        after[to] = alpha[0] * moves[0][to];
        for from in 1..K {
            after[to] = alpha[from].mul_add(moves[from][to], after[to]);
        }
    }
    after
}

/// The products of numbers and weights in the lanes of a mask, `rest` in the others.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn weigh_where<const K: usize, S: Simd>(
    mask: Mask<S>,
    numbers: &[Pack<S>; K],
    weights: &[Pack<S>; K],
    rest: &[Pack<S>; K],
) -> [Pack<S>; K] {
    let mut weighted = *rest;
    for state in 0..K {
        weighted[state] = mask.select(numbers[state] * weights[state], rest[state]);
    }
    weighted
}

/// exp(ℓ(k) − m) and m = maxₖ ℓ(k), which is 0 where all are −∞. Of two states one is exp 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn weigh<const K: usize, S: Simd>(log_densities: [Pack<S>; K]) -> ([Pack<S>; K], Pack<S>) {
    let infinite = f64::NEG_INFINITY;
    let mut largest = log_densities[0];
    for log_density in &log_densities[1..] {
        // NaN stays.
        largest = log_density.le(largest).select(largest, *log_density);
    }
    largest = largest.eq(infinite).select(0.0, largest);
    let mut weights = log_densities;
    for weight in &mut weights {
        *weight = *weight - largest;
    }
    if K == 2 {
        let is_largest = [weights[0].eq(0.0), weights[1].eq(0.0)];
        let smaller = math::exp(is_largest[0].select(weights[1], weights[0]));
        for (weight, is_largest) in weights.iter_mut().zip(is_largest) {
            *weight = is_largest.select(1.0, smaller);
        }
    } else {
        for weight in &mut weights {
            *weight = math::exp(*weight);
        }
    }
    (weights, largest)
}
