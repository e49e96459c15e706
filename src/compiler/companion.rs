//! What is known of values beside the values.
//!
//! A transform knows more of a parameter than 53 bits hold: of x = 1 − 10⁻²⁰, which is the number 1, it
//! knows that 10⁻²⁰ is missing. What rounding has taken off stands beside the value, so that
//! 1 − x = (1 − x̂) − r is exact to the last digits though x̂ alone tells nothing of it. Of a correlation
//! matrix it knows the Cholesky factor, which the matrix alone does not tell where it is nearly singular.
//!
//! The rests of a variable, or its factor, stand in a slot of their own, which the
//! [`Compiler`](crate::compiler::Compiler) knows by the slot of the values. Rests have no adjoints: x̂ takes
//! those of the sum. A factor has its own, which its transform adds to those of the matrix.

/// What may be known beside the values of a node or of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Companion {
    /// The logarithms of the values, where nobody need compute them.
    Logarithm,
    /// The rest that rounding has taken off the values: the exact number is the sum of both.
    Rest,
    /// The Cholesky factor of a matrix.
    Factor,
}

/// The logarithms that the transform of a scalar knows, and stores where a statement reads them: two numbers
/// in a slot of their own, in which the adjoints of logarithms stand too. The transform adds those to q̄.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownLogarithms {
    /// log x and 1/x of a number above 0.
    OfPositive,
    /// log x and log(1 − x) of a number between 0 and 1.
    OfUnit,
}
