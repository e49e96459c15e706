//! The functions of an operation that its [`BoundWhole`](crate::node::BoundWhole) node calls.

use super::OperationFacts;
use crate::compiler::Context;
use crate::contract::drawing::DrawnRow;
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands, Share};
use crate::sealed::Sealed;
use crate::shape::Size;
use pulp::Simd;

/// The sizes of an operation's arguments.
pub type Sizes = [Size; MAX_ARGUMENTS];

/// A function of whole values as it runs.
///
/// `forward` and `backward` neither allocate nor panic. Where the function has no value, for example where
/// a matrix has no inverse, `forward` writes NaN, and the log density is −∞.
pub trait BoundOperation: Sealed + Clone + Send + Sync + 'static {
    /// The facts that the type of the operation knows.
    const FACTS: OperationFacts;

    /// The range of columns of the first argument that a share of the series reads: the first column and
    /// the column after the last. The argument has `length` columns.
    fn columns(&self, _indices: &[u32], _series: Share, length: usize) -> (usize, usize) {
        (0, length)
    }

    /// Checks arguments that are data, beyond the check that [`symmetric`](OperationFacts::symmetric)
    /// arguments are symmetric, and computes the numbers from data for which `bind` has claimed kept
    /// memory.
    fn precompute(
        &self,
        _context: &Context,
        _sizes: &Sizes,
        _is_data: [bool; MAX_ARGUMENTS],
        _operands: Operands<'_>,
        _kept: &mut [f64],
    ) -> Result<(), Error> {
        Ok(())
    }

    /// The sum of the terms of the value that depend only on arguments of data, if the value is one log
    /// density: the sum that a posterior without constants leaves out. Called once, after the arguments
    /// that are data and the kept numbers have been computed.
    fn data_terms(&self, _sizes: &Sizes, _is_data: [bool; MAX_ARGUMENTS], _operands: Operands<'_>) -> f64 {
        0.0
    }

    /// Computes the value. If `is_gradient` is true, `backward` may follow and read the scratch that
    /// `forward` leaves.
    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, size: Size, is_gradient: bool, operands: Operands<'_>);

    /// Adds the derivatives of the value times its adjoint to those adjoints of the arguments that are
    /// wanted.
    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        size: Size,
        operands: Operands<'_>,
        adjoints: Adjoints<'_>,
    );

    /// The lengths of the series that the drawn values consist of, one after the other; `draw` can continue
    /// each of them. Empty for a single series.
    fn lengths(&self, _sizes: &Sizes, _operands: Operands<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// Draws the first argument, given the others, from the law whose log density the operation is: the
    /// part that belongs to a row of the value. False if the law has no draws.
    fn draw(&self, _sizes: &Sizes, _operands: Operands<'_>, _to: DrawnRow<'_>) -> bool {
        false
    }

    /// Stores the log densities of single observations after `forward`, if the value is their sum. False if
    /// it is not.
    fn log_densities(&self, _sizes: &Sizes, _operands: Operands<'_>, _each: &mut [f64]) -> bool {
        false
    }
}
