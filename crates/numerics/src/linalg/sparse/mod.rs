//! Sparse symmetric positive definite matrices: their Cholesky factors, systems of equations, draws, and the
//! part of the inverse that gradients of log |A| need.
//!
//! A [`Pattern`] lists the stored places. A [`SparseCholesky`] is made from it once, and then works with
//! any values, in memory of the caller, by the dense kernels of this crate on panels of columns.
//!
//! ```
//! use monomorph_numerics::linalg::sparse::{Pattern, SparseCholesky};
//!
//! // 2 on the diagonal of a path of three, −1 beside it.
//! let pattern = Pattern::new(3, [(0, 1), (1, 2)]).unwrap();
//! let values: Vec<f64> = pattern.iter().map(|(i, j)| if i == j { 2.0 } else { -1.0 }).collect();
//! let cholesky = SparseCholesky::new(&pattern).unwrap();
//!
//! let simd = pulp::Scalar::new();
//! let mut factor = vec![0.0; cholesky.factor_length()];
//! let mut scratch = vec![0.0; cholesky.factor_scratch().max(cholesky.inverse_scratch())];
//! let log_determinant = cholesky.factor(simd, &values, &mut factor, &mut scratch);
//! assert!((log_determinant - 4_f64.ln()).abs() < 1e-15);
//!
//! let mut inverse = vec![0.0; pattern.len()];
//! cholesky.selected_inverse(simd, &factor, &mut inverse, &mut scratch);
//! assert!((inverse[pattern.place(1, 1).unwrap()] - 1.0).abs() < 1e-15);
//! assert!((inverse[pattern.place(2, 1).unwrap()] - 0.5).abs() < 1e-15);
//! ```

mod analysis;
mod cholesky;
mod colouring;
mod factor;
mod graph;
mod inverse;
mod kronecker;
mod pattern;
mod solve;
mod supernodes;
mod tree;
mod updates;
mod values;

#[cfg(test)]
mod tests;

pub use cholesky::SparseCholesky;
pub use colouring::Colouring;
pub use pattern::{Pattern, PatternError};
