//! Dense linear algebra for gradient kernels.
//!
//! Matrices are slices of numbers, row after row without gaps; their sizes are separate arguments. A
//! Cholesky factor is the *upper* triangle U of A = Uᵀ U, so U = Lᵀ: its rows, from the diagonal on, are
//! contiguous, and the same memory read column by column is L, the form that faer uses.
//!
//! Only `eigen` and the set-up of [`sparse`] allocate, and nothing panics if the sizes are right. Small
//! sizes have their own kernels, since a call into faer costs more than a matrix of ten rows; above the
//! sizes that constants in each file name, measured with AVX-512, faer's blocking for the cache is faster.
//! Large factors and their inverses are divided into halves, down to sizes with their own kernels, so that
//! most of the work is products. The general inverse takes a [`MemStack`] for faer; [`inverse_scratch`]
//! returns its size.
//!
//! faer's products of large matrices keep their packed blocks in memory that a thread allocates for its
//! first large product.
//!
//! [`MemStack`]: faer::dyn_stack::MemStack
#![allow(clippy::needless_range_loop)] // Rows, columns and pivots are indices, here as in the formulas.

mod cholesky;
mod cholesky_adjoint;
mod eigen;
mod eigen_symmetric;
mod exponential;
mod inverse;
mod lanes;
mod lower_product;
mod multiply;
mod product;
mod registers;
mod small_factor;
mod small_inverse;
pub mod sparse;
mod transpose;
mod triangular;
mod tridiagonal;
mod vectors;

#[cfg(test)]
mod tests;

pub use cholesky::{cholesky, factor_with_log_determinant};
pub use cholesky_adjoint::cholesky_adjoint;
pub use eigen::{Eigen, mean_with_inverse, product};
pub use eigen_symmetric::{eigen_symmetric, eigen_symmetric_scratch};
pub use exponential::{Dense, EXPONENTIAL_BUFFERS, Matrices, exponential};
pub use inverse::{inverse, inverse_of_factored, inverse_scratch, log_determinant_of_factor};
pub use lanes::AffineLanes;
pub use lower_product::subtract_lower_product;
pub use multiply::{Operand, Sizes, add_gram, add_product};
pub use registers::{load, store};
pub use small_factor::{SMALL, add_small_inverse, small_inverse_factor, solve_by_small_inverse};
pub use transpose::{
    clear_lower, copy_lower_to_upper, copy_upper, copy_upper_to_lower, sum_with_transpose, symmetrize,
    transpose, transpose_part,
};
pub use triangular::{Triangle, solve, solve_rows};
pub use vectors::{add_scaled, dot, dot_each, scale};
