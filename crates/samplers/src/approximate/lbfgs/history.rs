//! The last steps of a quasi-Newton method, and the inverse Hessian that they imply.
//!
//! With s = xₖ₊₁ − xₖ, y = gₖ₊₁ − gₖ and ρ = 1 / sᵀy, each pair updates H to
//! (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ, from a diagonal matrix: algorithm 7.4 of Nocedal and Wright,
//! *Numerical Optimization* (2006). The diagonal is learned from all pairs: see [`update_diagonal`].

use super::diagonal::update_diagonal;
use super::vectors::{add_scaled, dot};
use std::collections::VecDeque;

/// The largest yᵀy / sᵀy of a pair that is kept, as in Stan: a larger curvature along s counts as infinite.
const MOST_CURVATURE: f64 = 1e12;

/// The number of pairs for each coordinate: more pairs save no gradients, and two pairs take up to three
/// times as many gradients where curvatures differ by 1e8.
const PER_COORDINATE: usize = 4;

/// The most numbers in all steps of a history. A direction passes over them four times: 4 096 numbers take
/// as long as a cheap gradient.
const ROOM: usize = 4096;

/// The least number of pairs.
const FEWEST: usize = 6;

/// Returns true if sᵀy (`along`) is positive and the curvature yᵀy / sᵀy is at most [`MOST_CURVATURE`],
/// where `across` is yᵀy.
pub(super) fn is_pair(along: f64, across: f64) -> bool {
    // NaN compares false.
    along > 0.0 && across <= MOST_CURVATURE * along && along.is_finite() && across > 0.0
}

/// A step s and the difference y of the gradients at its ends.
#[derive(Clone, Debug)]
pub struct Pair {
    pub step: Vec<f64>,
    pub difference: Vec<f64>,
    /// 1 / sᵀy
    pub reciprocal: f64,
}

/// The newest pairs of steps and differences of gradients.
#[derive(Clone, Debug)]
pub struct History {
    /// The most pairs.
    most: usize,
    /// The pairs, the oldest first.
    pairs: VecDeque<Pair>,
    /// The number of pairs that were added since the beginning, or since all pairs were forgotten.
    learned: usize,
    /// The multiples that the first loop subtracts.
    multiples: Vec<f64>,
    /// The diagonal of the matrix that pairs are added to.
    diagonal: Vec<f64>,
}

impl History {
    /// Makes a history without pairs, with room for a number of pairs that depends on the number of
    /// coordinates.
    pub fn of(dimension: usize) -> Self {
        Self::new(dimension, (ROOM / dimension.max(1)).min(PER_COORDINATE * dimension).max(FEWEST))
    }

    /// Makes a history without pairs, with room for `most` pairs.
    pub fn new(dimension: usize, most: usize) -> Self {
        Self {
            most,
            pairs: VecDeque::with_capacity(most),
            learned: 0,
            multiples: vec![0.0; most],
            diagonal: vec![1.0; dimension],
        }
    }

    /// Returns true if no pair was added since the beginning, or since all pairs were forgotten.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The newest pairs, at most `most`, the oldest first.
    pub fn newest(&self, most: usize) -> impl DoubleEndedIterator<Item = &Pair> + ExactSizeIterator {
        self.pairs.range(self.pairs.len().saturating_sub(most)..)
    }

    /// The diagonal of the matrix that the pairs are added to.
    pub fn diagonal(&self) -> &[f64] {
        &self.diagonal
    }

    /// Returns ½ log |diag(α)| if at least as many pairs as coordinates have updated α.
    pub fn log_volume(&self) -> Option<f64> {
        let is_known = self.learned >= self.diagonal.len();
        is_known.then(|| 0.5 * self.diagonal.iter().map(|alpha| alpha.ln()).sum::<f64>())
    }

    /// Forgets all pairs.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.learned = 0;
        self.diagonal.fill(1.0);
    }

    /// Adds the pair of two points with their gradients, and forgets the oldest pair if there is no room.
    /// Returns false, and adds nothing, if the curvature between the points is not positive.
    pub fn push(&mut self, points: [&[f64]; 2], gradients: [&[f64]; 2]) -> bool {
        let (mut along, mut across) = (0.0, 0.0);
        for i in 0..self.diagonal.len() {
            let (s, y) = (points[1][i] - points[0][i], gradients[1][i] - gradients[0][i]);
            along += s * y;
            across += y * y;
        }
        if !is_pair(along, across) {
            return false;
        }
        // Reuses the memory of the oldest pair.
        let forgotten = if self.pairs.len() == self.most { self.pairs.pop_front() } else { None };
        let [mut step, mut difference] = match forgotten {
            Some(pair) => [pair.step, pair.difference],
            None => [(); 2].map(|()| vec![0.0; self.diagonal.len()]),
        };
        for i in 0..self.diagonal.len() {
            step[i] = points[1][i] - points[0][i];
            difference[i] = gradients[1][i] - gradients[0][i];
        }
        update_diagonal(&mut self.diagonal, (&step, &difference));
        self.pairs.push_back(Pair { step, difference, reciprocal: 1.0 / along });
        self.learned += 1;
        true
    }

    /// x := H x
    pub fn apply(&mut self, x: &mut [f64]) {
        let Self { pairs, multiples, diagonal, .. } = self;
        for (pair, multiple) in pairs.iter().zip(&mut *multiples).rev() {
            *multiple = pair.reciprocal * dot(&pair.step, x);
            add_scaled(x, -*multiple, &pair.difference);
        }
        if !pairs.is_empty() {
            x.iter_mut().zip(&*diagonal).for_each(|(x, alpha)| *x *= alpha);
        }
        for (pair, multiple) in pairs.iter().zip(&*multiples) {
            add_scaled(x, multiple - pair.reciprocal * dot(&pair.difference, x), &pair.step);
        }
    }
}
