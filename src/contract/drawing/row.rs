//! The destinations of draws.

use crate::frame::Frame;
use rand::Rng;

/// How the values of a statement are drawn.
#[derive(Clone, Copy, Default)]
pub struct Manner {
    /// The number of values that are there already, behind which a law goes on that draws values in order.
    pub known: usize,
    /// True if the values are observations, given some of which a law may draw the others.
    pub is_observed: bool,
    /// True if observations are drawn to be compared with those that there are: one that is censored by a
    /// flag shows no more than its own value tells.
    pub is_compared: bool,
}

/// A draw of a row from the law of a node.
pub struct Drawing<'a, 'f> {
    /// The memory that the law's arguments stand in.
    pub frame: &'a mut Frame<'f>,
    /// The part of the variable that belongs to the row: values that are replaced.
    pub row: &'a mut [f64],
    /// True if these values are observations, given some of which a law may draw the others.
    pub is_observed: bool,
    /// True if these values are observations that the draws are compared with.
    pub is_compared: bool,
    /// The number of these values that are there already. A law that draws values in order goes on behind
    /// them.
    pub known: usize,
    /// The source of random numbers.
    pub rng: &'a mut dyn Rng,
}

/// A draw from the law of an operation on whole values.
pub struct DrawnRow<'a> {
    /// The number of the row.
    pub row: usize,
    /// The part of the first argument that belongs to it: values that are replaced.
    pub values: &'a mut [f64],
    /// True if these values are observations, given some of which a law may draw the others.
    pub is_observed: bool,
    /// The number of these values that are there already. An operation that
    /// [continues](crate::contract::operation::OperationFacts::continues) goes on behind them.
    pub known: usize,
    /// The source of random numbers.
    pub rng: &'a mut dyn Rng,
}
