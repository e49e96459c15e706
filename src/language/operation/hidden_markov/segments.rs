//! The forward–backward algorithm for few states, with segments of time in the lanes of registers, so that a step of all segments is one
//! step of one.
//!
//! Each lane multiplies the matrices of its segment, M(j, k) = Σ over all paths from j before it to k at its end, in which a step is
//! T(j, k) exp(ℓ(k, t) − mₜ). Then α goes from segment to segment in numbers, α M 2⁻ᵉ, and β back, 2⁻ᵉ M β. With α before and β after each
//! segment all lanes run through time once more, forward and backward, and γₜ(k) = αₜ(k) βₜ(k) as in one chain.
//!
//! No factor of a path is above 1, so within a segment nothing is scaled: a path that is too small for a number stays so, and it
//! does not count unless all of α M is small too. Then the chain runs step by step. Segments have at most 64 steps; longer sequences go round
//! after round.

use super::Columns;
use super::chain::{SMALLEST, add_to, matrix, power};
use crate::math;
use crate::simd::{Adjoints, MAX_LANES, Mask, Pack, mul_add, transpose};
use core::array::from_fn;
use pulp::Simd;

/// The longest segment.
const LONGEST: usize = 64;

/// Shorter segments do not pay.
const SHORTEST: usize = 3;

/// The segments of a chain with `K` states, with their working memory.
pub(super) struct Segments<'a, const K: usize> {
    length: usize,
    lanes: usize,
    rounds: usize,
    /// The steps of a segment.
    steps: usize,
    initial: [f64; K],
    transition: [[f64; K]; K],
    /// The log densities, then the weights, then the probabilities of the states: a register for each state in each step.
    weights: &'a mut [f64],
    /// α after each step.
    alphas: &'a mut [f64],
    /// α before each segment: a register for each state in each round.
    starts: &'a mut [f64],
    /// M of each segment.
    products: &'a mut [f64],
    /// 2⁻ᵉ of each segment.
    scales: &'a mut [f64],
}

/// The number of rounds, and of steps in each of their segments.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn divide(length: usize, lanes: usize) -> (usize, usize) {
    let rounds = length.div_ceil(LONGEST * lanes).max(1);
    (rounds, length.div_ceil(rounds * lanes))
}

/// True if a chain of `length` observations runs in segments.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn pays<S: Simd>(length: usize) -> bool {
    Pack::<S>::LANES > 1 && length > SHORTEST * Pack::<S>::LANES
}

/// The number of numbers of working memory, for any number of lanes: all segments have less than one step each more than there are
/// observations, and their number is at most this many.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn scratch(states: usize, length: usize) -> usize {
    if !matches!(states, 2 | 3) {
        return 0;
    }
    let segments = length / LONGEST + MAX_LANES;
    let steps = length.saturating_add(segments).saturating_mul(2 * states);
    steps.saturating_add(segments * (states + states * states + 1))
}

/// The registers of working memory.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn registers<S: Simd>(numbers: &mut [f64]) -> &mut [S::f64s] {
    S::as_mut_simd_f64s(numbers).0
}

/// The `COUNT` registers from a place on.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn load<const COUNT: usize, S: Simd>(simd: S, numbers: &[f64], place: usize) -> [Pack<S>; COUNT] {
    let registers = &S::as_simd_f64s(numbers).0[place * COUNT..][..COUNT];
    let mut packs = [Pack::zero(simd); COUNT];
    for index in 0..COUNT {
        packs[index].value = registers[index];
    }
    packs
}

/// Stores the `COUNT` registers from a place on.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn store<const COUNT: usize, S: Simd>(numbers: &mut [f64], place: usize, packs: [Pack<S>; COUNT]) {
    let registers = &mut registers::<S>(numbers)[place * COUNT..][..COUNT];
    for index in 0..COUNT {
        registers[index] = packs[index].value;
    }
}

impl<'a, const K: usize> Segments<'a, K> {
    /// The segments of a chain.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new<S: Simd>(length: usize, transition: &[f64], initial: &[f64], scratch: &'a mut [f64]) -> Self {
        let lanes = Pack::<S>::LANES;
        let (rounds, steps) = divide(length, lanes);
        let count = rounds * lanes;
        let (weights, scratch) = scratch.split_at_mut(count * steps * K);
        let (alphas, scratch) = scratch.split_at_mut(count * steps * K);
        let (starts, scratch) = scratch.split_at_mut(count * K);
        let (products, scratch) = scratch.split_at_mut(count * K * K);
        let scales = &mut scratch[..count];
        let (initial, transition) = (from_fn(|state| initial[state]), matrix(transition, 0));
        Self { length, lanes, rounds, steps, initial, transition, weights, alphas, starts, products, scales }
    }

    /// The lanes that have an observation in a step of a round: all of them where a segment is full, and those before where it is not.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn observed(&self, round: usize) -> Observed {
        let rest = self.length - round * self.lanes * self.steps;
        Observed { whole: rest / self.steps, rest: rest % self.steps }
    }

    /// Brings rows of log densities into the order of segments, by squares: some steps of all segments of a round.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn divide_rows<S: Simd>(&mut self, simd: S, log_densities: Columns<'_>) {
        let (lanes, steps, length) = (Pack::<S>::LANES, self.steps, self.length);
        let weights = registers::<S>(self.weights);
        for (state, row) in log_densities.rows(0..length).enumerate() {
            for round in 0..self.rounds {
                for first in (0..steps).step_by(lanes) {
                    let mut square = [Pack::zero(simd); MAX_LANES];
                    for (lane, pack) in square[..lanes].iter_mut().enumerate() {
                        let start = ((round * lanes + lane) * steps + first).min(length);
                        pack.value = match S::as_simd_f64s(&row[start..(start + lanes).min(length)]) {
                            ([register], _) => *register,
                            (_, rest) => simd.partial_load_f64s(rest),
                        };
                    }
                    let square = transpose(square);
                    for step in first..(first + lanes).min(steps) {
                        weights[(round * steps + step) * K + state] = square[step - first].value;
                    }
                }
            }
        }
    }

    /// Brings the probabilities of the states into the order of time, a row for each state. A register that reaches beyond its segment
    /// stores what does not belong there, before what does is stored.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn join_rows<S: Simd>(&self, simd: S, rows: &mut [f64]) {
        let (lanes, steps, length) = (Pack::<S>::LANES, self.steps, self.length);
        let weights = S::as_simd_f64s(self.weights).0;
        for (state, row) in rows.chunks_exact_mut(length).enumerate() {
            for round in 0..self.rounds {
                for first in (0..steps).step_by(lanes).rev() {
                    let mut square = [Pack::zero(simd); MAX_LANES];
                    for step in first..(first + lanes).min(steps) {
                        square[step - first].value = weights[(round * steps + step) * K + state];
                    }
                    let square = transpose(square);
                    for (lane, pack) in square[..lanes].iter().enumerate() {
                        let start = ((round * lanes + lane) * steps + first).min(length);
                        match S::as_mut_simd_f64s(&mut row[start..(start + lanes).min(length)]) {
                            ([register], _) => *register = pack.value,
                            (_, rest) => simd.partial_store_f64s(rest, pack.value),
                        }
                    }
                }
            }
        }
    }

    /// T in the lanes of a mask, and in the others that nothing moves: before the first step of all, where α is p, and behind the last.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn moves<S: Simd>(&self, simd: S, mask: Mask<S>) -> [[Pack<S>; K]; K] {
        let mut moves = [[Pack::zero(simd); K]; K];
        for (from, row) in moves.iter_mut().enumerate() {
            for (to, into) in row.iter_mut().enumerate() {
                let stay = if from == to { 1.0 } else { 0.0 };
                *into = mask.select(self.transition[from][to], Pack::splat(simd, stay));
            }
        }
        moves
    }

    /// T of the first step of each segment.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn first_moves<S: Simd>(&self, simd: S, round: usize) -> [[Pack<S>; K]; K] {
        let is_start = Mask::first(simd, usize::from(round == 0));
        self.moves(simd, self.observed(round).mask(simd, 0) & !is_start)
    }

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
    fn go_forward<S: Simd>(&mut self, simd: S, round: usize, moves: &[[Pack<S>; K]; K]) {
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

/// How many segments of a round are full, and how many observations there are of the next one.
#[derive(Clone, Copy)]
struct Observed {
    whole: usize,
    rest: usize,
}

impl Observed {
    /// The lanes that have an observation in a step.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn mask<S: Simd>(self, simd: S, step: usize) -> Mask<S> {
        Mask::first(simd, self.whole + usize::from(step < self.rest))
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

/// The lanes of registers.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn numbers<const K: usize, S: Simd>(packs: &[[Pack<S>; K]; K]) -> [[[f64; MAX_LANES]; K]; K] {
    let mut numbers = [[[0.0; MAX_LANES]; K]; K];
    for from in 0..K {
        for to in 0..K {
            numbers[from][to] = packs[from][to].to_array();
        }
    }
    numbers
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
