//! Square roots of covariance matrices, for draws. With a vector e of independent standard normal numbers,
//!
//!   y = A e,   A Aᵀ = Σ.

use crate::covariance::{BoundStructure, Given};
use crate::linalg::sparse::SparseCholesky;
use crate::linalg::{add_scaled, cholesky};
use pulp::Scalar;

/// A matrix A with A Aᵀ = Σ.
#[derive(Clone, Debug)]
pub enum SquareRoot {
    /// Uᵀ of Σ = Uᵀ U, with the rows of U one after the other. The elements below the diagonal of U are not
    /// read.
    Dense(Vec<f64>),
    /// L⁻ᵀ of Σ⁻¹ = L Lᵀ, in the order of elimination.
    Sparse {
        /// The symbolic factorisation, with the order of elimination.
        cholesky: SparseCholesky,
        /// The elements of L that may be nonzero.
        factor: Vec<f64>,
    },
}

impl SquareRoot {
    /// Returns the factor of a covariance from its dense matrix, or `None` if Σ is not positive definite.
    pub(super) fn of_dense<K: BoundStructure>(covariance: &K, given: Given<'_>) -> Option<Self> {
        let n = given.task.dimension;
        let mut factor = vec![0.0; n * n];
        covariance.dense(given, &mut factor);
        cholesky(Scalar::new(), &mut factor, n).then_some(Self::Dense(factor))
    }

    /// Stores A e in `drawn`, given e as `numbers`.
    pub fn apply(&self, numbers: &[f64], drawn: &mut [f64]) {
        match self {
            Self::Dense(factor) => {
                drawn.fill(0.0);
                for (place, (line, number)) in factor.chunks_exact(numbers.len()).zip(numbers).enumerate() {
                    add_scaled(Scalar::new(), &mut drawn[place..], *number, &line[place..]);
                }
            }
            Self::Sparse { cholesky, factor } => {
                drawn.copy_from_slice(numbers);
                let mut work = vec![0.0; cholesky.solve_scratch(1)];
                cholesky.solve_upper(Scalar::new(), factor, drawn, 1, &mut work);
            }
        }
    }
}
