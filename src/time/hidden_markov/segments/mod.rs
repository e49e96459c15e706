//! The forward–backward algorithm for few states, with segments of time in the lanes of registers, so that a
//! step of all segments costs as much as a step of one.
//!
//! Each lane multiplies the matrices of its segment, M(j, k) = Σ over all paths from j before it to k at its
//! end, in which a step is T(j, k) exp(ℓ(k, t) − mₜ). With M/s, s = Σⱼₖ M(j, k), the products of all
//! segments up to each one follow by doubling, and so do the products of all later segments: the first give
//! α before each segment, up to a factor, the others give β after it. With both, all lanes run through time
//! once more, forward and backward, and γₜ(k) = αₜ(k) βₜ(k) as in one chain, where β is scaled so that Σₖ
//! γₜ(k) = 1.
//!
//! No factor of a path is above 1, so nothing is scaled within a segment: a path that underflows is lost,
//! which does not matter unless all of M, or all of the product of all M/s, is small too. In that case the
//! chain runs step by step. Segments have at most 64 steps; longer sequences take several rounds.

mod backward;
mod cut;
mod forward;
mod order;
mod products;

use self::cut::Cut;
pub(crate) use self::cut::{pays, scratch};
use super::chain::matrix;
use crate::simd::{Mask, Pack};
use core::array::from_fn;
use monomorph_macros::inlined;
use pulp::Simd;

/// The segments of a chain with `K` states, with their working memory.
pub(crate) struct Segments<'a, const K: usize> {
    cut: Cut,
    initial: [f64; K],
    transition: [[f64; K]; K],
    /// The weights in the order of segments, and later the probabilities of the states: a register for each
    /// state in each step.
    weights: &'a mut [f64],
    /// α after each step.
    alphas: &'a mut [f64],
    /// α before each segment, with a sum of 1: a register for each state in each round.
    starts: &'a mut [f64],
    /// M/s of each segment.
    products: &'a mut [f64],
    /// s of each segment.
    sums: &'a mut [f64],
}

#[inlined]
impl<'a, const K: usize> Segments<'a, K> {
    /// Returns the segments of a chain.
    pub fn new<S: Simd>(length: usize, transition: &[f64], initial: &[f64], scratch: &'a mut [f64]) -> Self {
        let cut = Cut::new(length, Pack::<S>::LANES);
        let count = cut.rounds * cut.lanes;
        let (weights, scratch) = scratch.split_at_mut(count * cut.room * K);
        let (alphas, scratch) = scratch.split_at_mut(count * cut.room * K);
        let (starts, scratch) = scratch.split_at_mut(count * K);
        let (products, scratch) = scratch.split_at_mut(count * K * K);
        let sums = &mut scratch[..count];
        let (initial, transition) = (from_fn(|state| initial[state]), matrix(transition, 0));
        Self { cut, initial, transition, weights, alphas, starts, products, sums }
    }

    /// Returns T in all lanes.
    fn moves<S: Simd>(&self, simd: S) -> [[Pack<S>; K]; K] {
        let mut moves = [[Pack::zero(simd); K]; K];
        for (from, row) in moves.iter_mut().enumerate() {
            for (to, into) in row.iter_mut().enumerate() {
                *into = Pack::splat(simd, self.transition[from][to]);
            }
        }
        moves
    }

    /// Returns T of the first step of each segment. No transition leads to the first observation of all,
    /// where p replaces α.
    fn first_moves<S: Simd>(&self, simd: S, round: usize) -> [[Pack<S>; K]; K] {
        let is_start = Mask::first(simd, usize::from(round == 0));
        let mut moves = self.moves(simd);
        for (row, stays) in moves.iter_mut().zip(products::identity(simd)) {
            for (into, stay) in row.iter_mut().zip::<[Pack<S>; K]>(stays) {
                *into = is_start.select(stay, *into);
            }
        }
        moves
    }
}
