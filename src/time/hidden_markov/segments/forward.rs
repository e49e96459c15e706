//! The forward pass: the products of all segments, α from segment to segment, and α after each step.

use super::super::Columns;
use super::Segments;
use super::order::{load, store};
use super::products::{Matrices, cumulate, sum, times, weigh};
use crate::math;
use crate::simd::{Mask, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The smallest reliable sum of M: with a smaller one, paths may have underflowed.
const SMALLEST_SUM: f64 = 1e-200;

/// The smallest reliable product over a round, of matrices whose elements sum to 1. With both limits, the
/// factor that scales β is finite.
const SMALLEST_PRODUCT: f64 = 1e-50;

#[inlined]
impl<const K: usize> Segments<'_, K> {
    /// Returns log L; `None` if M or α were too small.
    pub fn forward<S: Simd>(&mut self, simd: S, log_densities: Columns<'_>) -> Option<f64> {
        self.divide_rows(simd, log_densities);
        let (mut logarithms, mut before, mut is_kept) = (Pack::zero(simd), self.initial, true);
        for round in 0..self.cut.rounds {
            let mut matrices = self.multiply(simd, round, &mut logarithms);
            let total = sum(matrices.as_flattened());
            let inverse = total.recip();
            for element in matrices.as_flattened_mut() {
                *element = *element * inverse;
            }
            let products = cumulate::<true, K, S>(simd, matrices);
            let mut alpha = [Pack::zero(simd); K];
            for state in 0..K {
                alpha[state] = Pack::splat(simd, before[state]);
            }
            let mut starts = times(&alpha, &products);
            let ends = sum(&starts);
            for state in 0..K {
                before[state] = starts[state].last();
                starts[state] = starts[state].moved_up::<1>(alpha[state]);
            }
            let product = ends.last();
            let inverse = sum(&starts).recip();
            for state in 0..K {
                before[state] /= product;
                starts[state] = starts[state] * inverse;
            }
            // The factor by which α shrinks in the round is multiplied by s of one segment, so that it needs
            // no logarithm.
            let first = Mask::first(simd, 1);
            logarithms = logarithms + math::log(total * first.select(product, Pack::splat(simd, 1.0)));
            is_kept &= !total.lt(SMALLEST_SUM).any() && product >= SMALLEST_PRODUCT;
            for (from, row) in matrices.into_iter().enumerate() {
                store(self.products, round * K + from, row);
            }
            store(self.starts, round, starts);
            store(self.sums, round, [total]);
        }
        is_kept.then(|| logarithms.sum())
    }

    /// Returns M of the segments of a round. Weights replace log densities, and the sum of their m is added
    /// to `largest`.
    fn multiply<S: Simd>(&mut self, simd: S, round: usize, largest: &mut Pack<S>) -> Matrices<S, K> {
        let (moves, start) = (self.moves(simd), round * self.cut.room);
        let (weights, most) = self.weigh(simd, start);
        *largest = *largest + most;
        let mut product = weigh(&self.first_moves(simd, round), &weights);
        for place in start + 1..start + self.cut.steps {
            let (weights, most) = self.weigh(simd, place);
            *largest = *largest + most;
            product = step(&product, &weights, &moves);
        }
        if let Some(longer) = self.cut.longer(simd, round) {
            let (weights, most) = self.weigh(simd, start + self.cut.steps);
            *largest = longer.select(*largest + most, *largest);
            let last = step(&product, &weights, &moves);
            for from in 0..K {
                for to in 0..K {
                    product[from][to] = longer.select(last[from][to], product[from][to]);
                }
            }
        }
        product
    }

    /// Returns the weights of a step, which replace the log densities, and m.
    fn weigh<S: Simd>(&mut self, simd: S, place: usize) -> ([Pack<S>; K], Pack<S>) {
        let (weights, largest) = weights(load(simd, self.weights, place));
        store(self.weights, place, weights);
        (weights, largest)
    }

    /// Computes α after each step of a round, given α before it. Values after the end of a segment are not
    /// used.
    pub(crate) fn go_forward<S: Simd>(
        &mut self,
        simd: S,
        round: usize,
        moves: &Matrices<S, K>,
        first_moves: &Matrices<S, K>,
    ) {
        let place = round * self.cut.room;
        let steps = self.cut.steps + usize::from(self.cut.longer(simd, round).is_some());
        let weights = load(simd, self.weights, place);
        let mut alpha = step(&[load(simd, self.starts, round)], &weights, first_moves);
        store(self.alphas, place, alpha[0]);
        for place in place + 1..place + steps {
            alpha = step(&alpha, &load(simd, self.weights, place), moves);
            store(self.alphas, place, alpha[0]);
        }
    }
}

/// Returns rows of α after a step, given those before it. The products of transitions and weights do not
/// depend on α.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn step<const ROWS: usize, const K: usize, S: Simd>(
    rows: &[[Pack<S>; K]; ROWS],
    weights: &[Pack<S>; K],
    moves: &Matrices<S, K>,
) -> [[Pack<S>; K]; ROWS] {
    let weighed = weigh(moves, weights);
    let mut after = *rows;
    for row in 0..ROWS {
        after[row] = times(&rows[row], &weighed);
    }
    after
}

/// Returns exp(ℓ(k) − m) and m = maxₖ ℓ(k), which is 0 if all are −∞.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn weights<const K: usize, S: Simd>(log_densities: [Pack<S>; K]) -> ([Pack<S>; K], Pack<S>) {
    if K == 2 {
        return weights_of_two(log_densities);
    }
    let mut largest = log_densities[0];
    for log_density in &log_densities[1..] {
        // NaN is kept.
        largest = log_density.le(largest).select(largest, *log_density);
    }
    largest = largest.eq(f64::NEG_INFINITY).select(0.0, largest);
    let mut weights = log_densities;
    for weight in &mut weights {
        *weight = math::exp(*weight - largest);
    }
    (weights, largest)
}

/// Turns the log densities of two states into weights, one of which is exp 0. If both log densities are −∞,
/// so that log L is −∞, the weights are NaN, and the chain runs step by step instead.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn weights_of_two<const K: usize, S: Simd>(log_densities: [Pack<S>; K]) -> ([Pack<S>; K], Pack<S>) {
    let [first, second] = [log_densities[0], log_densities[1]];
    let difference = second - first;
    let is_second = difference.gt(0.0);
    let smaller = math::exp(-difference.abs());
    let mut weights = log_densities;
    weights[0] = is_second.select(smaller, Pack::splat(first.simd, 1.0));
    weights[1] = is_second.select(Pack::splat(first.simd, 1.0), smaller);
    (weights, is_second.select(second, first))
}
