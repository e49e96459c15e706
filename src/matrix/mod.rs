//! Operations on whole matrices and vectors, including Gaussian processes.

mod add_diagonal;
mod cholesky;
mod convolve;
mod convolve_columns;
mod determinant;
mod diagonal_matrix;
mod eigen_symmetric;
mod factor;
pub(crate) mod gaussian_process;
mod gram;
mod inverse;
mod join;
mod kronecker;
mod log_determinant;
mod lower_gram;
mod matrix_exp;
mod moving_sum;
mod multiply;
mod quad_form;
mod reversed;
pub(crate) mod rows;
mod rows_at;
mod solve_lower;
mod solve_spd;
mod stick_breaking;
mod sums;
mod times_vector;

pub use add_diagonal::AddDiagonal;
pub use cholesky::Cholesky;
pub use convolve::Convolve;
pub use convolve_columns::ConvolveColumns;
pub use determinant::Determinant;
pub use diagonal_matrix::DiagonalMatrix;
pub use eigen_symmetric::EigenSymmetric;
pub(crate) use factor::check_covariance;
pub use gaussian_process::{
    ExpQuad, Exponential, Kernel, Matern32, Matern52, PeriodicCovariance, StationaryCovariance,
};
pub use gram::Gram;
pub use inverse::Inverse;
pub use join::{Concatenate, StackColumns, StackRows};
pub use kronecker::KroneckerDot;
pub use log_determinant::LogDeterminant;
pub use lower_gram::LowerGram;
pub use matrix_exp::MatrixExp;
pub use moving_sum::{BoundMovingSum, MovingSum};
pub use multiply::Multiply;
pub use quad_form::QuadForm;
pub use reversed::Reversed;
pub use rows::{CategoricalRows, LogSumExpRows, SoftmaxRows};
pub use rows_at::{BoundRowsAt, RowsAt};
pub use solve_lower::SolveLower;
pub use solve_spd::SolveSpd;
pub use stick_breaking::StickBreaking;
pub use sums::Sums;
pub use times_vector::Multiplied;
