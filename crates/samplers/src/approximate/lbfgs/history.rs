//! The last steps of a quasi-Newton method, and the inverse Hessian that they imply.
//!
//! With s = xₖ₊₁ − xₖ, y = gₖ₊₁ − gₖ and ρ = 1 / sᵀy, each pair updates H to
//! (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ, from a diagonal matrix: algorithm 7.4 of Nocedal and Wright,
//! *Numerical Optimization* (2006). The diagonal is learned from all pairs: see [`update_diagonal`].
//!
//! Where coordinates are few beside the pairs, H is also to be had as a matrix, of [conjugate
//! pairs](super::conjugate).

use super::conjugate::{Conjugate, Make};
use super::diagonal::update_diagonal;
use super::matrix::{Chunk, Matrix};
use super::vectors::{add_scaled, dot};
use crate::simd::MAX_LANES;

/// A pair is kept if yᵀy / sᵀy is below this, as in Stan: the curvature along s would else be infinite.
const MOST_CURVATURE: f64 = 1e12;

/// True if sᵀy is positive, and yᵀy no infinite curvature beside it.
pub(super) fn is_pair(along: f64, across: f64) -> bool {
    // NaN compares false.
    along > 0.0 && across <= MOST_CURVATURE * along && along.is_finite() && across > 0.0
}

/// The newest pairs of steps and differences of gradients.
#[derive(Clone, Debug)]
pub struct History {
    dimension: usize,
    /// The chunks of a vector.
    chunks: usize,
    /// The most pairs.
    most: usize,
    /// The place of the oldest pair, and the number of pairs.
    oldest: usize,
    count: usize,
    steps: Vec<Chunk>,
    differences: Vec<Chunk>,
    /// 1 / sᵀy of each pair.
    reciprocals: Vec<f64>,
    /// The multiples that the first loop subtracts.
    multiples: Vec<f64>,
    /// The matrix that pairs are added to.
    diagonal: Vec<f64>,
    /// Room for H, if coordinates are few.
    matrix: Option<Matrix>,
    conjugate: Conjugate,
}

impl History {
    /// No pairs yet, and room for some.
    pub fn new(dimension: usize, most: usize) -> Self {
        let chunks = dimension.div_ceil(MAX_LANES);
        let zeros = vec![[0.0; MAX_LANES]; chunks * most];
        Self {
            dimension,
            chunks,
            most,
            oldest: 0,
            count: 0,
            steps: zeros.clone(),
            differences: zeros,
            reciprocals: vec![0.0; most],
            multiples: vec![0.0; most],
            diagonal: vec![1.0; dimension],
            matrix: (dimension <= 2 * most).then(|| Matrix::unit(dimension)),
            conjugate: Conjugate::default(),
        }
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The diagonal matrix that the pairs are added to.
    pub fn diagonal(&self) -> &[f64] {
        &self.diagonal
    }

    /// Forgets all pairs.
    pub fn clear(&mut self) {
        (self.oldest, self.count) = (0, 0);
        self.diagonal.fill(1.0);
    }

    /// A pair by its age: 0 is the oldest.
    pub fn pair(&self, age: usize) -> (&[f64], &[f64]) {
        let [step, difference] = self.padded(age);
        (&step.as_flattened()[..self.dimension], &difference.as_flattened()[..self.dimension])
    }

    fn padded(&self, age: usize) -> [&[Chunk]; 2] {
        let start = self.place(age) * self.chunks;
        [&self.steps, &self.differences].map(|vectors| &vectors[start..][..self.chunks])
    }

    fn place(&self, age: usize) -> usize {
        (self.oldest + age) % self.most
    }

    /// Adds the pair of two points with their gradients, and forgets the oldest one if there is no room.
    /// False, and nothing is added, where the curvature between them is not positive.
    pub fn push(&mut self, points: [&[f64]; 2], gradients: [&[f64]; 2]) -> bool {
        if self.most == 0 {
            return false;
        }
        let (mut along, mut across) = (0.0, 0.0);
        for i in 0..self.dimension {
            let (s, y) = (points[1][i] - points[0][i], gradients[1][i] - gradients[0][i]);
            along += s * y;
            across += y * y;
        }
        if !is_pair(along, across) {
            return false;
        }
        if self.count == self.most {
            self.oldest = (self.oldest + 1) % self.most;
            self.count -= 1;
        }
        let place = self.place(self.count);
        let range = place * self.chunks..(place + 1) * self.chunks;
        let step = &mut self.steps[range.clone()].as_flattened_mut()[..self.dimension];
        let difference = &mut self.differences[range].as_flattened_mut()[..self.dimension];
        for i in 0..self.dimension {
            step[i] = points[1][i] - points[0][i];
            difference[i] = gradients[1][i] - gradients[0][i];
        }
        update_diagonal(&mut self.diagonal, (step, difference));
        self.reciprocals[place] = 1.0 / along;
        self.count += 1;
        true
    }

    /// H of all pairs, made conjugate, if coordinates are few beside the pairs.
    pub fn matrix(&mut self) -> Option<&mut Matrix> {
        let Self { matrix, conjugate, .. } = &mut *self;
        let (mut matrix, mut conjugate) = (matrix.take()?, core::mem::take(conjugate));
        let newest_first = (0..self.count).rev();
        let pairs = newest_first.map(|age| (self.padded(age), 1.0 / self.reciprocals[self.place(age)]));
        matrix.dispatch(Make { pairs, dimension: self.dimension, found: &mut conjugate });
        matrix.set_diagonal(|coordinate| self.diagonal[coordinate]);
        matrix.update_by_all(conjugate.pairs());
        self.conjugate = conjugate;
        Some(self.matrix.insert(matrix))
    }

    /// x := H x, by all pairs as they are.
    pub fn apply(&mut self, x: &mut [f64]) {
        for age in (0..self.count).rev() {
            let (place, (step, difference)) = (self.place(age), self.pair(age));
            let multiple = self.reciprocals[place] * dot(step, x);
            add_scaled(x, -multiple, difference);
            self.multiples[place] = multiple;
        }
        if self.count > 0 {
            x.iter_mut().zip(&self.diagonal).for_each(|(x, alpha)| *x *= alpha);
        }
        for age in 0..self.count {
            let (place, (step, difference)) = (self.place(age), self.pair(age));
            let multiple = self.multiples[place] - self.reciprocals[place] * dot(difference, x);
            add_scaled(x, multiple, step);
        }
    }
}
