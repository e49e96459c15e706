//! The largest number of arguments.

/// The largest number of arguments of a function, a law or an operation.
pub const MAX_ARGUMENTS: usize = 8;
