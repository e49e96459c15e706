//! The inverse metric S Sᵀ. With a precision Q, and S = B D A and A Aᵀ = I + Σ c u uᵀ, it is
//!
//!   (Pᵀ L D⁻² Lᵀ P)⁻¹ + Σₖ cₖ (B D uₖ)(B D uₖ)ᵀ,
//!
//! The diagonal of the first part is in the selected inverse of the factor L D⁻¹.

use super::Sampler;
use crate::sampling::nuts::arena::SCALES;
use crate::sampling::nuts::map::Map;
use crate::sampling::precision::Triangle;

impl Sampler {
    /// The diagonal of the inverse metric.
    pub fn inverse_metric(&self) -> Vec<f64> {
        let (scales, stride) = (self.scales(), self.arena.row(SCALES).len());
        let Some(precision) = &self.precision else {
            let along = |i| self.map.row_square(i, stride);
            return scales.iter().enumerate().map(|(i, scale)| scale * scale * along(i)).collect();
        };
        let (mut diagonal, mut scratch) = (precision.variances(scales), vec![0.0; precision.solve_scratch()]);
        if let Map::LowRank { vectors, stretches } = &self.map {
            for (vector, c) in vectors.as_slice().chunks_exact(stride).zip(stretches) {
                let mut along: Vec<f64> = scales.iter().zip(vector).map(|(scale, u)| scale * u).collect();
                let row = (&mut along[..], &mut scratch[..]);
                precision.solve(Triangle::Upper, row);
                let squares = diagonal.iter_mut().zip(along);
                squares.for_each(|(sum, number)| *sum += (c * c + 2.0 * c) * number * number);
            }
        }
        diagonal
    }

    /// The inverse metric, row after row, if it is dense.
    pub fn dense_inverse_metric(&self) -> Option<Vec<f64>> {
        let Map::Dense(factor) = &self.map else { return None };
        let (scales, n) = (self.scales(), self.dimension);
        let stride = self.arena.row(SCALES).len();
        let column = |j: usize| factor.as_slice()[j..].iter().step_by(stride);
        let entry = |i: usize, j: usize| -> f64 { column(i).zip(column(j)).map(|(a, b)| a * b).sum() };
        Some((0..n * n).map(|k| scales[k / n] * scales[k % n] * entry(k / n, k % n)).collect())
    }
}
