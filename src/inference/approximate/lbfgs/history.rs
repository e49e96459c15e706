//! The last steps of a quasi-Newton method, and the inverse Hessian that they imply.
//!
//! With s = xₖ₊₁ − xₖ, y = gₖ₊₁ − gₖ and ρ = 1 / sᵀy, each pair updates H to
//! (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ, from a diagonal matrix: algorithm 7.4 of Nocedal and Wright,
//! *Numerical Optimization* (2006). The diagonal is learned from all pairs: see [`update_diagonal`].

use super::diagonal::update_diagonal;
use super::vectors::{add_scaled, dot};

/// A pair is kept if yᵀy / sᵀy is below this, as in Stan: the curvature along s would else be infinite.
const MOST_CURVATURE: f64 = 1e12;

/// The newest pairs of steps and differences of gradients.
#[derive(Clone, Debug)]
pub(crate) struct History {
    dimension: usize,
    /// The most pairs.
    most: usize,
    /// The place of the oldest pair, and the number of pairs.
    oldest: usize,
    count: usize,
    steps: Vec<f64>,
    differences: Vec<f64>,
    /// 1 / sᵀy of each pair.
    reciprocals: Vec<f64>,
    /// The multiples that the first loop subtracts.
    multiples: Vec<f64>,
    /// The matrix that pairs are added to.
    diagonal: Vec<f64>,
}

impl History {
    /// No pairs yet, and room for some.
    pub fn new(dimension: usize, most: usize) -> Self {
        Self {
            dimension,
            most,
            oldest: 0,
            count: 0,
            steps: vec![0.0; dimension * most],
            differences: vec![0.0; dimension * most],
            reciprocals: vec![0.0; most],
            multiples: vec![0.0; most],
            diagonal: vec![1.0; dimension],
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
        let start = self.place(age) * self.dimension;
        (&self.steps[start..][..self.dimension], &self.differences[start..][..self.dimension])
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
        // NaN compares false.
        if !(along > 0.0 && across <= MOST_CURVATURE * along && along.is_finite() && across > 0.0) {
            return false;
        }
        if self.count == self.most {
            self.oldest = (self.oldest + 1) % self.most;
            self.count -= 1;
        }
        let place = self.place(self.count);
        let start = place * self.dimension;
        for i in 0..self.dimension {
            self.steps[start + i] = points[1][i] - points[0][i];
            self.differences[start + i] = gradients[1][i] - gradients[0][i];
        }
        self.reciprocals[place] = 1.0 / along;
        self.count += 1;
        let range = start..start + self.dimension;
        update_diagonal(&mut self.diagonal, (&self.steps[range.clone()], &self.differences[range]));
        true
    }

    /// x := H x
    pub fn apply(&mut self, x: &mut [f64]) {
        for age in (0..self.count).rev() {
            let place = self.place(age);
            let start = place * self.dimension;
            let (step, difference) = (start..start + self.dimension, start..start + self.dimension);
            let multiple = self.reciprocals[place] * dot(&self.steps[step], x);
            self.multiples[place] = multiple;
            add_scaled(x, -multiple, &self.differences[difference]);
        }
        if self.count > 0 {
            x.iter_mut().zip(&self.diagonal).for_each(|(x, alpha)| *x *= alpha);
        }
        for age in 0..self.count {
            let place = self.place(age);
            let range = place * self.dimension..(place + 1) * self.dimension;
            let multiple =
                self.multiples[place] - self.reciprocals[place] * dot(&self.differences[range.clone()], x);
            add_scaled(x, multiple, &self.steps[range]);
        }
    }
}
