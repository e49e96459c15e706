//! How many arguments there are at most.

/// The most arguments of a function, a law or an operation.
pub const MAX_ARGUMENTS: usize = 8;
