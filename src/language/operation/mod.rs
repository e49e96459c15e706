//! Operations on whole values: what a [`Whole`](crate::node::Whole) node computes, one operation a file.
//!
//! An operation sees its arguments, its value and their adjoints as slices, matrices row after row. It gives
//! its value, and passes the adjoint of its value backward to its arguments by a formula of its own: no
//! operation is differentiated step by step.

mod add_diagonal;
mod cholesky;
mod convolve;
mod convolve_columns;
mod determinant;
mod diagonal_matrix;
mod factor;
mod gaussian_process;
mod gram;
pub(crate) mod hidden_markov;
mod inverse;
mod join;
mod kronecker;
mod log_determinant;
mod lower_gram;
mod markov_chain;
mod matrix_exp;
mod moving_sum;
mod multiply;
mod quad_form;
mod reversed;
mod rows;
mod rows_at;
mod setup;
mod solve_lower;
mod solve_spd;
pub(crate) mod state_space;
mod stick_breaking;
mod sums;

pub use add_diagonal::AddDiagonal;
pub use cholesky::Cholesky;
pub use convolve::Convolve;
pub use convolve_columns::ConvolveColumns;
pub use determinant::Determinant;
pub use diagonal_matrix::DiagonalMatrix;
use factor::check_covariance;
pub use gaussian_process::{
    ExpQuad, Exponential, Kernel, Matern32, Matern52, PeriodicCovariance, StationaryCovariance,
};
pub use gram::Gram;
pub use hidden_markov::{BoundHiddenMarkov, HiddenMarkov};
pub use inverse::Inverse;
pub use join::{Concatenate, StackColumns, StackRows};
pub use kronecker::KroneckerDot;
pub use log_determinant::LogDeterminant;
pub use lower_gram::LowerGram;
pub use markov_chain::MarkovChain;
pub use matrix_exp::MatrixExp;
pub use moving_sum::{BoundMovingSum, MovingSum};
pub use multiply::Multiply;
pub use quad_form::QuadForm;
pub use reversed::Reversed;
pub use rows::{CategoricalRows, LogSumExpRows, SoftmaxRows};
pub use rows_at::{BoundRowsAt, RowsAt};
pub use setup::{Setup, Side};
pub use solve_lower::SolveLower;
pub use solve_spd::SolveSpd;
pub use state_space::{BoundStateSpace, BoundStructural, StateSpace, Structural};
pub use stick_breaking::StickBreaking;
pub use sums::Sums;

use crate::error::Error;
#[doc(inline)]
pub use crate::node::{BoundOperation, Sizes};
use crate::sealed::Sealed;
use crate::shape::Size;

/// A function of whole values as it is written.
pub trait Operation: Sealed + Copy + Send + Sync {
    /// The operation as it runs.
    type Bound: BoundOperation;

    /// True if an element of the value reads no element of an argument behind its own, so that the past of a
    /// process may be among the arguments.
    const IS_CAUSAL: bool = false;

    /// The expression as a reader would write it, given its arguments, each fit to stand before a dot.
    fn describe(&self, arguments: &[String]) -> String;

    /// The size of the value. Called before `bind`, so the sizes may not fit each other.
    fn size(&self, sizes: &Sizes) -> Size;

    /// The argument and the place in it that an element of the value is a copy of, if it is one. The sizes
    /// may not fit each other.
    fn origin(&self, _sizes: &Sizes, _element: usize) -> Option<(usize, usize)> {
        None
    }

    /// Checks the sizes, claims memory, and makes the operation that runs.
    fn bind(self, setup: &mut Setup<'_>) -> Result<Self::Bound, Error>;
}
