//! The destinations of draws.

use crate::frame::Frame;
use rand::Rng;

/// The way in which the values of a statement are drawn.
#[derive(Clone, Copy, Default)]
pub struct Manner {
    /// The number of values that exist already. A law that draws values in order continues after them.
    pub known: usize,
    /// True if the values are observations. A law may draw some observations given others.
    pub is_observed: bool,
    /// True if observations are drawn to be compared with the observed ones. A draw for an observation that a
    /// flag marks as censored is then censored at the observed value, too.
    pub is_compared: bool,
}

/// A draw of a row from the law of a node.
pub struct Drawing<'a, 'f> {
    /// The memory with the arguments of the law.
    pub frame: &'a mut Frame<'f>,
    /// The part of the variable that belongs to the row, whose values are replaced.
    pub row: &'a mut [f64],
    /// True if these values are observations. A law may draw some observations given others.
    pub is_observed: bool,
    /// True if these values are observations and the draws are compared with them.
    pub is_compared: bool,
    /// The number of these values that exist already. A law that draws values in order continues after
    /// them.
    pub known: usize,
    /// The source of random numbers.
    pub rng: &'a mut dyn Rng,
}

/// A draw from the law of an operation on whole values.
pub struct DrawnRow<'a> {
    /// The number of the row.
    pub row: usize,
    /// The part of the first argument that belongs to the row, whose values are replaced.
    pub values: &'a mut [f64],
    /// True if these values are observations. A law may draw some observations given others.
    pub is_observed: bool,
    /// The number of these values that exist already. An operation that
    /// [continues](crate::contract::operation::OperationFacts::continues) draws the values after them.
    pub known: usize,
    /// The source of random numbers.
    pub rng: &'a mut dyn Rng,
}
