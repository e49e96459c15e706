//! Operations on whole values, which a [`Whole`](crate::node::BoundWhole) node computes, one operation in
//! each file.
//!
//! An operation reads its arguments, its value and their adjoints as slices, matrices row after row. It
//! computes its value, and passes the adjoint of its value backward to its arguments by a formula of its
//! own: no operation is differentiated step by step.

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

    /// True if an element of the value reads no elements of an argument after its own, so that the past of
    /// a process may be among the arguments.
    const IS_CAUSAL: bool = false;

    /// True if arguments may have no elements. For other operations an empty argument is an error.
    const TAKES_NOTHING: bool = false;

    /// The expression as a user would write it, given the texts of its arguments, each of which may stand
    /// before a dot.
    fn describe(&self, arguments: &[String]) -> String;

    /// The size of the value. It is called before `bind`, so the sizes of the arguments may be
    /// inconsistent.
    fn size(&self, sizes: &Sizes) -> Size;

    /// For an element of the value that is a copy, the argument from which it is copied, and the place of the
    /// original in this argument; `None` for an element that is computed. The sizes may be inconsistent.
    fn origin(&self, _sizes: &Sizes, _element: usize) -> Option<(usize, usize)> {
        None
    }

    /// Checks the sizes, claims memory, and makes the operation that runs.
    fn bind(self, setup: &mut Setup<'_>) -> Result<Self::Bound, Error>;
}
