//! The inverse Hessian of few coordinates, learned from all pairs of a descent.
//!
//! BFGS forgets nothing, and costs the square of the number of coordinates where L-BFGS costs many passes
//! that wait for each other. Two rules say how large it is where no pair has gone:
//!
//! - The first pairs, one for each coordinate, rescale it to E H E, where E² are the ratios by which the
//!   [diagonal](super::diagonal) of L-BFGS would change.
//! - A pair with sᵀy > yᵀHy multiplies it by sᵀy / yᵀHy: Oren and Luenberger, Management Sci. 20 (1974), but
//!   upwards only, as Al-Baali, Optim. Methods Softw. 10 (1998), recommends for the inverse of his factor.
//!
//! Its determinant is followed: |H⁺| / |H| = sᵀ H⁻¹ s / sᵀy.

use super::diagonal::update_diagonal;
use super::history::is_pair;
use super::matrix::{Chunk, Matrix};
use super::vectors::dot;
use crate::simd::MAX_LANES;

/// The inverse Hessian, with the diagonal that its first pairs imply.
#[derive(Clone, Debug)]
pub struct Dense {
    matrix: Matrix,
    diagonal: Vec<f64>,
    factors: Vec<Chunk>,
    /// s and y.
    pair: [Vec<Chunk>; 2],
    count: usize,
    /// ½ log |H|, up to a constant: 0 where as many pairs have come as there are coordinates.
    log_volume: f64,
}

impl Dense {
    /// The unit matrix, before any pair.
    pub fn new(dimension: usize) -> Self {
        let zeros = vec![[0.0; MAX_LANES]; dimension.div_ceil(MAX_LANES)];
        Self {
            matrix: Matrix::unit(dimension),
            diagonal: vec![1.0; dimension],
            factors: zeros.clone(),
            pair: [zeros.clone(), zeros],
            count: 0,
            log_volume: 0.0,
        }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// ½ log |H| up to a constant, as soon as the matrix has learned something of each direction.
    pub fn log_volume(&self) -> Option<f64> {
        (self.count >= self.matrix.size()).then_some(self.log_volume)
    }

    pub fn clear(&mut self) {
        self.matrix.set_diagonal(|_| 1.0);
        self.diagonal.fill(1.0);
        (self.count, self.log_volume) = (0, 0.0);
    }

    /// Adds the pair of two points with their gradients, of which the first one has the slope −`descent` by
    /// the step between them. False, and nothing is added, where the curvature between them is not positive.
    pub fn push(&mut self, points: [&[f64]; 2], gradients: [&[f64]; 2], form_of_step: f64) -> bool {
        let Self { matrix, diagonal, factors, pair, count, log_volume } = self;
        let n = matrix.size();
        let [s, y] = pair.each_mut().map(|chunks| &mut chunks.as_flattened_mut()[..n]);
        for i in 0..n {
            (s[i], y[i]) = (points[1][i] - points[0][i], gradients[1][i] - gradients[0][i]);
        }
        let along = dot(s, y);
        if !is_pair(along, dot(y, y)) {
            return false;
        }
        if *count < n {
            let own = &mut factors.as_flattened_mut()[..n];
            own.copy_from_slice(diagonal);
            update_diagonal(diagonal, (s, y));
            for (factor, new) in own.iter_mut().zip(&*diagonal) {
                *factor = (new / *factor).sqrt();
            }
            matrix.rescale(factors);
        }
        let factor = matrix.learn([&pair[0], &pair[1]], along, *count > 0);
        if *count >= n {
            *log_volume += 0.5 * (form_of_step / (factor * along)).ln();
            if factor > 1.0 {
                *log_volume += 0.5 * n as f64 * factor.ln();
            }
        }
        *count += 1;
        true
    }

    /// x := H x
    pub fn apply(&mut self, x: &mut [f64]) {
        if self.count > 0 {
            self.matrix.apply(x);
        }
    }
}
