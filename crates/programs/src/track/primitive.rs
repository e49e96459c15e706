//! Primitive functions: steps that a list keeps as one node.

use core::fmt;
use core::ops::RangeInclusive;
use rand::Rng;

/// The derivatives of a function: given the inputs and the value, they are written one behind the other.
pub type Derivative = fn(inputs: &[f64], value: f64, partials: &mut [f64]);

/// The derivatives of a log density: given the value and the arguments, they are written one behind the
/// other.
pub type LawDerivative = fn(numbers: &[f64], partials: &mut [f64]);

/// A function of numbers that is recorded as one step.
pub struct Primitive {
    /// The name, or the operator's sign.
    pub name: &'static str,
    /// The value, given the inputs; NaN where the function would panic. Nothing if a value cannot be computed
    /// again.
    pub evaluate: Option<fn(&[f64]) -> f64>,
    /// The derivatives; nothing if there are none, of a function of the user's, say.
    pub derivative: Option<Derivative>,
}

impl Primitive {
    /// A function that can be evaluated again, and has no derivatives.
    pub const fn new(name: &'static str, evaluate: fn(&[f64]) -> f64) -> Self {
        Self { name, evaluate: Some(evaluate), derivative: None }
    }

    /// A function with derivatives.
    pub const fn with_derivative(
        name: &'static str,
        evaluate: fn(&[f64]) -> f64,
        derivative: Derivative,
    ) -> Self {
        Self { name, evaluate: Some(evaluate), derivative: Some(derivative) }
    }
}

impl fmt::Debug for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

/// A law of one number, as a list reads it: functions of the value and then the arguments.
pub struct Law {
    /// The name in a program.
    pub name: &'static str,
    /// The log density: −∞ outside the support, and of arguments that make no distribution.
    pub log_density: fn(&[f64]) -> f64,
    /// The derivatives of the log density by the value and the arguments; nothing if there are none.
    pub derivative: Option<LawDerivative>,
    /// A draw, given the arguments.
    pub draw: fn(&[f64], &mut dyn Rng) -> f64,
    /// The space that the values lie in, whatever the arguments.
    pub space: Space,
    /// Whole numbers among which all values are, given the arguments; nothing if there are infinitely many.
    pub candidates: fn(&[f64]) -> Option<RangeInclusive<i64>>,
}

impl fmt::Debug for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

/// The space that the values of a law lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// All real numbers.
    Real,
    /// The positive numbers.
    Positive,
    /// The numbers between 0 and 1.
    Unit,
    /// Whole numbers.
    Discrete,
}
