//! The way backward: β from segment to segment and from step to step, and the adjoints.

use super::super::chain::add_to;
use super::order::{load, store};
use super::{Segments, numbers};
use crate::simd::{Adjoints, Mask, Pack, mul_add};
use pulp::Simd;

impl<const K: usize> Segments<'_, K> {
    /// The adjoints, those of the log densities in `rows`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn backward<S: Simd>(
        &mut self,
        simd: S,
        inverse: f64,
        rows: &mut [f64],
        adjoints: &mut Adjoints<'_>,
    ) {
        let moves = self.moves(simd, Mask::first(simd, Pack::<S>::LANES));
        let mut moved = [[Pack::zero(simd); K]; K];
        let mut end = [inverse * adjoints.value[0]; K];
        for round in (0..self.rounds).rev() {
            let observed = self.observed(round);
            self.go_forward(simd, round, &moves);
            let mut beta = self.ends(simd, round, &mut end);
            for step in (1..self.steps).rev() {
                let place = round * self.steps + step;
                let before = load::<K, S>(simd, self.alphas, place - 1);
                let weighted = self.go_back(simd, place, observed.mask(simd, step), &moves, &mut beta);
                add_products(&mut moved, &before, &weighted);
            }
            let (mask, first_moves) = (observed.mask(simd, 0), self.first_moves(simd, round));
            let before = load::<K, S>(simd, self.starts, round);
            let mut weighted = self.go_back(simd, round * self.steps, mask, &first_moves, &mut beta);
            if round == 0 {
                // Nothing moves to the first observation.
                let mut first = [0.0; K];
                for state in 0..K {
                    first[state] = weighted[state].first();
                    weighted[state] = Mask::first(simd, 1).select(0.0, weighted[state]);
                }
                add_to(adjoints.of(2), 0, &first);
            }
            add_products(&mut moved, &before, &weighted);
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

    /// β behind the last step of each segment of a round, given β behind the round, which becomes β before it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn ends<S: Simd>(&self, simd: S, round: usize, end: &mut [f64; K]) -> [Pack<S>; K] {
        let mut products = [[Pack::zero(simd); K]; K];
        for (from, row) in products.iter_mut().enumerate() {
            *row = load(simd, self.products, round * K + from);
        }
        let products = numbers(&products);
        let scales = load::<1, S>(simd, self.scales, round)[0].to_array();
        let mut ends = [Pack::zero(simd); K];
        for lane in (0..Pack::<S>::LANES).rev() {
            let mut behind = *end;
            for state in 0..K {
                behind[state] *= scales[lane];
                ends[state] = ends[state].moved_up::<1>(Pack::splat(simd, behind[state]));
            }
            for from in 0..K {
                end[from] = 0.0;
                for to in 0..K {
                    end[from] = mul_add::<S>(products[from][to][lane], behind[to], end[from]);
                }
            }
        }
        ends
    }

    /// From β behind a step to β before it. The probabilities of the states take the place of the weights; the result is β times them.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn go_back<S: Simd>(
        &mut self,
        simd: S,
        place: usize,
        mask: Mask<S>,
        moves: &[[Pack<S>; K]; K],
        beta: &mut [Pack<S>; K],
    ) -> [Pack<S>; K] {
        let mut weighted = load::<K, S>(simd, self.weights, place);
        let mut probabilities = load::<K, S>(simd, self.alphas, place);
        for state in 0..K {
            probabilities[state] = probabilities[state] * beta[state];
            weighted[state] = mask.select(weighted[state] * beta[state], 0.0);
        }
        store(self.weights, place, probabilities);
        for from in 0..K {
            let mut back = moves[from][0] * weighted[0];
            for to in 1..K {
                back = moves[from][to].mul_add(weighted[to], back);
            }
            beta[from] = mask.select(back, beta[from]);
        }
        weighted
    }
}

/// Adds α w to the sums over all moves.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_products<const K: usize, S: Simd>(
    moved: &mut [[Pack<S>; K]; K],
    before: &[Pack<S>; K],
    weighted: &[Pack<S>; K],
) {
    for from in 0..K {
        for to in 0..K {
            moved[from][to] = before[from].mul_add(weighted[to], moved[from][to]);
        }
    }
}
