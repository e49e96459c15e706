//! The dependence of a node's value on its variables.

use crate::contract::conjugacy::{Factors, Link};
use crate::contract::node::Node;
use crate::frame::{MAX_ARGUMENTS, Slot};
use crate::name::VarSet;

/// The dependence of a node's value on its variables.
///
/// What is not known is left as it is here: a sampler then has no closed form, and uses another rule.
pub trait Dependence: Node {
    /// The dependence of the value on each of its variables while the others are held.
    const LINK: Link = if Self::VARS.is_empty() { Link::Constant } else { Link::Other };

    /// The variables of which one row may read several elements.
    const MIXED: VarSet = Self::VARS;

    /// The variables of which one row may read elements of several rows of a matrix; a vector is one row.
    const MIXED_ROWS: VarSet = Self::MIXED;

    /// The variables of which a row may read an element that is not its own.
    const READS_OTHER_ROWS: VarSet = Self::VARS;

    /// The variables in which the value may be nonlinear while the others are held.
    const NONLINEAR: VarSet = Self::VARS;

    /// The variables by which the slope may differ from row to row, where the value is affine in them.
    const SLOPE_VARIES: VarSet = Self::VARS;

    /// The variables that are read when a sweep begins, before any row is.
    const READ_AT_BEGIN: VarSet = Self::VARS;

    /// True for an operation that [joins](crate::contract::operation::BoundOperation::COUPLES_ELEMENTS) the
    /// elements of a vector that is marginalised.
    const COUPLES_ELEMENTS: bool = false;

    /// The dependence on its variables of the value, taken as a log density.
    const FACTORS: Factors = Factors::unknown(&Self::VARS);

    /// The places of the arguments of an operation on whole values.
    fn operands(&self) -> [Slot; MAX_ARGUMENTS] {
        [Slot::default(); MAX_ARGUMENTS]
    }
}
