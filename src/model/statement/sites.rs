//! The questions of Gibbs sampling to statements: the parameters on their left.

use crate::frame::{MAX_ARGUMENTS, Slot};
use crate::model::statement::BoundVariable;

/// A list of the parameters of a model, for statements to add those on their left.
pub trait Sites {
    /// Leaves out a parameter that has been given a value.
    fn remove(&mut self, name: &str);

    /// Adds the parameter on the left of a statement; `operands` are the places of what stands on the right.
    fn push<Target: BoundVariable>(&mut self, variable: Target, operands: [Slot; MAX_ARGUMENTS]);
}
