//! The variances of coordinates by a precision, and the ratio of its extreme eigenvalues.

use super::PrecisionMatrix;
use super::operations::{Invert, Triangle};
use crate::simd::InstructionSet;

impl PrecisionMatrix {
    /// Estimates the ratio of the largest to the smallest eigenvalue of D Q D for a diagonal D, by power
    /// iteration with products and with solutions. The estimate may be too small.
    pub(in crate::sampling) fn condition(&self, scales: &[f64], products: usize) -> f64 {
        let mut scratch = vec![0.0; self.solve_scratch().max(self.pattern.size())];
        let mut largest = |step: &mut dyn FnMut(&mut [f64], &mut [f64])| {
            // The elements have different signs and sizes, so that the vector is not orthogonal to an
            // eigenvector.
            let mut vector: Vec<f64> = (0..scales.len()).map(|i| 1.0 + (1.7 * i as f64).sin()).collect();
            let mut value = 0.0;
            for _ in 0..products {
                let norm = vector.iter().map(|number| number * number).sum::<f64>().sqrt();
                vector.iter_mut().for_each(|number| *number /= norm);
                step(&mut vector, &mut scratch);
                value = vector.iter().map(|number| number * number).sum::<f64>().sqrt();
            }
            value
        };
        let scaled = |vector: &mut [f64], power: i32| {
            vector.iter_mut().zip(scales).for_each(|(number, scale)| *number *= scale.powi(power));
        };
        let up = largest(&mut |vector, scratch| {
            scaled(vector, 1);
            self.multiply((vector, scratch));
            scaled(vector, 1);
        });
        let down = largest(&mut |vector, scratch| {
            scaled(vector, -1);
            self.solve(Triangle::Lower, (vector, scratch));
            self.solve(Triangle::Upper, (vector, scratch));
            scaled(vector, -1);
        });
        up * down
    }

    /// Returns the diagonal of Pᵀ L⁻ᵀ diag(scales)² L⁻¹ P.
    pub(in crate::sampling) fn variances(&self, scales: &[f64]) -> Vec<f64> {
        let mut factor = self.factor.clone();
        let reciprocals: Vec<f64> = scales.iter().map(|scale| scale.recip()).collect();
        self.cholesky.scale_columns(&mut factor, &reciprocals);
        let mut inverse = vec![0.0; self.pattern.len()];
        let Self { cholesky, .. } = self;
        InstructionSet::best().dispatch(Invert { cholesky, factor: &factor, inverse: &mut inverse });
        self.pattern.diagonal().map(|place| inverse[place]).collect()
    }
}
