//! User-defined operations and distributions: functions of whole values and distributions that this crate
//! does not contain.
//!
//! [`operation`](operation()) converts a [`CustomOperation`] to an expression: value and adjoint on plain
//! slices, for recurrences, solvers and anything that is not a formula. [`distribution`](distribution())
//! converts a [`CustomDistribution`] to a law: the log density of a number with its derivatives, and a draw.
//! Both are safe code, and both can be used wherever the crate's own operations and laws can: in
//! definitions, under `|=`, in mixtures, in the graph, in predictions. [`check_operation`] and
//! [`check_distribution`] compare derivatives with finite differences.
//!
//! The chapter [Operations and distributions of your own](crate::guide::your_own_pieces) begins with a whole
//! program.

mod arguments;
mod check;
mod distribution;
mod operation;

pub use arguments::Arguments;
pub use check::{Mismatch, check_distribution, check_operation};
pub use distribution::{Custom, CustomDensity, CustomDistribution, distribution};
pub use operation::{BoundCustomOperation, CustomOperation, Inputs, Outputs, WrittenOperation, operation};
