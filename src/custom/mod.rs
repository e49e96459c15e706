//! Pieces of your own: functions of whole values and distributions that this crate does not have.
//!
//! [`operation`](operation()) makes an expression of a [`CustomOperation`]: value and adjoint on plain
//! slices, for recurrences, solvers and whatever is no formula. [`distribution`](distribution()) makes a law
//! of a [`CustomDistribution`]: the log density of a number with its derivatives, and a draw. Both are safe
//! code, and both stand wherever what the crate brings along stands: in definitions, under `|=`, in mixtures,
//! in the graph, in predictions. [`check_operation`] and [`check_distribution`] compare derivatives with
//! finite differences.
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
