//! The facts of the law of a statement that are known while a program is compiled.

use crate::contract::node::Undefined;
use crate::name::VarSet;

/// The facts of the law of a statement that are known while a program is compiled.
#[derive(Clone, Copy)]
pub struct LawFacts {
    /// The variables that the log density depends on.
    pub vars: &'static VarSet,

    /// The variables in arguments whose values must be whole numbers.
    pub whole: &'static VarSet,

    /// True for `flat()`, which may stand on the right for a variable whose parts have statements of their
    /// own.
    pub is_flat: bool,

    /// False for a density without a finite integral over all numbers.
    pub is_normalised: bool,

    /// True if the law ties the elements of a parameter so that they are [marginalised
    /// together](crate::contract::operation::OperationFacts::couples_elements).
    pub couples_elements: bool,

    /// True if a draw is on a limit as often as the uncensored law is beyond the limit; draws of other laws
    /// are on a limit by rounding only.
    pub shows_limits: bool,

    /// The functions in the law's arguments that have no value for some numbers.
    pub undefined: Undefined,
}
