//! The parameters on the left of statements, for Gibbs sampling.

use crate::frame::{MAX_ARGUMENTS, Slot};
use crate::model::statement::BoundVariable;

/// A list of the parameters of a model; each statement adds the parameter on its left.
pub trait Sites {
    /// Removes a parameter that has been given a value.
    fn remove(&mut self, name: &str);

    /// Adds the parameter on the left of a statement; `operands` are the places of the arguments on the
    /// right.
    fn push<Target: BoundVariable>(&mut self, variable: Target, operands: [Slot; MAX_ARGUMENTS]);
}
