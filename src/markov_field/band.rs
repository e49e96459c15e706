//! The factor L of a random walk, a band of b numbers beside the diagonal. The inverse within the band is
//! found backward: Kᵢⱼ = (δᵢⱼ/Lⱼⱼ − Σₖ Kᵢₖ Lₖⱼ)/Lⱼⱼ over k from j + 1 to j + b. Takahashi, Fagan and Chen
//! 1973, "Formation of a sparse bus impedance matrix".

use super::pinned::Factor;
use crate::linalg::dot;
use pulp::Scalar;

/// The factor L of a matrix L Lᵀ, of which only the band is stored.
#[derive(Debug)]
pub(super) struct Band {
    /// The number of elements of a row before the diagonal.
    band: usize,
    /// The rows of L, each with the `band` elements before the diagonal and the diagonal.
    factor: Vec<f64>,
}

impl Band {
    /// Makes the factor of R = Σ c cᵀ, a sum over terms, where the first b elements are pinned. Term number
    /// i has b + 1 coefficients c, at the elements from i on. If the elements are in reverse order, the
    /// terms are the columns of the factor, so nothing is lost to rounding.
    pub fn new(terms: impl ExactSizeIterator<Item = impl AsRef<[f64]>>, band: usize) -> Self {
        let count = terms.len();
        let mut factor = vec![0.0; count * (band + 1)];
        for (term, coefficients) in terms.enumerate() {
            let column = count - 1 - term;
            for (below, coefficient) in coefficients.as_ref()[..=band].iter().rev().enumerate() {
                // The element of row `column + below` that is `below` places before the diagonal.
                if let Some(entry) = factor.get_mut((column + below) * (band + 1) + band - below) {
                    *entry = *coefficient;
                }
            }
        }
        Self { band, factor }
    }

    fn rows(&self) -> usize {
        self.factor.len() / (self.band + 1)
    }

    /// Returns Lᵢⱼ, for an element in the band.
    fn entry(&self, i: usize, j: usize) -> f64 {
        self.factor[i * (self.band + 1) + (j + self.band - i)]
    }
}

impl Factor for Band {
    fn log_determinant(&self) -> f64 {
        2.0 * (0..self.rows()).map(|i| self.entry(i, i).ln()).sum::<f64>()
    }

    fn inverse_diagonal(&self) -> Vec<f64> {
        let (rows, width) = (self.rows(), self.band + 1);
        // Kᵢⱼ is at i (b + 1) + (i − j) for j ≤ i.
        let mut inverse = vec![0.0; rows * width];
        for j in (0..rows).rev() {
            let last = (j + self.band).min(rows - 1);
            let reciprocal = self.entry(j, j).recip();
            let column: Vec<f64> = (j + 1..=last).map(|k| self.entry(k, j)).collect();
            for i in (j..=last).rev() {
                let entry = |k: usize| inverse[i.max(k) * width + i.abs_diff(k)];
                let sum: f64 = column.iter().zip(j + 1..).map(|(l, k)| l * entry(k)).sum();
                let diagonal = if i == j { reciprocal } else { 0.0 };
                inverse[i * width + (i - j)] = (diagonal - sum) * reciprocal;
            }
        }
        (0..rows).map(|i| inverse[i * width]).collect()
    }

    fn solve(&self, y: &mut [f64]) {
        let width = self.band + 1;
        for i in 0..y.len() {
            let first = i.saturating_sub(self.band);
            let row = &self.factor[i * width + (first + self.band - i)..(i + 1) * width];
            y[i] = (y[i] - dot(Scalar::new(), &row[..i - first], &y[first..i])) / row[i - first];
        }
        self.solve_upper(y);
    }

    fn solve_upper(&self, y: &mut [f64]) {
        for i in (0..y.len()).rev() {
            y[i] /= self.entry(i, i);
            for j in i.saturating_sub(self.band)..i {
                y[j] -= self.entry(i, j) * y[i];
            }
        }
    }
}
