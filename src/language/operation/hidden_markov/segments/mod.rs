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

mod backward;
mod forward;
mod order;

use super::chain::matrix;
use crate::simd::{MAX_LANES, Mask, Pack};
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
