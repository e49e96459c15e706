//! Operations on whole values: what a [`Whole`](crate::node::BoundWhole) node computes, one operation a file.
//!
//! An operation sees its arguments, its value and their adjoints as slices, matrices row after row. It gives
//! its value, and passes the adjoint of its value backward to its arguments by a formula of its own: no
//! operation is differentiated step by step.

mod affinity;
mod bound;
mod facts;
mod setup;

use crate::error::Error;
use crate::sealed::Sealed;
use crate::shape::Size;
pub use affinity::Affinity;
pub use bound::{BoundOperation, Sizes};
pub use facts::OperationFacts;
pub use setup::{Setup, Side};

/// A function of whole values as it is written.
pub trait Operation: Sealed + Copy + Send + Sync {
    /// The operation as it runs.
    type Bound: BoundOperation;

    /// True if an element of the value reads no element of an argument behind its own, so that the past of a
    /// process may be among the arguments.
    const IS_CAUSAL: bool = false;

    /// True if arguments may have no elements. Elsewhere one that has none is an error.
    const TAKES_NOTHING: bool = false;

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
