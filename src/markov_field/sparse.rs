//! The factor of a graph, P A Pᵀ = L Lᵀ, in an order P with little fill-in.

use super::pinned::Factor;
use crate::linalg::sparse::{Pattern, PatternError, SparseCholesky};
use pulp::Scalar;

/// A sparse factor.
#[derive(Debug)]
pub(super) struct Sparse {
    pattern: Pattern,
    cholesky: SparseCholesky,
    factor: Vec<f64>,
    log_determinant: f64,
}

impl Sparse {
    /// Makes the factor of D − W from weighted edges between rows. The rows from `size` on are pinned.
    pub fn new(edges: &[(usize, usize, f64)], size: usize) -> Result<Self, PatternError> {
        let inner = edges.iter().filter(|(from, to, _)| *from.max(to) < size);
        let pattern = Pattern::new(size, inner.map(|&(from, to, _)| (from, to)))?;
        let mut values = vec![0.0; pattern.len()];
        for &(from, to, weight) in edges {
            for (row, column, number) in [(from, from, weight), (to, to, weight), (from, to, -weight)] {
                pattern.place(row, column).into_iter().for_each(|place| values[place] += number);
            }
        }
        let cholesky = SparseCholesky::new(&pattern)?;
        let mut factor = vec![0.0; cholesky.factor_length()];
        let mut work = vec![0.0; cholesky.factor_scratch()];
        let log_determinant = cholesky.factor(Scalar::new(), &values, &mut factor, &mut work);
        Ok(Self { pattern, cholesky, factor, log_determinant })
    }
}

impl Factor for Sparse {
    fn log_determinant(&self) -> f64 {
        self.log_determinant
    }

    fn inverse_diagonal(&self) -> Vec<f64> {
        let mut inverse = vec![0.0; self.pattern.len()];
        let mut work = vec![0.0; self.cholesky.inverse_scratch()];
        self.cholesky.selected_inverse(Scalar::new(), &self.factor, &mut inverse, &mut work);
        self.pattern.diagonal().map(|place| inverse[place]).collect()
    }

    fn solve(&self, y: &mut [f64]) {
        let mut work = vec![0.0; self.cholesky.solve_scratch(1)];
        self.cholesky.solve(Scalar::new(), &self.factor, y, 1, &mut work);
    }

    fn solve_upper(&self, y: &mut [f64]) {
        let mut work = vec![0.0; self.cholesky.solve_scratch(1)];
        self.cholesky.solve_upper(Scalar::new(), &self.factor, y, 1, &mut work);
    }
}
