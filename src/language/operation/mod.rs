//! Operations on whole values: what a [`Whole`](crate::node::Whole) node computes, one operation a file.
//!
//! An operation sees its arguments, its value and their adjoints as slices, matrices row after row. It gives its value, and
//! passes the adjoint of its value backward to its arguments by a formula of its own: no operation is differentiated step
//! by step.

mod add_diagonal;
mod cholesky;
mod determinant;
mod diagonal_matrix;
mod factor;
mod gaussian_process;
mod gram;
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
mod rows;
mod rows_at;
mod setup;
mod solve_lower;
mod solve_spd;
mod stick_breaking;
mod sums;

pub use add_diagonal::AddDiagonal;
pub use cholesky::Cholesky;
pub use determinant::Determinant;
pub use diagonal_matrix::DiagonalMatrix;
pub use gaussian_process::{
    ExpQuad, Exponential, Kernel, Matern32, Matern52, PeriodicCovariance, StationaryCovariance,
};
pub use gram::Gram;
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
pub use rows::{CategoricalRows, LogSumExpRows, SoftmaxRows};
pub use rows_at::{BoundRowsAt, RowsAt};
pub use setup::{Setup, Side};
pub use solve_lower::SolveLower;
pub use solve_spd::SolveSpd;
pub use stick_breaking::StickBreaking;
pub use sums::Sums;

use crate::binding::Context;
use crate::conjugacy::{Curve, Link};
#[cfg(feature = "random")]
use crate::drawing::DrawnRow;
use crate::error::Error;
use crate::node::MAX_ARGUMENTS;
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::{Adjoints, Operands};
use pulp::Simd;

/// The sizes of an operation's arguments.
pub type Sizes = [Size; MAX_ARGUMENTS];

/// A function of whole values as it is written.
pub trait Operation: Sealed + Copy + Send + Sync {
    /// The operation as it runs.
    type Bound: BoundOperation;

    /// The expression as a reader would write it, given its arguments, each fit to stand before a dot.
    fn describe(&self, arguments: &[String]) -> String;

    /// The size of the value. Called before `bind`, so the sizes may not fit each other.
    fn size(&self, sizes: &Sizes) -> Size;

    /// Checks the sizes, claims memory, and makes the operation that runs.
    fn bind(self, setup: &mut Setup<'_>) -> Result<Self::Bound, Error>;
}

/// A function of whole values as it runs.
///
/// `forward` and `backward` neither allocate nor panic. Where there is no value, as where a matrix has no inverse,
/// `forward` writes NaN, and the log density is −∞.
pub trait BoundOperation: Sealed + Clone + Send + Sync + 'static {
    /// How the value depends on each argument, where conjugate updates know it.
    const LINKS: &'static [Link] = &[];

    /// What the value, taken as a log density, is as a function of an argument, where conjugate updates know it.
    const CURVES: &'static [(usize, Curve)] = &[];

    /// True if elements of an argument depend on each other in a value that is quadratic in them.
    const TIES: bool = false;

    /// The arguments of which an element of the value reads no other element than that with its own index.
    const OWN: &'static [usize] = &[];

    /// Checks arguments that are data, and computes what `bind` has claimed to keep of them.
    fn fold(
        &self,
        _context: &Context,
        _sizes: &Sizes,
        _is_data: [bool; MAX_ARGUMENTS],
        _operands: Operands<'_>,
        _kept: &mut [f64],
    ) -> Result<(), Error> {
        Ok(())
    }

    /// Computes the value. With `is_gradient`, `backward` may follow, and reads the scratch as it is left here.
    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, size: Size, is_gradient: bool, operands: Operands<'_>);

    /// Adds to the adjoints of the arguments whose adjoints are wanted.
    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        operands: Operands<'_>,
        adjoints: Adjoints<'_>,
    );

    /// Draws the first argument, given the others, of the law whose log density the operation is: the part that belongs to a row
    /// of the value. False if there are no draws.
    #[cfg(feature = "random")]
    fn draw(&self, _sizes: &Sizes, _operands: Operands<'_>, _to: DrawnRow<'_>) -> bool {
        false
    }

    /// Stores the log densities of single observations after `forward`, where the value is their sum. False if it is not.
    #[cfg(feature = "random")]
    fn log_densities(&self, _sizes: &Sizes, _operands: Operands<'_>, _each: &mut [f64]) -> bool {
        false
    }
}
