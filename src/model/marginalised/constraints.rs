//! Linear constraints on the elements of a normal distribution, Aᵀ x = 0, whose vectors A have the length 1
//! and are orthogonal. With V = H⁻¹ A and G = Aᵀ V = Uᵀ U,
//!
//!   |H| on the subspace = |H| |G|,   H⁻¹ b − V G⁻¹ Vᵀ b,   (H⁻¹ − V G⁻¹ Vᵀ)ᵢⱼ,   x − V G⁻¹ Aᵀ x
//!
//! are the determinant, the solution, the covariance and a draw on the subspace. T = V U⁻¹ is kept.
//!
//! Rue and Held (2005), "Gaussian Markov Random Fields", §2.3.3.

use crate::linalg::sparse::SparseCholesky;
use crate::linalg::{Triangle, cholesky, log_determinant_of_factor, solve};
use pulp::{Scalar, Simd};

/// The vectors of constraints: for each vector, the elements in which it is not 0, with their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constraints(Vec<Vec<(u32, f64)>>);

impl Constraints {
    /// Returns the constraints with these vectors.
    pub fn new(vectors: Vec<Vec<(u32, f64)>>) -> Self {
        Self(vectors)
    }

    /// The number of constraints.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Stores the rows of T, and U, and returns log |G|; NaN if G is not positive definite.
    pub fn prepare<S: Simd>(
        &self,
        simd: S,
        (symbolic, factor): (&SparseCholesky, &[f64]),
        (spread, upper): (&mut [f64], &mut [f64]),
        (column, work): (&mut [f64], &mut [f64]),
    ) -> f64 {
        let count = self.count();
        for (place, vector) in self.0.iter().enumerate() {
            column.fill(0.0);
            vector.iter().for_each(|&(element, number)| column[element as usize] = number);
            symbolic.solve(simd, factor, column, 1, work);
            for (other, vector) in self.0.iter().enumerate() {
                let product = vector.iter().map(|&(element, number)| number * column[element as usize]);
                upper[place * count + other] = product.sum();
            }
            spread.iter_mut().skip(place).step_by(count).zip(&*column).for_each(|(to, from)| *to = *from);
        }
        if !cholesky(simd, upper, count) {
            return f64::NAN;
        }
        let triangle = Triangle::upper(upper, count);
        for row in spread.chunks_exact_mut(count.max(1)) {
            solve(simd, triangle.transpose(), row, 1);
        }
        2.0 * log_determinant_of_factor(simd, upper, count)
    }

    /// Subtracts T Tᵀ b from a solution H⁻¹ b.
    pub fn correct(&self, spread: &[f64], b: &[f64], solution: &mut [f64]) {
        let count = self.count();
        for place in 0..count {
            let column = || spread.iter().skip(place).step_by(count);
            let along: f64 = column().zip(b).map(|(t, b)| t * b).sum();
            solution.iter_mut().zip(column()).for_each(|(x, t)| *x -= along * t);
        }
    }

    /// Returns the number to be subtracted from an element of H⁻¹.
    pub fn shared(&self, spread: &[f64], row: usize, column: usize) -> f64 {
        let count = self.count();
        let of = |element: usize| &spread[element * count..][..count];
        of(row).iter().zip(of(column)).map(|(one, other)| one * other).sum()
    }

    /// Moves a draw to the subspace.
    pub fn project(&self, (spread, upper): (&[f64], &[f64]), x: &mut [f64]) {
        let count = self.count();
        let inner = |vector: &Vec<(u32, f64)>| vector.iter().map(|&(at, a)| a * x[at as usize]).sum();
        let mut along: Vec<f64> = self.0.iter().map(inner).collect();
        solve(Scalar::new(), Triangle::upper(upper, count).transpose(), &mut along, 1);
        for (x, row) in x.iter_mut().zip(spread.chunks_exact(count.max(1))) {
            *x -= row.iter().zip(&along).map(|(t, along)| t * along).sum::<f64>();
        }
    }
}
