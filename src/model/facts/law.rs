//! The facts of the law of a statement that are known while a program is compiled.

use crate::contract::node::Undefined;
use crate::name::VarSet;

/// The facts of the law of a statement that are known while a program is compiled.
#[derive(Clone, Copy)]
pub struct LawFacts {
    /// The variables that the log density depends on.
    pub vars: &'static VarSet,

    /// The variables in arguments that must be whole.
    pub whole: &'static VarSet,

    /// True for `flat()`, beside which parts of its variable may stand on the left.
    pub is_flat: bool,

    /// False for a density without a finite integral over all numbers.
    pub is_normalised: bool,

    /// True if the law ties the elements of a parameter so that they are [marginalised
    /// together](crate::contract::operation::OperationFacts::couples_elements).
    pub couples_elements: bool,

    /// True if a draw is a limit as often as the law goes beyond it; of others those on a limit are there by
    /// rounding.
    pub shows_limits: bool,

    /// The functions in its arguments that have no value for some numbers.
    pub undefined: Undefined,
}
