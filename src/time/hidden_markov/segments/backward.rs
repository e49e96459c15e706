//! The backward pass: β from segment to segment and from step to step, and the adjoints.

use super::super::chain::add_to;
use super::Segments;
use super::order::{load, store};
use super::products::{Matrices, cumulate, times, times_column, weigh};
use crate::frame::Adjoints;
use crate::simd::{Mask, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined]
impl<const K: usize> Segments<'_, K> {
    /// Computes the adjoints; those of the log densities are stored in `rows`, after which there is room for
    /// a register.
    pub fn backward<S: Simd>(&mut self, simd: S, rows: &mut [f64], adjoints: &mut Adjoints<'_>) {
        let moves = self.moves(simd);
        let mut moved = [[Pack::zero(simd); K]; K];
        let mut end = [1.0; K];
        for round in (0..self.cut.rounds).rev() {
            let first_moves = self.first_moves(simd, round);
            self.go_forward(simd, round, &moves, &first_moves);
            let mut beta = self.ends(simd, round, adjoints.value[0], &mut end);
            let start = round * self.cut.room;
            if let Some(longer) = self.cut.longer(simd, round) {
                let place = start + self.cut.steps;
                let (mut weighted, before) = self.step_back(simd, place, &moves, &beta);
                for state in 0..K {
                    weighted[state] = longer.select(weighted[state], 0.0);
                    beta[state] = longer.select(before[state], beta[state]);
                }
                add_products(&mut moved, &load(simd, self.alphas, place - 1), &weighted);
            }
            for place in (start + 1..start + self.cut.steps).rev() {
                let (weighted, before) = self.step_back(simd, place, &moves, &beta);
                add_products(&mut moved, &load(simd, self.alphas, place - 1), &weighted);
                beta = before;
            }
            let (mut weighted, _) = self.step_back(simd, start, &first_moves, &beta);
            if round == 0 {
                // No transition leads to the first observation.
                let mut first = [0.0; K];
                for state in 0..K {
                    first[state] = weighted[state].first();
                    weighted[state] = Mask::first(simd, 1).select(0.0, weighted[state]);
                }
                add_to(adjoints.of(2), 0, &first);
            }
            add_products(&mut moved, &load(simd, self.starts, round), &weighted);
        }
        self.join_rows(simd, rows);
        let mut sums = [[0.0; K]; K];
        for from in 0..K {
            for to in 0..K {
                sums[from][to] = moved[from][to].sum();
            }
        }
        add_to(adjoints.of(1), 0, sums.as_flattened());
    }

    /// Returns β after the last step of each segment of a round, given β after the round, up to a factor;
    /// `end` is replaced by β before the round. β is scaled so that the sum of the states' probabilities is
    /// the adjoint of the value.
    fn ends<S: Simd>(&self, simd: S, round: usize, adjoint: f64, end: &mut [f64; K]) -> [Pack<S>; K] {
        let mut matrices = [[Pack::zero(simd); K]; K];
        for (from, row) in matrices.iter_mut().enumerate() {
            *row = load(simd, self.products, round * K + from);
        }
        let products = cumulate::<false, K, S>(simd, matrices);
        let mut behind = [Pack::zero(simd); K];
        for state in 0..K {
            behind[state] = Pack::splat(simd, end[state]);
        }
        let before = times_column(&products, &behind);
        let alpha = times(&load(simd, self.starts, round), &matrices);
        let mut sum = Pack::zero(simd);
        for state in 0..K {
            behind[state] = before[state].moved_down::<1>(behind[state]);
            sum = alpha[state].mul_add(behind[state], sum);
        }
        let [total] = load(simd, self.sums, round);
        let scale = adjoint / (sum * total);
        let largest = before.iter().fold(0.0, |largest: f64, before| largest.max(before.first()));
        for state in 0..K {
            behind[state] = behind[state] * scale;
            end[state] = before[state].first() / largest;
        }
        behind
    }

    /// Computes β before a step from β after it. The probabilities of the states replace the weights; the
    /// first result is β times the weights.
    fn step_back<S: Simd>(
        &mut self,
        simd: S,
        place: usize,
        moves: &Matrices<S, K>,
        beta: &[Pack<S>; K],
    ) -> ([Pack<S>; K], [Pack<S>; K]) {
        let mut weighted = load::<K, S>(simd, self.weights, place);
        // The products of transitions and weights do not depend on β.
        let before = times_column(&weigh(moves, &weighted), beta);
        let mut probabilities = load::<K, S>(simd, self.alphas, place);
        for state in 0..K {
            probabilities[state] = probabilities[state] * beta[state];
            weighted[state] = weighted[state] * beta[state];
        }
        store(self.weights, place, probabilities);
        (weighted, before)
    }
}

/// Adds α w to the sums over all transitions.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_products<const K: usize, S: Simd>(
    moved: &mut Matrices<S, K>,
    before: &[Pack<S>; K],
    weighted: &[Pack<S>; K],
) {
    for from in 0..K {
        for to in 0..K {
            moved[from][to] = before[from].mul_add(weighted[to], moved[from][to]);
        }
    }
}
