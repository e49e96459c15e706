//! Primitive functions: steps that are one node of a list.

use core::fmt;
use core::ops::RangeInclusive;
use rand::Rng;

/// A function that writes the derivatives with respect to each input, given the inputs and the value.
pub type Derivative = fn(inputs: &[f64], value: f64, partials: &mut [f64]);

/// A function that writes the derivatives of a log density with respect to the value and each argument,
/// given these numbers.
pub type LawDerivative = fn(numbers: &[f64], partials: &mut [f64]);

/// A function of numbers that is recorded as one step.
#[non_exhaustive]
pub struct Primitive {
    /// The name, or the operator's sign.
    pub name: &'static str,
    /// The function that computes the value from the inputs; NaN where it would panic. `None` if the value
    /// cannot be computed again.
    pub evaluate: Option<fn(&[f64]) -> f64>,
    /// The derivatives; `None` if they are not known, for example for a user's own function.
    pub derivative: Option<Derivative>,
}

impl Primitive {
    /// Makes a function that can be evaluated again, without derivatives.
    pub const fn new(name: &'static str, evaluate: fn(&[f64]) -> f64) -> Self {
        Self { name, evaluate: Some(evaluate), derivative: None }
    }

    /// Makes a function with derivatives.
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

/// A law of one number as functions of the value, followed by the arguments.
// Exhaustive: it is the constant of a law, which is written in full.
pub struct Law {
    /// The name of the law in a program.
    pub name: &'static str,
    /// The log density; −∞ outside the support, and for arguments that do not make a distribution.
    pub log_density: fn(&[f64]) -> f64,
    /// The derivatives of the log density with respect to the value and the arguments; `None` if there are
    /// none.
    pub derivative: Option<LawDerivative>,
    /// The function that draws a value, given the arguments.
    pub draw: fn(&[f64], &mut dyn Rng) -> f64,
    /// The space of the values, for all arguments.
    pub space: Space,
    /// The range of whole numbers that contains all values, given the arguments; `None` if there are
    /// infinitely many.
    pub candidates: fn(&[f64]) -> Option<RangeInclusive<i64>>,
}

impl fmt::Debug for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

/// The space of the values of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
