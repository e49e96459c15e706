//! Companions: numbers that are known beside values.
//!
//! A transform knows more about a parameter than 53 bits can hold: for x = 1 − 10⁻²⁰, which is rounded to
//! 1, it knows that 10⁻²⁰ is missing. The rest r that rounding has removed stands beside the value x̂, so
//! that 1 − x = (1 − x̂) − r has full accuracy, which x̂ alone does not have. For a correlation matrix the
//! transform knows the Cholesky factor, which cannot be computed from the matrix alone where it is nearly
//! singular.
//!
//! The rests of a variable, or its factor, stand in a slot of their own, which the
//! [`Compiler`](crate::compiler::Compiler) finds by the slot of the values. Rests have no adjoints: the
//! adjoint of x̂ is that of the sum x̂ + r. A factor has its own adjoints, which its transform adds to those
//! of the matrix.

/// A companion of the values of a node or of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Companion {
    /// The logarithms of the values, where they are known without being computed.
    Logarithm,
    /// The rest that rounding has removed from the values: the exact number is the sum of both.
    Rest,
    /// The Cholesky factor of a matrix.
    Factor,
}

/// The logarithms that the transform of a scalar knows, and stores if a statement reads them: two numbers
/// in a slot of their own, with the adjoints of the logarithms. The transform adds these adjoints to q̄.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownLogarithms {
    /// log x and 1/x of a number above 0.
    OfPositive,
    /// log x and log(1 − x) of a number between 0 and 1.
    OfUnit,
}
