//! The questions of a [`BoundWhole`](crate::node::BoundWhole) node to its operation.

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
/// `forward` and `backward` neither allocate nor panic. Where there is no value, as where a matrix has no
/// inverse, `forward` writes NaN, and the log density is −∞.
pub trait BoundOperation: Sealed + Clone + Send + Sync + 'static {
    /// What the type of the operation knows.
    const FACTS: OperationFacts;

    /// The columns of the first argument, of which there are `length`, that a share of the series reads: the
    /// first and the one behind the last.
    fn columns(&self, _indices: &[u32], _series: Share, length: usize) -> (usize, usize) {
        (0, length)
    }

    /// Checks arguments that are data, beyond what [`symmetric`](OperationFacts::symmetric) says, and
    /// computes what `bind` has claimed to keep of them.
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

    /// The terms of the value that depend on arguments of data alone, where the value is one log density:
    /// what a posterior without constants leaves out. Called once, when the arguments that are data are known
    /// and what is kept of them.
    fn data_terms(&self, _sizes: &Sizes, _is_data: [bool; MAX_ARGUMENTS], _operands: Operands<'_>) -> f64 {
        0.0
    }

    /// Computes the value. With `is_gradient`, `backward` may follow, and reads the scratch as it is left
    /// here.
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

    /// The lengths of the series that stand one after the other in what is drawn, each of which `draw` goes
    /// on with; none of a single one.
    fn lengths(&self, _sizes: &Sizes, _operands: Operands<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// Draws the first argument, given the others, of the law whose log density the operation is: the part
    /// that belongs to a row of the value. False if there are no draws.
    fn draw(&self, _sizes: &Sizes, _operands: Operands<'_>, _to: DrawnRow<'_>) -> bool {
        false
    }

    /// Stores the log densities of single observations after `forward`, where the value is their sum. False
    /// if it is not.
    fn log_densities(&self, _sizes: &Sizes, _operands: Operands<'_>, _each: &mut [f64]) -> bool {
        false
    }
}
